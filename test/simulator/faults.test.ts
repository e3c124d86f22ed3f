import type { FaultSpec } from '../../simulator';
import { nextTurn } from '../support/clock';
import { simulated } from '../support/simulated';

const service = simulated();
const { call } = service;

const TO = '+12125550111';
const OTHER = '+12125550122';

const send = async (to = TO, signal?: AbortSignal) =>
	await call('POST', '/send/text', { to, message: 'Hello' }, signal && { signal });
const statuses = async (count: number) => {
	const answered = [];
	for (let sent = 0; sent < count; sent++) answered.push((await send()).status);
	return answered;
};
const acted = () => service.simulator.stats.acted['POST /send/text'] ?? 0;

const WEB_PAGE = expect.stringContaining('<html>') as unknown;

describe.each(['before', 'after'] as const)('a fault %s the service has acted', (when) => {
	afterEach(() => {
		expect(acted()).toBe(when === 'after' ? 1 : 0);
		expect(service.simulator.messages).toHaveLength(when === 'after' ? 1 : 0);
		expect(service.simulator.requests).toMatchObject([{ acted: when === 'after' }]);
	});

	const headers = { 'retry-after': '7', 'x-two': ['a', 'b'] };
	const location = 'http://127.0.0.1:9/elsewhere';
	const body = { message: 'Hello' };

	it.each<[string, FaultSpec, object]>([
		['any status', { kind: 'answer', status: 429, body }, { status: 429, body }],
		['a list', { kind: 'answer', body: [] }, { status: 200, body: [] }],
		['null', { kind: 'answer', body: null }, { body: null }],
		['text', { kind: 'answer', body: 'not JSON {' }, { body: 'not JSON {' }],
		['a web page', { kind: 'html', status: 502 }, { status: 502, body: WEB_PAGE }],
		['an empty body', { kind: 'empty' }, { status: 200, body: '' }],
		['a redirect', { kind: 'redirect', status: 307, location }, { status: 307 }],
		['JSON that is cut', { kind: 'truncatedJson', body }, { body: '{"message"' }],
		['a body that drips', { kind: 'slowBody', intervalMs: 1, body }, { status: 200, body }],
	])('can be %s, with headers', async (_, fault, expected) => {
		service.simulator.fault({ ...fault, when, headers });
		const reply = await send();
		expect(reply).toMatchObject(expected);
		expect([reply.headers.get('retry-after'), reply.headers.get('x-two')]).toEqual(['7', 'a, b']);
		expect(reply.headers.get('location')).toBe(fault.location ?? null);
	});

	it.each<[string, FaultSpec, object]>([
		['a body that ends too early', { kind: 'truncatedBody' }, { message: 'terminated' }],
		['a reset connection', { kind: 'reset' }, { cause: { code: 'ECONNRESET' } }],
	])('can be %s', async (_, fault, expected) => {
		service.simulator.fault({ ...fault, when });
		await expect(send()).rejects.toMatchObject(expected);
	});

	it('can be silence', async () => {
		const fault = service.simulator.fault({ kind: 'hang', when });
		const impatience = new AbortController();
		const reply = send(TO, impatience.signal);
		while (fault.played === 0) await nextTurn();
		while (when === 'after' && acted() === 0) await nextTurn();
		impatience.abort();
		await expect(reply).rejects.toThrow('aborted');
		while (service.simulator.stats.inFlight > 0) await nextTurn();
	});
});

it('a fault keeps the real answer where it names no other', async () => {
	service.simulator.fault({ kind: 'answer', when: 'after', status: 500 });
	expect(await send()).toMatchObject({
		status: 500,
		body: { message: expect.any(String) as unknown },
	});
});

describe('faults', () => {
	it('are played once, in the order in which they came', async () => {
		service.simulator.fault({ kind: 'answer', status: 500 });
		service.simulator.fault({ kind: 'answer', status: 503 });
		expect(await statuses(3)).toEqual([500, 503, 200]);
	});

	it('are played as often as told, from the nth request on', async () => {
		service.simulator.fault({ kind: 'answer', status: 500, nth: 2, times: 2 });
		expect(await statuses(5)).toEqual([200, 500, 500, 200, 200]);
	});

	it('are played always, until they are cleared', async () => {
		service.simulator.fault({ kind: 'answer', status: 500, times: 'always' });
		expect(await statuses(2)).toEqual([500, 500]);
		service.simulator.clearFaults();
		expect(await statuses(1)).toEqual([200]);
	});

	it('hit certain recipients, channels and endpoints only', async () => {
		service.simulator.fault({
			kind: 'answer',
			status: 500,
			match: { to: [OTHER] },
			times: 'always',
		});
		service.simulator.fault({
			kind: 'answer',
			status: 501,
			match: { 'beta_features.imessage': true },
		});
		service.simulator.fault({ kind: 'answer', status: 502, path: '/enterprise/lease/*' });
		expect((await send()).status).toBe(200);
		expect((await send(OTHER)).status).toBe(500);
		const imessage = { to: TO, message: 'Hello', beta_features: { imessage: true } };
		expect((await call('POST', '/send/text', imessage)).status).toBe(501);
		expect((await call('GET', '/enterprise/lease/purchasable')).status).toBe(502);
	});

	it('must make sense', () => {
		expect(() => service.simulator.fault({ kind: 'redirect' })).toThrow('location');
	});
});

describe('a gate', () => {
	it('lets go what it holds, and all that comes later, once it is opened', async () => {
		const gate = service.simulator.hold();
		const replies = [send(), send(OTHER)];
		await gate.holds(2);
		expect(acted()).toBe(0);
		gate.open();
		expect(await Promise.all(replies)).toMatchObject([{ status: 200 }, { status: 200 }]);
		expect(await statuses(1)).toEqual([200]);
	});

	it('holds what matches, as often as told, and may spoil the answer', async () => {
		const refusal = { kind: 'answer', status: 422, match: { to: OTHER }, times: 1 } as const;
		const gate = service.simulator.hold(refusal);
		const held = send(OTHER);
		await gate.holds(1);
		expect(await statuses(1)).toEqual([200]);
		expect((await send(OTHER)).status).toBe(200);
		gate.open();
		expect((await held).status).toBe(422);
	});

	it('lets all go when the faults are cleared', async () => {
		const gate = service.simulator.hold();
		const reply = send();
		await gate.holds(1);
		service.simulator.clearFaults();
		expect((await reply).status).toBe(200);
	});

	it('forgets a request whose caller has gone: it is never acted on', async () => {
		const gate = service.simulator.hold();
		const impatience = new AbortController();
		const reply = send(TO, impatience.signal);
		await gate.holds(1);
		impatience.abort();
		await expect(reply).rejects.toThrow('aborted');
		while (gate.held > 0) await nextTurn();
		gate.open();
		expect(acted()).toBe(0);
	});
});
