import type { N8nClient, WorkflowFile } from '../../playground/src/n8nClient';
import { e2eContext, ended, loggedIn, runWorkflow, simulator } from './support/context';

let client: N8nClient;

beforeAll(async () => {
	client = await loggedIn();
});

beforeEach(async () => await simulator.reset());

const TRIGGER = 'Start';
const recipient = (index: number) => `+1202555010${index}`;

/** Five rows, sent one after the other, with n8n's own Retry On Fail. */
function fiveRows(options: Record<string, unknown>): WorkflowFile {
	const rows = [0, 1, 2, 3, 4].map((index) => ({ to: recipient(index), text: String(index) }));
	const node = (
		name: string,
		type: string,
		typeVersion: number,
		parameters: object,
		x: number,
	) => ({
		id: `${name} ${Math.random()}`,
		name,
		type,
		typeVersion,
		position: [x, 0] as [number, number],
		parameters: parameters as never,
	});
	const link = (to: string) => ({ main: [[{ node: to, type: 'main' as const, index: 0 }]] });
	return {
		name: 'Five rows',
		nodes: [
			node(TRIGGER, 'n8n-nodes-base.manualTrigger', 1, {}, 0),
			node(
				'Rows',
				'n8n-nodes-base.set',
				3.4,
				{ mode: 'raw', jsonOutput: JSON.stringify({ rows }) },
				200,
			),
			node('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'rows' }, 400),
			{
				...node(
					'Send',
					'n8n-nodes-messaging-service.messagingService',
					1,
					{
						resource: 'message',
						operation: 'send',
						channel: 'sms',
						to: '={{ $json.to }}',
						message: '={{ $json.text }}',
						options: { concurrency: 1, maxRetries: 0, ...options },
					},
					600,
				),
				credentials: { messagingServiceApi: e2eContext().credential },
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 0,
			},
		],
		connections: { [TRIGGER]: link('Rows'), Rows: link('Split'), Split: link('Send') },
	};
}

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
		expect(json('Send')).toEqual([
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
		expect(json('Send')[2]).toEqual({ skipped: true, sendOnceKey: '2' });
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
		expect(again.json('Send')).toEqual(
			[0, 1, 2, 3, 4].map((index) => ({ skipped: true, sendOnceKey: String(index) })),
		);
	});
});
