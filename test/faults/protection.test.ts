// The environment comes first: n8n-core reads it while it loads.
import './support/protectedEnvironment';

import { itemsFor } from '../support/send';
import { simulated } from '../support/simulated';
import { REQUESTS } from './support/requests';
import { credentialOf, failureOf, make, SIMULATOR } from './support/tried';

const service = simulated(SIMULATOR);

it.each(REQUESTS)(
	"n8n's protection of private addresses explains itself, and nothing is done, kept or lost: $name",
	async (request) => {
		const reachable = service.simulator.baseUrl.replace('127.0.0.1', 'localhost');
		const items = await itemsFor(service, request.operation, {
			credentials: credentialOf(reachable),
		});
		const acted = () => service.simulator.stats.acted[request.counter] ?? 0;
		const before = acted();
		const { keyOption } = request;
		const run = async (baseUrl: string) =>
			await make(service.simulator, request, {
				items,
				workflowId: service.workflowId,
				options: { maxRetries: 1, ...(keyOption && { [keyOption]: 'key' }) },
				credentials: credentialOf(baseUrl),
			});

		const failure = failureOf(await run(service.simulator.baseUrl));
		expect(failure?.mayHaveBeenSent).toBe(false);
		expect(`${failure?.message} ${failure?.description}`).toMatch(/restricted IP[^]*administrator/);
		expect(acted()).toBe(before);

		const again = await run(reachable);
		expect([failureOf(again), acted() - before]).toEqual([undefined, 1]);
	},
);
