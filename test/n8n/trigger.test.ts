import type { StoredWorkflow } from '../../playground/src/n8nClient';
import { recipient } from '../support/rows';
import { sharedN8n, until } from './support/n8n';
import { inARow, node, sendNode } from './support/workflow';

const n8n = sharedN8n();

const NUMBER = '+12125550101';
const TRIGGER = 'Watch';

const watching = async (parameters: object) =>
	await n8n.create(
		inARow(
			node(TRIGGER, 'messagingServiceTrigger', {
				pollTimes: { item: [{ mode: 'everyX', value: 12, unit: 'hours' }] },
				...parameters,
			}),
			sendNode({ to: recipient(0), message: '={{ $json.data.e164 }}' }),
		),
	);

const available = async () => await watching({ event: 'numberAvailable', filters: {} });
const changed = async (...numbers: string[]) =>
	await watching({ event: 'numberStatusChanged', numbers });

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

describe('a published workflow', () => {
	it('starts for a number that becomes available, once, and for no other', async () => {
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

	it('starts when the status of a watched number changes, and says what it was', async () => {
		const workflow = await changed(NUMBER);
		await poll(workflow);
		expect(await executions(workflow)).toEqual([]);
		await n8n.lease('register', NUMBER);
		await poll(workflow);
		const { json } = await n8n.fired(workflow);
		expect(json(TRIGGER)).toMatchObject([
			{ data: { status: 'adopted' }, previous: { status: 'available', health: 'good' } },
		]);
	});
});

it('run by hand, it returns what is there now', async () => {
	const { json } = await n8n.run(await changed(NUMBER));
	expect(json(TRIGGER)).toMatchObject([{ data: { e164: NUMBER, status: 'available' } }]);
});
