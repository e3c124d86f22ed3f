import { PLAIN, useSimulator } from './caller';

const TO = '+12125550111';
const FROM = '+14155550121';

describe('POST /send/text', () => {
	const { simulator, post } = useSimulator();

	it('delivers an SMS and reports plan, quota and delivery type', async () => {
		const reply = await post('/send/text', { to: TO, message: 'Hello' });
		expect(reply).toMatchObject({
			status: 200,
			body: {
				message: `Message sent to ${TO}.`,
				crumbs: { plan: 'unlimited', quota: 999_999, type: 'sms', ad: false },
			},
		});
		expect(simulator().messages).toEqual([
			expect.objectContaining({
				channel: 'sms',
				to: TO,
				from: '+12025550100',
				text: 'Hello',
				account: 'enterprise',
			}),
		]);
	});

	it('counts the quota down with each message', async () => {
		await post('/send/text', { to: TO, message: 'one' }, { authorization: PLAIN });
		const { body } = await post('/send/text', { to: TO, message: 'two' }, { authorization: PLAIN });
		expect(body).toMatchObject({ crumbs: { plan: 'payg', quota: 498 } });
	});

	it.each(['imessage', 'whatsapp'] as const)(
		'sends over %s from the chosen number',
		async (flag) => {
			const { status, body } = await post('/send/text', {
				to: TO,
				message: 'Hello',
				beta_features: { [flag]: true, from: FROM, fallback: false },
			});
			expect(status).toBe(200);
			expect(body).toMatchObject({ crumbs: { type: flag } });
			expect(simulator().messages).toMatchObject([{ channel: flag, from: FROM, fallback: false }]);
		},
	);

	it('sends a message intent that was generated before', async () => {
		const generated = await post('/enterprise/message/generate', {
			toNumber: TO,
			fromNumber: FROM,
		});
		const { url } = generated.body as { url: string };
		const { status } = await post('/send/text', {
			to: TO,
			message: url,
			beta_features: { intent: true, from: FROM },
		});

		expect(status).toBe(200);
		expect(simulator().messages).toMatchObject([{ channel: 'intent', text: url }]);
	});

	it('refuses an intent send that carries no intent', async () => {
		const { status } = await post('/send/text', {
			to: TO,
			message: 'Hello',
			beta_features: { intent: true },
		});
		expect(status).toBe(400);
		expect(simulator().messages).toEqual([]);
	});

	it.each([
		['(212) 555-0111', TO],
		['212.555.0111', TO],
		['1 212 555 0111', TO],
		['+1 (212) 555-0111', TO],
		['+44 7700 900123', '+447700900123'],
	])('converts the recipient %s', async (typed, e164) => {
		const { status } = await post('/send/text', { to: typed, message: 'Hello' });
		expect(status).toBe(200);
		expect(simulator().messages).toMatchObject([{ to: e164 }]);
	});

	it.each(['07700 900123', '555-0111', 'Ada', '+0123456789', '112 555 0111'])(
		'answers with an error for the recipient %s, and sends nothing',
		async (to) => {
			const { status, body } = await post('/send/text', { to, message: 'Hello' });
			expect(status).toBe(422);
			expect(body).toEqual({
				error: { code: 'invalid_recipient', message: `${to} cannot be converted to E.164.` },
			});
			expect(simulator().messages).toEqual([]);
		},
	);

	it.each([
		['no recipient', { message: 'Hello' }],
		['no text', { to: TO }],
		['an empty text', { to: TO, message: '' }],
		['an empty recipient', { to: '', message: 'Hello' }],
		['a number as recipient', { to: 12125550111, message: 'Hello' }],
		['a number as text', { to: TO, message: 5 }],
		['an unknown field', { to: TO, message: 'Hello', from: FROM }],
		['an unknown feature', { to: TO, message: 'Hello', beta_features: { rcs: true } }],
		['a flag in words', { to: TO, message: 'Hello', beta_features: { imessage: 'true' } }],
		['an empty sender', { to: TO, message: 'Hello', beta_features: { from: '' } }],
		['a sender in digits', { to: TO, message: 'Hello', beta_features: { from: '14155550121' } }],
		[
			'two channels',
			{ to: TO, message: 'Hello', beta_features: { imessage: true, whatsapp: true } },
		],
		['features that are null', { to: TO, message: 'Hello', beta_features: null }],
		['a list', [{ to: TO, message: 'Hello' }]],
		['JSON that is cut', '{"to":"+12125550111"'],
		['an empty body', ''],
	])('refuses %s', async (_what, body) => {
		const { status } = await post('/send/text', body);
		expect(status).toBe(400);
		expect(simulator().messages).toEqual([]);
		expect(simulator().stats.acted).toEqual({});
	});

	it('refuses query parameters and bodies that are not JSON', async () => {
		const good = { to: TO, message: 'Hello' };
		expect((await post('/send/text?to=1', good)).status).toBe(400);
		const form = { headers: { 'content-type': 'text/plain' } };
		expect((await post('/send/text', JSON.stringify(good), form)).status).toBe(415);
	});
});
