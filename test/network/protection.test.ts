// The environment comes first: n8n-core reads it while it loads.
import './support/protectedEnvironment';

import { ENDPOINTS } from '../faults/endpoints';
import { prepare } from '../faults/cell';
import { TOKEN } from '../faults/matrix';
import { KeyStore } from '../support/keyStore';
import { MAY_HAVE_BEEN_SENT } from '../support/mayHaveBeenSent';
import { simulated } from '../support/simulated';
import { parametersOf } from './cell';

const account = { name: 'enterprise', token: TOKEN, enterprise: true, plan: 'unlimited' };
const service = simulated({
	accounts: [{ ...account, quota: 1000, ad: false }],
	otpCode: () => '123456',
});

beforeAll(async () => await new KeyStore().register());

describe("n8n's protection against requests to private addresses", () => {
	it.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
		'explains itself, and nothing is done, kept or lost: %s',
		async (name, endpoint) => {
			const reachable = service.simulator.baseUrl.replace('127.0.0.1', 'localhost');
			const input = await prepare(endpoint, reachable);
			const acted = () => service.simulator.stats.acted[endpoint.counter] ?? 0;
			const before = acted();

			const run = async (baseUrl: string) =>
				await service.run(parametersOf(endpoint, { maxRetries: 1 }), {
					input,
					workflowId: name,
					credentials: { baseUrl, apiToken: TOKEN, authScheme: 'Bearer' },
				});

			const { error } = await run(service.simulator.baseUrl);
			expect(error?.message).toMatch(/blocked because it resolves to a restricted IP address/);
			expect(error?.description).toMatch(/ask your n8n administrator to allowlist/);
			expect(error?.message).not.toMatch(MAY_HAVE_BEEN_SENT);
			expect(acted()).toBe(before);

			const again = await run(reachable);
			expect([again.error, acted() - before]).toEqual([undefined, 1]);
		},
	);
});
