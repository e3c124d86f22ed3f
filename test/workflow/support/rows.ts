import { randomUUID } from 'node:crypto';

import type { Simulated } from '../../support/simulated';

/** Returns the recipient of a row, in E.164: another one for each row. */
export const recipient = (index: number) => `+1202555${String(100 + index).padStart(4, '0')}`;

/** Returns rows of recipients and texts; the text of a row is its number. */
export const rows = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ to: recipient(index), text: String(index) }));

/** Parameters that send the text of a row to its recipient. */
export const SEND_ROW = {
	resource: 'message',
	operation: 'send',
	channel: 'sms',
	to: '={{ $json.to }}',
	message: '={{ $json.text }}',
};

/** Returns a function that returns the texts that were sent, in the order in which the service got them. */
export const textsOf = (service: Simulated) => () =>
	service.simulator.messages.map(({ text }) => text);

/** Returns texts of rows in the order of the rows. */
export const ascending = (texts: string[]) => [...texts].sort((a, b) => Number(a) - Number(b));

/** A workflow with another ID in each test, so that no test knows the keys of another. */
export function workflowOfEachTest() {
	const workflow = {
		id: '',
		/** Gives it a new ID, and with it no keys. */
		renew() {
			workflow.id = randomUUID();
		},
	};
	beforeEach(() => workflow.renew());
	return workflow;
}
