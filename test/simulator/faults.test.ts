import type { FaultSpec } from '../../simulator';
import { nextTurn } from '../support/nextTurn';
import { useSimulator } from './caller';

const TO = '+12125550111';
const OTHER = '+12125550122';

describe('faults', () => {
	const { simulator, get, post } = useSimulator({ prefix: '/v1' });
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

	it('are played by chance, the same for the same seed', async () => {
		const chance: FaultSpec = {
			kind: 'answer',
			status: 500,
			probability: 0.3,
			seed: 7,
			times: 'always',
		};
		simulator().fault(chance);
		const first = await statuses(100);
		simulator().clearFaults();
		simulator().fault(chance);
		expect(await statuses(100)).toEqual(first);
		const failed = first.filter((status) => status === 500).length;
		expect(failed).toBeGreaterThan(15);
		expect(failed).toBeLessThan(45);
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
