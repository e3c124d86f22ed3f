import type { IDataObject } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';

/** Returns the recipient of a row, in E.164: another one for each row. The first hundred are fictional numbers. */
export const recipient = (index: number): string => `+1${2_025_550_100 + index}`;

/** Returns the recipients of some rows. */
export const recipients = (...indexes: number[]): string[] => indexes.map(recipient);

/** Returns a row with its recipient and its number as text, and what else it holds. */
export const row = (index: number, more: IDataObject = {}): IDataObject => ({
	to: recipient(index),
	text: String(index),
	...more,
});

/** Returns the first so many rows. */
export const rows = (count: number, more: (index: number) => IDataObject = () => ({})) =>
	Array.from({ length: count }, (_, index) => row(index, more(index)));

/** The service refuses a message: it is not sent. */
export const REFUSED = { kind: 'answer', status: 422, body: {} } as const satisfies FaultSpec;

/** The service sends a message, and its answer is lost: it is possibly sent. */
export const LOST = { kind: 'reset', when: 'after' } as const satisfies FaultSpec;

/** Returns a fault that meets the message of a row alone. */
export const at = (index: number, fault: FaultSpec): FaultSpec => ({
	...fault,
	match: { to: recipient(index) },
});
