import { OPERATIONS, requestLine } from '../support/operations';
import { simulated } from '../support/simulated';

const service = simulated();

describe.each(OPERATIONS)('the example of $name', (tried) => {
	it('makes the requests that test/support/operations.ts names', async () => {
		await service.runExample(tried);
		const lines = service
			.asked()
			.slice(-tried.requests.length)
			.map(({ method, path, query }) => `${method} ${path}${query && `?${query}`}`);
		tried.requests.forEach((endpoint, index) => {
			expect(lines[index]).toMatch(requestLine(endpoint));
		});
	});

	it('is refused by the simulator with a field or a query that it does not know', async () => {
		await service.runExample(tried);
		const { acted } = service.simulator.stats;
		for (const { method, path, query, body } of service.asked()) {
			const address = `${service.simulator.baseUrl}${path}?${query}`;
			const headers = {
				authorization: 'Bearer demo-enterprise',
				...(body !== undefined && { 'content-type': 'application/json' }),
			};
			const given = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
			expect((await fetch(`${address}&unknown=1`, given)).status).toBe(400);
			if (method === 'GET') continue;
			const more = JSON.stringify({ ...(body as object | undefined), unknown: 1 });
			const json = { ...headers, 'content-type': 'application/json' };
			expect((await fetch(address, { ...given, headers: json, body: more })).status).toBe(400);
		}

		expect(service.simulator.stats.acted).toEqual(acted);
	});
});
