import type { StoredWorkflow } from '../../playground/src/n8nClient';
import { recipient } from '../support/rows';
import { sharedN8n, until } from './support/n8n';
import { inARow, node, sendNode } from './support/workflow';

const n8n = sharedN8n();

const NUMBER = '+12125550101';
const TRIGGER = 'Watch';

const available = async () =>
	await n8n.create(
		inARow(
			node(TRIGGER, 'messagingServiceTrigger', {
				pollTimes: { item: [{ mode: 'everyX', value: 12, unit: 'hours' }] },
				event: 'numberAvailable',
				filters: {},
			}),
			sendNode({ to: recipient(0), message: '={{ $json.data.e164 }}' }),
		),
	);

/** Polls once: publishing a workflow polls at once. */
async function poll(workflow: StoredWorkflow): Promise<void> {
	const before = n8n.simulator.stats.requests;
	await n8n.published(workflow, async () => {
		await until(async () => {
			const { requests, inFlight } = n8n.simulator.stats;
			return requests > before && inFlight === 0;
		});
	});
}

const executions = async ({ id }: StoredWorkflow) => await n8n.client.executions(id);

it('a published workflow starts for a number that becomes available, once, and for no other', async () => {
	const workflow = await available();
	await n8n.lease('register', NUMBER);
	await poll(workflow);
	await poll(workflow);
	expect(await executions(workflow)).toEqual([]);

	await n8n.lease('relinquish', NUMBER);
	await poll(workflow);
	const { status, json } = await n8n.fired(workflow);
	expect(status).toBe('success');
	expect(json(TRIGGER)).toMatchObject([
		{ data: { e164: NUMBER }, pools: expect.arrayContaining(['text']) },
	]);
	expect(n8n.texts).toEqual([NUMBER]);

	await poll(workflow);
	expect(await executions(workflow)).toHaveLength(1);
});
