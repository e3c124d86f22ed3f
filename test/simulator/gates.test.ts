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
