import { nextTurn } from '../support/nextTurn';
import { useSimulator } from './caller';

const TO = '+12125550111';

interface ControlState {
	messages: unknown[];
	otps: unknown[];
	intents: unknown[];
	requests: unknown[];
	faults: unknown[];
	pool: unknown[];
	stats: unknown;
}

describe('the control routes', () => {
	const { simulator, post } = useSimulator();
	const control = async (method: string, path: string, body?: unknown) =>
		await fetch(`${simulator().url}/_simulator${path}`, {
			method,
			...(body !== undefined && {
				body: JSON.stringify(body),
				headers: { 'content-type': 'application/json' },
			}),
		});
	const state = async () => (await (await control('GET', '/state')).json()) as ControlState;

	it('tell another process all that a test can see', async () => {
		simulator().fault({ kind: 'answer', status: 500, path: '/never' });
		await post('/send/text', { to: TO, message: 'Hello' });
		await post('/otp/new', { to: TO });
		await post('/enterprise/message/generate', { toNumber: TO, fromNumber: TO });

		const told = await state();
		expect(told).toMatchObject({
			messages: simulator().messages,
			otps: simulator().otps,
			intents: simulator().intents,
			requests: JSON.parse(JSON.stringify(simulator().requests)) as unknown,
			stats: simulator().stats,
			faults: [{ matched: 0, played: 0, spec: { kind: 'answer', path: '/never' } }],
		});
		expect(told.messages).toHaveLength(2);
		expect(told.pool).toHaveLength(simulator().pool.length);
		expect(await (await control('GET', '/stats')).json()).toEqual(simulator().stats);
	});

	it('take a reset: nothing is left of what was', async () => {
		const number = encodeURIComponent('+12125550101');
		await post('/otp/new', { to: TO });
		await post('/enterprise/message/generate', { toNumber: TO, fromNumber: TO });
		await post(`/enterprise/lease/register/${number}`);
		simulator().fault({ kind: 'reset', times: 'always' });

		expect((await control('POST', '/reset')).status).toBe(200);
		expect(await state()).toMatchObject({
			messages: [],
			otps: [],
			intents: [],
			requests: [],
			faults: [],
			stats: { requests: 0, acted: {}, received: {}, answered: {}, inFlight: 0, maxInFlight: 0 },
		});
		expect(new Set(simulator().pool.map(({ data }) => data.status))).toEqual(
			new Set(['available']),
		);

		const { body } = await post('/otp/new', { to: TO });
		expect(body).toMatchObject({ crumbs: { quota: 999_999 } });
	});

	it('take faults and drop them', async () => {
		const response = await control('POST', '/faults', { kind: 'answer', status: 503, times: 2 });
		expect(response.status).toBe(201);
		expect(await response.json()).toMatchObject({ id: expect.any(String) as unknown });
		expect((await post('/send/text', { to: TO, message: 'Hello' })).status).toBe(503);
		await control('DELETE', '/faults');
		expect((await post('/send/text', { to: TO, message: 'Hello' })).status).toBe(200);
	});

	it('open a fault that holds requests', async () => {
		const response = await control('POST', '/faults', { kind: 'delay', held: true });
		const { id } = (await response.json()) as { id: string };
		const reply = post('/send/text', { to: TO, message: 'Hello' });
		while (simulator().stats.inFlight === 0) await nextTurn();
		let held: unknown;
		while (held !== 1) [{ held }] = (await state()).faults as Array<{ held: number }>;
		expect((await control('POST', `/faults/${id}/open`)).status).toBe(200);
		expect((await reply).status).toBe(200);
		expect((await control('POST', '/faults/fault-0/open')).status).toBe(404);
	});

	it.each([
		['no kind', { status: 500 }],
		['an unknown kind', { kind: 'explode' }],
		['an unknown field', { kind: 'reset', recipient: TO }],
		['a status in words', { kind: 'answer', status: '500' }],
		['a redirect to nowhere', { kind: 'redirect' }],
	])('refuse a fault with %s', async (_what, fault) => {
		const response = await control('POST', '/faults', fault);
		expect(response.status).toBe(400);
		expect(await response.json()).toEqual({ error: expect.any(String) as unknown });
		expect(await state()).toMatchObject({ faults: [] });
	});

	it('stay out of the log and the counters', async () => {
		await state();
		await fetch(`${simulator().url}/`);
		expect(simulator().requests).toEqual([]);
		expect(simulator().stats.requests).toBe(0);
	});
});
