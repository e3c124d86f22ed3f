import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import type { N8nClient, WorkflowFile } from '../../playground/src/n8nClient';
import { ended } from '../support/executions';
import { e2eContext, loggedIn, runWorkflow, simulator } from './support/context';
import { inRounds, recipient, SENDER, sendRows, TRIGGER } from './support/rows';

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
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
	);

const sent = async () => (await simulator.state()).messages.map(({ text }) => text);
const busyAt2 = { kind: 'answer' as const, status: 429, body: {}, match: { to: recipient(2) } };

describe('five messages with Retry On Fail, of which the third fails once,', () => {
	it.each<[string, INodeParameters]>([
		['with a Send Once Key', { sendOnceKey: '={{ $json.text }}' }],
		['without a key', {}],
	])('are sent once each %s', async (_, options) => {
		await simulator.fault(busyAt2);
		const { status, json } = await runWorkflow(client, fiveRows(options), TRIGGER);
		expect(status).toBe('success');
		expect(await sent()).toEqual(['0', '1', '2', '3', '4']);
		const done = expect.objectContaining({ crumbs: expect.any(Object) as unknown }) as unknown;
		expect(json(SENDER)).toEqual([done, done, done, done, done]);
	});

	it('stop at the third when it may have been sent, which is not tried again', async () => {
		await simulator.fault({ kind: 'reset', when: 'after', match: { to: recipient(2) } });
		const { status } = await runWorkflow(client, fiveRows({}), TRIGGER);
		expect(status).toBe('error');
		expect(await sent()).toEqual(['0', '1', '2']);
	});
});

it('five messages with keys are not sent again when the workflow is run again', async () => {
	const file = fiveRows({ sendOnceKey: '={{ $json.text }}' });
	const { workflow } = await runWorkflow(client, file, TRIGGER);
	const again = await ended(client, await client.run(workflow, TRIGGER));
	expect(await sent()).toEqual(['0', '1', '2', '3', '4']);
	expect(again.json(SENDER)).toEqual(
		[0, 1, 2, 3, 4].map((index) => ({ skipped: true, sendOnceKey: String(index) })),
	);
});

describe('with Retry On Fail, where the third is refused once, five messages', () => {
	const node = (name: string, type: string, parameters: INodeParameters): INode => ({
		id: name,
		name,
		type: `n8n-nodes-base.${type}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
	});
	const to = (...names: string[]) =>
		names.map((node) => ({ node, type: 'main' as const, index: 0 }));

	/** Runs a workflow, and tells which messages were sent in which order. */
	const sentBy = async (file: WorkflowFile) => {
		await simulator.fault(busyAt2);
		const { status } = await runWorkflow(client, file, TRIGGER);
		expect(status).toBe('success');
		return await sent();
	};

	it('that come by two branches are sent once for each', async () => {
		const file = fiveRows({});
		(file.connections as IConnections).Split.main = [to(SENDER, SENDER)];
		const texts = await sentBy(file);
		expect(texts).toEqual(['0', '1', '2', '3', '4', '0', '1', '2', '3', '4']);
	});

	it('are sent once each in a loop', async () => {
		expect(await sentBy(inRounds(fiveRows({}), 2))).toEqual(['0', '1', '2', '3', '4']);
	});

	it('are sent once each by a sub-workflow', async () => {
		const child = fiveRows({});
		child.nodes[0] = node(TRIGGER, 'executeWorkflowTrigger', {});
		const parent: WorkflowFile = {
			name: 'Parent',
			nodes: [
				node(TRIGGER, 'manualTrigger', {}),
				node('Child', 'executeWorkflow', {
					source: 'parameter',
					workflowJson: JSON.stringify(child),
				}),
			],
			connections: { [TRIGGER]: { main: [to('Child')] } },
		};

		expect(await sentBy(parent)).toEqual(['0', '1', '2', '3', '4']);
	});
});
