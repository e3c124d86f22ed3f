// The environment comes first: n8n-core reads it while it loads.
import './support/protectedEnvironment';

import { simulated } from '../support/simulated';
import { actedOn, expectFailure, make, READS, SENDS, SIMULATOR } from './support/tried';

const service = simulated(SIMULATOR);

it.each([READS, SENDS])(
	"n8n's protection of private addresses explains itself, and nothing is done, kept or lost: $operation",
	async (kind) => {
		const { simulator, workflowId } = service;
		// What prepares the items has to get through.
		const reachable = simulator.baseUrl.replace('127.0.0.1', 'localhost');
		const refused = await make(simulator, kind, simulator.baseUrl, { workflowId, fails: true });
		expectFailure(refused, 'blocked', kind);
		expect(`${refused.error.message} ${refused.error.description}`).toMatch(
			/private addresses blocks 127[^]*N8N_SSRF_ALLOWED/,
		);
		expect(actedOn(simulator, kind)).toBe(0);

		await make(simulator, kind, reachable, { workflowId });
		expect(actedOn(simulator, kind)).toBe(1);
	},
);
