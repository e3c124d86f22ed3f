import { useSimulator } from './caller';

const TO = '+12125550111';

describe('the request log', () => {
	const { simulator, get, post } = useSimulator();

	it('holds a request as it came and what became of it', async () => {
		const body = { to: TO, message: 'Hello', beta_features: { imessage: true } };
		await post('/send/text', body, { headers: { 'x-trace': '7' } });
		expect(simulator().requests).toEqual([
			{
				id: 1,
				method: 'POST',
				path: '/send/text',
				query: '',
				headers: expect.objectContaining({
					'content-type': 'application/json',
					'x-trace': '7',
				}) as unknown,
				authorization: { scheme: 'Bearer', account: 'enterprise' },
				body,
				receivedAt: expect.any(Number) as unknown,
				answeredAt: expect.any(Number) as unknown,
				status: 200,
				acted: true,
				faultId: null,
			},
		]);
	});

	it('holds path and query undecoded', async () => {
		await get('/enterprise/lease/status/%2B12125550101');
		await get('/enterprise/lease/purchasable?supports=sms&supports=mms&country=U%53');
		expect(simulator().requests).toMatchObject([
			{ path: '/enterprise/lease/status/%2B12125550101', query: '' },
			{
				path: '/enterprise/lease/purchasable',
				query: 'supports=sms&supports=mms&country=U%53',
			},
		]);
	});

	it('holds what was refused, also where no endpoint is', async () => {
		await post('/send/text', { to: TO });
		await get('/no/such/thing');
		expect(simulator().requests).toMatchObject([
			{ status: 400, acted: false, body: { to: TO } },
			{ status: 404, acted: false, path: '/no/such/thing' },
		]);
		expect(simulator().stats).toMatchObject({
			requests: 2,
			received: { 'POST /send/text': 1, none: 1 },
			answered: { '400': 1, '404': 1 },
			acted: {},
		});
	});

	it('never holds a token', async () => {
		const body = { to: TO, message: 'Hello' };
		for (const authorization of ['Bearer demo-plain', 'Token secret', 'secret', null]) {
			await post('/send/text', body, { authorization });
		}
		expect(simulator().requests.map(({ authorization }) => authorization)).toEqual([
			{ scheme: 'Bearer', account: 'plain' },
			{ scheme: 'Token', account: null },
			{ scheme: null, account: null },
			{ scheme: null, account: null },
		]);
		expect(JSON.stringify(simulator().requests)).not.toMatch(/demo-plain|secret/);
	});

	it('counts how many requests were in flight at once, and how often each endpoint acted', async () => {
		const gate = simulator().hold();
		const sent = Array.from({ length: 7 }, async () => await post('/otp/new', { to: TO }));
		await gate.holds(7);
		expect(simulator().stats).toMatchObject({ inFlight: 7, maxInFlight: 7, acted: {} });

		gate.open();
		await Promise.all(sent);
		expect(simulator().stats).toMatchObject({
			inFlight: 0,
			maxInFlight: 7,
			acted: { 'POST /otp/new': 7 },
		});
	});
});

describe('a bounded history', () => {
	const { simulator, post } = useSimulator({ requestLogLimit: 0, historyLimit: 3 });

	it('keeps the newest messages, and of the requests the counters alone', async () => {
		for (let count = 1; count <= 10; count += 1) {
			await post('/send/text', { to: TO, message: `message ${count}` });
			await post('/otp/new', { to: TO });
		}
		expect(simulator().requests).toEqual([]);
		expect(simulator().stats).toMatchObject({
			requests: 20,
			acted: { 'POST /send/text': 10, 'POST /otp/new': 10 },
		});
		expect(simulator().messages).toHaveLength(3);
		expect(simulator().messages[1]?.text).toBe('message 10');
		expect(simulator().otps).toHaveLength(3);
	});
});
