import { PLAIN, useSimulator } from './caller';

const TO = '+12125550111';
const SEND = { to: TO, message: 'Hello' };

describe('authorization', () => {
	const { simulator, post } = useSimulator();

	it.each(['Bearer demo-enterprise', 'Token demo-enterprise'])(
		'takes "%s"',
		async (authorization) => {
			expect((await post('/send/text', SEND, { authorization })).status).toBe(200);
		},
	);

	it.each([
		'demo-enterprise',
		'Basic demo-enterprise',
		'bearer demo-enterprise',
		'Bearer  demo-enterprise',
		'Bearer demo-enterprise2',
	])('refuses "%s"', async (authorization) => {
		expect((await post('/send/text', SEND, { authorization })).status).toBe(401);
	});

	it('comes before the check of the body', async () => {
		expect((await post('/send/text', { wrong: 1 }, { authorization: null })).status).toBe(401);
	});

	it.each(['whatsapp', 'intent'])('of a plain plan is not enough for %s sends', async (flag) => {
		const body = { ...SEND, beta_features: { [flag]: true } };
		expect((await post('/send/text', body, { authorization: PLAIN })).status).toBe(403);
		expect(simulator().messages).toEqual([]);
	});

	it('of a plain plan is enough for texts, iMessage and one-time passwords', async () => {
		const imessage = { ...SEND, beta_features: { imessage: true } };
		const given = { authorization: 'Token demo-plain' };
		expect((await post('/send/text', SEND, given)).status).toBe(200);
		expect((await post('/send/text', imessage, given)).status).toBe(200);
		expect((await post('/otp/new', { to: TO }, given)).status).toBe(200);
	});
});
