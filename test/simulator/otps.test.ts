import { useSimulator } from './caller';

const TO = '+447700900123';

describe('one-time passwords', () => {
	const { simulator, post } = useSimulator();
	const sent = async (fields: object = {}) => {
		const { status, body } = await post('/otp/new', { to: TO, ...fields });
		expect(status).toBe(200);
		const { otp_id: otpId } = body as { otp_id: string };
		const code = simulator().otps.find((otp) => otp.otpId === otpId)?.code ?? '';
		return { body, otpId, code };
	};
	const verify = async (otpId: string, otp: string) =>
		await post('/otp/verify', { otp_id: otpId, otp });

	it('are sent by SMS with six digits, and reported with otp_id and crumbs', async () => {
		const { body, otpId, code } = await sent({ language: 'en', name: 'Acme' });
		expect(code).toMatch(/^\d{6}$/);
		expect(body).toEqual({
			message: `One-time password sent to ${TO}.`,
			crumbs: { plan: 'unlimited', quota: 999_999, type: 'sms', ad: false },
			otp_id: otpId,
		});
		expect(simulator().messages).toEqual([
			expect.objectContaining({
				channel: 'sms',
				to: TO,
				text: `${code} is your code for Acme. Do not share it with anyone.`,
				otp: { otpId, code },
			}),
		]);
	});

	it('are written in the language that was asked for, where it is one of the few it knows', async () => {
		await sent({ language: 'fr-CA' });
		await sent({ language: 'tlh' });
		const [french, unknown] = simulator().messages;
		expect(french?.text).toContain('est votre code');
		expect(unknown?.text).toContain('is your code');
	});

	it('are verified by the right code, once', async () => {
		const { otpId, code } = await sent();
		expect(await verify(otpId, code)).toMatchObject({
			status: 200,
			body: { message: 'The one-time password is correct.', verified: true },
		});
		expect((await verify(otpId, code)).body).toMatchObject({ verified: false });
		expect(simulator().otps).toMatchObject([{ verified: true, failedAttempts: 0 }]);
	});

	it('are not verified by a wrong code, nor by the right one after five wrong ones', async () => {
		const { otpId, code } = await sent();
		for (let attempt = 0; attempt < 5; attempt += 1) {
			expect(await verify(otpId, '000000')).toMatchObject({
				status: 200,
				body: { verified: false, message: 'The one-time password is wrong.' },
			});
		}
		expect((await verify(otpId, code)).body).toMatchObject({ verified: false });
		expect(simulator().otps).toMatchObject([{ verified: false, failedAttempts: 5 }]);
	});

	it('expire', async () => {
		const { otpId, code } = await sent();
		const later = Date.now() + 600_000;
		jest.spyOn(Date, 'now').mockReturnValue(later);
		expect((await verify(otpId, code)).body).toEqual({
			message: 'The one-time password has expired.',
			verified: false,
		});
		jest.restoreAllMocks();
	});

	it('are not found by an otp_id that was never given out', async () => {
		expect((await verify('otp_unknown', '123456')).status).toBe(404);
	});

	it.each([
		['no recipient', '/otp/new', { language: 'en' }],
		['a recipient in national format', '/otp/new', { to: '212 555 0111' }],
		['an empty language', '/otp/new', { to: TO, language: '' }],
		['an empty name', '/otp/new', { to: TO, name: '' }],
		['an unknown field', '/otp/new', { to: TO, message: 'Hello' }],
		['a code that is a number', '/otp/verify', { otp_id: 'otp_1', otp: 123456 }],
		['no code', '/otp/verify', { otp_id: 'otp_1' }],
		['an empty code', '/otp/verify', { otp_id: 'otp_1', otp: '' }],
		['the node’s own name for otp_id', '/otp/verify', { otpId: 'otp_1', otp: '123456' }],
	])('refuse %s', async (_what, path, body) => {
		expect((await post(path, body)).status).toBe(400);
		expect(simulator().otps).toEqual([]);
	});
});
