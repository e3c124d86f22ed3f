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

describe('faults', () => {
	it('before the service acts change nothing; after it, the real answer stays where they name no other', async () => {
		service.simulator.fault({ kind: 'answer', when: 'before', status: 500, body: [] });
		service.simulator.fault({ kind: 'answer', when: 'after', status: 503 });
		expect(await send()).toMatchObject({ status: 500, body: [] });
		expect(acted()).toBe(0);
		const message = expect.any(String) as unknown;
		expect(await send()).toMatchObject({ status: 503, body: { message } });
		expect(acted()).toBe(1);
	});

	it('are played in their order, once, as often as told, or until they are cleared', async () => {
		service.simulator.fault({ kind: 'answer', status: 500 });
		service.simulator.fault({ kind: 'answer', status: 503, nth: 2, times: 2 });
		expect(await statuses(5)).toEqual([500, 200, 503, 503, 200]);

		service.simulator.fault({ kind: 'answer', status: 500, times: 'always' });
		expect(await statuses(2)).toEqual([500, 500]);
		service.simulator.clearFaults();
		expect(await statuses(1)).toEqual([200]);
	});

	it('hit certain recipients, channels and endpoints only', async () => {
		const [to, imessage] = [{ to: [OTHER] }, { 'beta_features.imessage': true }];
		service.simulator.fault({ kind: 'answer', status: 500, match: to, times: 'always' });
		service.simulator.fault({ kind: 'answer', status: 501, match: imessage });
		service.simulator.fault({ kind: 'answer', status: 502, path: '/enterprise/lease/*' });
		expect((await send()).status).toBe(200);
		expect((await send(OTHER)).status).toBe(500);
		const message = { to: TO, message: 'Hello', beta_features: { imessage: true } };
		expect((await call('POST', '/send/text', message)).status).toBe(501);
		expect((await call('GET', '/enterprise/lease/purchasable')).status).toBe(502);
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
