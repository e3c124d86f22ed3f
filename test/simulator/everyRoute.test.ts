import * as endpoints from '../../nodes/MessagingService/service/endpoints';
import type { Endpoint } from '../../nodes/MessagingService/transport/request';
import { PLAIN, useSimulator } from './caller';

/** Every endpoint that the nodes use. That of texts asks for the Enterprise plan by its body alone. */
const ENDPOINTS = Object.values<Endpoint>(endpoints)
	.filter((endpoint) => endpoint !== endpoints.SEND_TEXT_ENTERPRISE)
	.map(({ method, path, enterprise }) => ({
		method: method as 'GET' | 'POST',
		enterprise,
		counter: `${method} ${path}`,
		path: path.replace(/\{\w+\}/g, encodeURIComponent('+12125550101')),
	}));

describe('every route that the nodes use', () => {
	const { simulator, call } = useSimulator();
	const askedFor: typeof call = async (method, path, given) => {
		const reply = await call(method, path, given);
		if (reply.status === 404) throw new Error(`simulator/api has no route ${method} ${path}`);
		return reply;
	};
	afterEach(() => expect(simulator().stats.acted).toEqual({}));

	it.each(ENDPOINTS)('needs a token: $method $path', async ({ method, path }) => {
		for (const authorization of [null, 'Bearer wrong']) {
			expect((await askedFor(method, path, { authorization })).status).toBe(401);
		}
	});

	it.each(ENDPOINTS)('is counted as $counter', async ({ method, path, counter }) => {
		await askedFor(method, path, { authorization: null });
		// A part of the path has one name in simulator/api and in endpoints.ts.
		expect({ 'routes in simulator/api': Object.keys(simulator().stats.received) }).toEqual({
			'routes in simulator/api': [counter],
		});
	});

	it.each(ENDPOINTS.filter(({ enterprise }) => enterprise))(
		'needs an Enterprise plan: $method $path',
		async ({ method, path }) => {
			expect((await askedFor(method, path, { authorization: PLAIN })).status).toBe(403);
		},
	);
});
