import { nextTurn } from '../support/nextTurn';
import { useSimulator } from './caller';

const TO = '+12125550111';
const OTHER = '+12125550122';

describe('faults', () => {
	const { simulator, get, post } = useSimulator();
	const send = async (to = TO, signal?: AbortSignal) =>
		await post('/send/text', { to, message: 'Hello' }, signal && { signal });
	const statuses = async (count: number) => {
		const answered = [];
		for (let sent = 0; sent < count; sent += 1) answered.push((await send()).status);
		return answered;
	};
	const acted = () => simulator().stats.acted['POST /send/text'] ?? 0;
	const expectActed = (when: 'before' | 'after') => {
		expect(acted()).toBe(when === 'after' ? 1 : 0);
		expect(simulator().messages).toHaveLength(when === 'after' ? 1 : 0);
		expect(simulator().requests).toMatchObject([
			{ acted: when === 'after', faultId: expect.any(String) as unknown },
		]);
	};

	describe.each(['before', 'after'] as const)('%s the service has acted', (when) => {
		it('can be any status, with headers and body', async () => {
			const headers = { 'retry-after': '7', 'x-two': ['a', 'b'] };
			simulator().fault({ kind: 'answer', when, status: 429, headers, body: { wait: true } });
			const reply = await send();
			expect(reply).toMatchObject({ status: 429, body: { wait: true } });
			expect(reply.headers.get('retry-after')).toBe('7');
			expect(reply.headers.get('x-two')).toBe('a, b');
			expect(reply.headers.get('content-type')).toContain('application/json');
			expectActed(when);
		});

		it.each([[[]], [null], [17], [{}], ['not JSON {']])('can be the body %j', async (body) => {
			simulator().fault({ kind: 'answer', when, status: 200, body });
			expect(await send()).toMatchObject({ status: 200, body });
			expectActed(when);
		});

		it('can be a web page', async () => {
			simulator().fault({ kind: 'html', when, status: 502 });
			const reply = await send();
			expect(reply).toMatchObject({
				status: 502,
				body: expect.stringContaining('<html>') as unknown,
			});
			expect(reply.headers.get('content-type')).toContain('text/html');
			expectActed(when);
		});

		it('can be an empty body', async () => {
			simulator().fault({ kind: 'empty', when });
			expect(await send()).toMatchObject({ status: 200, body: '' });
			expectActed(when);
		});

		it('can be a redirect', async () => {
			const location = 'http://127.0.0.1:9/elsewhere';
			simulator().fault({ kind: 'redirect', when, status: 307, location });
			const reply = await send();
			expect(reply.status).toBe(307);
			expect(reply.headers.get('location')).toBe(location);
			expectActed(when);
		});

		it('can be a body that ends too early', async () => {
			simulator().fault({ kind: 'truncatedBody', when });
			await expect(send()).rejects.toThrow('terminated');
			expectActed(when);
		});

		it('can be JSON that is cut', async () => {
			simulator().fault({ kind: 'truncatedJson', when, body: { message: 'Hello' } });
			expect(await send()).toMatchObject({ status: 200, body: '{"message"' });
			expectActed(when);
		});

		it('can be a body that drips', async () => {
			simulator().fault({ kind: 'slowBody', when, intervalMs: 1, body: { message: 'Hello' } });
			expect(await send()).toMatchObject({ status: 200, body: { message: 'Hello' } });
			expectActed(when);
		});

		it('can be a reset connection', async () => {
			simulator().fault({ kind: 'reset', when });
			await expect(send()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
			expectActed(when);
		});

		it('can be silence', async () => {
			simulator().fault({ kind: 'hang', when });
			const impatience = new AbortController();
			const reply = send(TO, impatience.signal);
			while (simulator().requests[0]?.faultId == null) await nextTurn();
			while (when === 'after' && acted() === 0) await nextTurn();
			impatience.abort();

			await expect(reply).rejects.toThrow('aborted');
			expectActed(when);

			while (simulator().stats.inFlight > 0) await nextTurn();
			expect(simulator().requests).toMatchObject([{ status: null }]);
		});
	});

	it.each(['before', 'after'] as const)('can be mere lateness, %s the act', async (when) => {
		simulator().fault({ kind: 'delay', when, delayMs: 30 });
		expect(await send()).toMatchObject({
			status: 200,
			body: { message: `Message sent to ${TO}.` },
		});
		const [request] = simulator().requests;
		expect((request?.answeredAt ?? 0) - (request?.receivedAt ?? 0)).toBeGreaterThan(25);
		expect(request?.acted).toBe(true);
	});

	it('keep the real answer where they name no other', async () => {
		simulator().fault({ kind: 'slowBody', when: 'after', intervalMs: 0 });
		expect(await send()).toMatchObject({ body: { message: `Message sent to ${TO}.` } });
		simulator().fault({ kind: 'answer', when: 'after', status: 500 });
		expect(await send()).toMatchObject({
			status: 500,
			body: { message: `Message sent to ${TO}.` },
		});
	});

	it('are played once, in the order in which they came', async () => {
		simulator().fault({ kind: 'answer', status: 500 });
		simulator().fault({ kind: 'answer', status: 503 });
		expect(await statuses(3)).toEqual([500, 503, 200]);
	});

	it('are played as often as told, from the nth request on', async () => {
		simulator().fault({ kind: 'answer', status: 500, nth: 2, times: 2 });
		expect(await statuses(5)).toEqual([200, 500, 500, 200, 200]);
	});

	it('are played always, until they are cleared', async () => {
		const fault = simulator().fault({ kind: 'answer', status: 500, times: 'always' });
		expect(await statuses(3)).toEqual([500, 500, 500]);
		expect(fault).toMatchObject({ matched: 3, played: 3 });
		simulator().clearFaults();
		expect(await statuses(1)).toEqual([200]);
	});

	it('hit certain recipients only', async () => {
		simulator().fault({ kind: 'answer', status: 500, match: { to: [OTHER] }, times: 'always' });
		expect((await send()).status).toBe(200);
		expect((await send(OTHER)).status).toBe(500);
	});

	it('hit certain channels only', async () => {
		simulator().fault({ kind: 'answer', status: 500, match: { 'beta_features.imessage': true } });
		expect((await send()).status).toBe(200);
		const imessage = { to: TO, message: 'Hello', beta_features: { imessage: true } };
		expect((await post('/send/text', imessage)).status).toBe(500);
	});

	it('hit certain endpoints only', async () => {
		simulator().fault({ kind: 'answer', status: 500, method: 'POST', path: '/otp/new' });
		simulator().fault({ kind: 'answer', status: 502, path: '/enterprise/lease/*' });
		simulator().fault({ kind: 'answer', status: 503, path: `/enterprise/lease/status/${TO}` });
		expect(await statuses(1)).toEqual([200]);
		expect((await post('/otp/new', { to: TO })).status).toBe(500);
		expect((await get('/enterprise/lease/purchasable')).status).toBe(502);
		expect((await get(`/enterprise/lease/status/${encodeURIComponent(TO)}`)).status).toBe(503);
	});

	it('must make sense', () => {
		expect(() => simulator().fault({ kind: 'redirect' })).toThrow('location');
	});

	describe('that hold requests', () => {
		it('let them go, and all that come later, once they are opened', async () => {
			const gate = simulator().hold();
			const replies = [send(), send(OTHER)];
			await gate.holds(2);
			expect(acted()).toBe(0);
			gate.open();
			expect(await Promise.all(replies)).toMatchObject([{ status: 200 }, { status: 200 }]);
			expect(await statuses(1)).toEqual([200]);
			expect(gate.held).toBe(0);
		});

		it('make way for the next fault once they are opened', async () => {
			const first = simulator().hold();
			const second = simulator().hold();
			const replies = [send()];
			await first.holds(1);
			first.open();
			await replies[0];
			replies.push(send());
			await second.holds(1);
			second.open();
			expect((await replies[1])?.status).toBe(200);
		});

		it('hold those that match, as often as told, and the others pass', async () => {
			const gate = simulator().hold({ match: { to: OTHER }, times: 1 });
			const held = send(OTHER);
			await gate.holds(1);
			expect(await statuses(1)).toEqual([200]);
			expect((await send(OTHER)).status).toBe(200);
			gate.open();
			expect((await held).status).toBe(200);
		});

		it.each(['before', 'after'] as const)('can hold them %s the act', async (when) => {
			const gate = simulator().hold({ when });
			const reply = send();
			await gate.holds(1);
			expectActed(when);
			gate.open();
			expect(await reply).toMatchObject({ status: 200 });
		});

		it('may spoil the answer when they are opened', async () => {
			const gate = simulator().hold({ kind: 'answer', status: 422, times: 1 });
			const reply = send();
			await gate.holds(1);
			gate.open();
			expect((await reply).status).toBe(422);
			expect(await statuses(1)).toEqual([200]);
		});

		it('let them go when all faults are cleared', async () => {
			const gate = simulator().hold();
			const reply = send();
			await gate.holds(1);
			simulator().clearFaults();
			expect((await reply).status).toBe(200);
		});

		it('forget a request whose caller has gone: it is never acted on', async () => {
			const gate = simulator().hold();
			const impatience = new AbortController();
			const reply = send(TO, impatience.signal);
			await gate.holds(1);
			impatience.abort();
			await expect(reply).rejects.toThrow('aborted');
			while (gate.held > 0) await nextTurn();
			gate.open();
			expect(await statuses(1)).toEqual([200]);
			expect(acted()).toBe(1);
		});
	});
});

describe('a simulator with latency', () => {
	const { simulator, get, post } = useSimulator({ latencyMs: 30 });

	it('answers late, also when it refuses', async () => {
		await post('/otp/new', { to: TO });
		await get('/enterprise/lease/purchasable', { authorization: null });
		for (const { receivedAt, answeredAt } of simulator().requests) {
			expect((answeredAt ?? 0) - receivedAt).toBeGreaterThan(25);
		}
	});
});
