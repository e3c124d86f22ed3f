import { LOST, recipient, rows } from '../support/rows';
import { sharedN8n } from './support/n8n';
import { inARow, node, sendNode, split, start } from './support/workflow';

const n8n = sharedN8n();

const loseAnswers = () => n8n.simulator.fault({ ...LOST, times: 'always' });

describe('a message whose answer is lost', () => {
	const TOLD = 'This message may have been sent';
	const sending = () => sendNode({ to: recipient(0), message: 'Hello' });

	it('is told so to a parent workflow that continues', async () => {
		loseAnswers();
		const called = node('Called', 'executeWorkflowTrigger', { inputSource: 'passthrough' });
		const workflowJson = JSON.stringify(await n8n.create(inARow(called, sending())));
		const call = node(
			'Call',
			'executeWorkflow',
			{ source: 'parameter', workflowJson, options: {} },
			{ onError: 'continueRegularOutput' },
		);
		const { status, json } = await n8n.run(inARow(start(), call));

		expect(status).toBe('success');
		expect(JSON.stringify(json('Call'))).toContain(TOLD);
		expect(n8n.texts).toEqual(['Hello']);
	});

	it('is told so to the error workflow', async () => {
		loseAnswers();
		const file = inARow(node('Failed', 'errorTrigger'), node('End', 'noOp'));
		// n8n 1 publishes no workflow that nothing else starts.
		const another = node('Another', 'webhook', { path: crypto.randomUUID() });
		const handler = await n8n.create({ ...file, nodes: [...file.nodes, another] });

		const path = crypto.randomUUID();
		const webhook = node('Called', 'webhook', { path, options: {} }, { webhookId: path });
		const settings = { errorWorkflow: handler.id };
		const failing = await n8n.create({ ...inARow(webhook, sending()), settings });

		await n8n.published(handler, async () => {
			await n8n.published(failing, async () => await n8n.call(`/webhook/${path}`));
			const { json } = await n8n.fired(handler);
			const [{ execution }] = json('Failed') as Array<{ execution: { error: Error } }>;
			expect(execution.error.message).toContain(TOLD);
		});
		expect(n8n.texts).toEqual(['Hello']);
	});
});

it('an execution that is stopped ends, and sends nothing more', async () => {
	n8n.simulator.fault({ kind: 'hang', times: 'always' });
	const id = await n8n.start(inARow(start(), ...split(rows(50)), sendNode()));
	while (n8n.simulator.stats.requests < 10) await n8n.client.execution(id);
	await n8n.client.stopExecution(id);
	expect((await n8n.ended(id)).status).toBe('canceled');
	expect(n8n.simulator.stats.requests).toBeLessThanOrEqual(10);

	// A whole further execution passes, and still nothing of the stopped one has started.
	n8n.simulator.reset();
	await n8n.run(inARow(start(), ...split(rows(3)), sendNode()));
	expect(n8n.simulator.stats.requests).toBe(3);
});
