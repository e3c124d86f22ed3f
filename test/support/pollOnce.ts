import type { N8nClient, StoredWorkflow } from '../../playground/src/n8nClient';
import type { Stats } from '../../simulator';
import { until } from './executions';

/**
 * Polls once. Publishing a workflow polls at once, so that a poll need not be waited for.
 * @param stats of the simulator that is polled
 */
export async function pollOnce(
	client: N8nClient,
	workflow: StoredWorkflow,
	stats: () => Promise<Stats> | Stats,
): Promise<void> {
	const before = (await stats()).requests;
	await client.activate(await client.workflow(workflow.id));
	await until(async () => {
		const { requests, inFlight } = await stats();
		return requests > before && inFlight === 0;
	});
	await client.deactivate(workflow.id);
}
