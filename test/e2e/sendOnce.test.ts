import type { INodeParameters } from 'n8n-workflow';

import type { N8nClient } from '../../playground/src/n8nClient';
import { ended } from '../support/executions';
import { e2eContext, loggedIn, runWorkflow, simulator } from './support/context';
import { recipient, SENDER, sendRows, TRIGGER } from './support/rows';

let client: N8nClient;

beforeAll(async () => {
	client = await loggedIn();
});

beforeEach(async () => await simulator.reset());

/** Five rows, sent one after the other, with n8n's own Retry On Fail. */
const fiveRows = (options: INodeParameters) =>
	sendRows(
		5,
		e2eContext().credential,
		{ concurrency: 1, maxRetries: 0, ...options },
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
	);

const sent = async () => (await simulator.state()).messages.map(({ text }) => text);
const busyAt2 = { kind: 'answer' as const, status: 429, body: {}, match: { to: recipient(2) } };

describe('five messages with Retry On Fail, of which the third fails once', () => {
	it('are sent once each with a Send Once Key', async () => {
		await simulator.fault(busyAt2);
		const { status, json } = await runWorkflow(
			client,
			fiveRows({ sendOnceKey: '={{ $json.text }}' }),
			TRIGGER,
		);
		expect(status).toBe('success');
		expect(await sent()).toEqual(['0', '1', '2', '3', '4']);
		expect(json(SENDER)).toEqual([
			{ skipped: true, sendOnceKey: '0' },
			{ skipped: true, sendOnceKey: '1' },
			expect.objectContaining({ crumbs: expect.any(Object) }),
			expect.objectContaining({ crumbs: expect.any(Object) }),
			expect.objectContaining({ crumbs: expect.any(Object) }),
		]);
	});

	it('are sent once at most when it is open what became of the third', async () => {
		await simulator.fault({ kind: 'reset', when: 'after', match: { to: recipient(2) } });
		const { json } = await runWorkflow(
			client,
			fiveRows({ sendOnceKey: '={{ $json.text }}' }),
			TRIGGER,
		);
		expect(await sent()).toEqual(['0', '1', '2', '3', '4']);
		expect(json(SENDER)[2]).toEqual({ skipped: true, sendOnceKey: '2', mayHaveBeenSent: true });
	});

	it('are sent twice in part without a key, as n8n reruns the whole node', async () => {
		await simulator.fault(busyAt2);
		await runWorkflow(client, fiveRows({}), TRIGGER);
		expect(await sent()).toEqual(['0', '1', '0', '1', '2', '3', '4']);
	});

	it('are not sent again when the workflow is run again', async () => {
		const file = fiveRows({ sendOnceKey: '={{ $json.text }}' });
		const { workflow } = await runWorkflow(client, file, TRIGGER);
		const again = await ended(client, await client.run(workflow, TRIGGER));
		expect(await sent()).toEqual(['0', '1', '2', '3', '4']);
		expect(again.json(SENDER)).toEqual(
			[0, 1, 2, 3, 4].map((index) => ({ skipped: true, sendOnceKey: String(index) })),
		);
	});
});
