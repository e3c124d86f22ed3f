import { RECIPIENT } from '../support/operations';
import { LOST } from '../support/rows';
import { CONTINUE, refusedItem, RETRY, send } from '../support/send';
import { bodyOf, simulated } from '../support/simulated';

const service = simulated();

/** Sends a password, and returns what verifies it. */
async function sentPassword() {
	const { json } = await send(service, { operation: 'otp.send' });
	const { code } = service.simulator.otps[0];
	return { code, wrong: code === '000000' ? '000001' : '000000', otp_id: json[0].otp_id };
}

const verify = async (otp_id: unknown, otp: unknown, more = {}) =>
	await send(service, {
		operation: 'otp.verify',
		items: [{ otp_id: otp_id as string, otp: otp as string }],
		...more,
	});

const verifications = () => service.paths('/otp/verify');

describe('One-Time Password → Send', () => {
	it('sends recipient, language and name, and gives the otp_id', async () => {
		const { json, requests } = await send(service, {
			operation: 'otp.send',
			parameters: { language: 'fr', name: 'Nathan' },
		});
		expect(requests).toEqual([
			{
				method: 'POST',
				path: '/otp/new',
				query: '',
				body: { to: RECIPIENT, language: 'fr', name: 'Nathan' },
			},
		]);
		expect(json).toEqual([
			{
				message: expect.any(String),
				crumbs: expect.any(Object),
				otp_id: service.simulator.otps[0].otpId,
			},
		]);
	});

	it('is in English unless told, and leaves out what is empty', async () => {
		const asked = await send(service, { operation: 'otp.send' });
		expect(asked.requests.map(bodyOf)).toEqual([{ to: RECIPIENT, language: 'en' }]);
		const parameters = { language: '', name: '' };
		const empty = await send(service, { operation: 'otp.send', parameters });
		expect(empty.requests.map(bodyOf)).toEqual([{ to: RECIPIENT }]);
	});
});

describe('One-Time Password → Verify', () => {
	it('sends the password as text, whether it comes as text or as a number', async () => {
		const { otp_id, code } = await sentPassword();
		const { json, requests } = await verify(otp_id, Number(code));
		expect(requests).toEqual([
			{ method: 'POST', path: '/otp/verify', query: '', body: { otp_id, otp: code } },
		]);
		expect(json).toEqual([{ message: expect.any(String), verified: true }]);
	});

	/** What people type, copy and paste for 482225, and what forms, keyboards and spreadsheets make of it. */
	const WRITTEN = [
		...[' 482 225\u00a0', '\u200e482225\u2060\0', '482-225', '482.225.', '“482225”,', '482225，'],
		...['[482 – 225], ', '<482225>。', '#482225', '*482225*', '482_225', '482,225', '482225.0'],
		...['482225.00', '４８２２２５', '٤٨٢٢٢٥', '④⑧²²²⁵', '𝟒𝟖𝟐𝟐𝟐𝟓', 'ABC-482225', '48.2225'],
		...[
			'482225 is your Acme code.',
			'认证码482225，请勿泄露',
			'Your code 482225 is valid for 10 minutes.',
			// What browsers fill in by themselves has it twice.
			'Your code is 482225.\n\n@www.example.com #482225',
		],
	];

	it.each(WRITTEN)('takes %j for 482225', async (typed) => {
		const { requests } = await verify('otp_1', typed, { node: CONTINUE });
		expect(requests.map(bodyOf)).toMatchObject([{ otp: '482225' }]);
	});

	it.each([
		...['Ab-12.ﬁ', '482-22S', '7KX9', 'code1234', '1234 or 5678', '482 225 is your code'],
		...['123456789 ok', 'wait 125'],
	])('sends what it does not understand as typed: %s', async (otp) => {
		const { requests } = await verify('otp_1', otp, { node: CONTINUE });
		expect(requests.map(bodyOf)).toMatchObject([{ otp }]);
	});

	it.each(['482225.50', 482225.5, '\u200e', { mode: 'x', value: 482225 }])(
		'refuses %p before it uses up a try',
		async (otp) => {
			const { json, requests } = await verify('otp_1', otp, { node: CONTINUE });
			expect(json).toEqual([refusedItem()]);
			expect(json[0].error).toContain("'One-Time Password'");
			expect(requests).toEqual([]);
		},
	);

	it('takes an OTP ID with what comes along when it is copied', async () => {
		const { requests } = await verify(' \u200b"constructor"\n', '1234', { node: CONTINUE });
		expect(requests.map(bodyOf)).toMatchObject([{ otp_id: 'constructor' }]);
	});

	it('gives what the service says of a wrong password, and fails where the option says so', async () => {
		const { otp_id, wrong, code } = await sentPassword();
		const { json } = await verify(otp_id, wrong);
		expect(json).toEqual([{ message: expect.any(String), verified: false }]);

		const options = { failOnIncorrect: true };
		const failed = await verify(otp_id, wrong, { options, node: CONTINUE });
		expect(failed.json).toEqual([
			{
				error: 'The one-time password is incorrect',
				errorDetails: expect.objectContaining({ mayHaveBeenSent: false }) as unknown,
			},
		]);
		const right = await verify(otp_id, code, { options });
		expect(right.json).toMatchObject([{ verified: true }]);
	});

	it('checks a wrong password once, and the others too, whatever Retry On Fail says', async () => {
		const { otp_id, wrong, code } = await sentPassword();
		const items = [wrong, code].map((otp) => ({ otp_id, otp }));
		const options = { failOnIncorrect: true };
		const { error } = await verify(otp_id, wrong, { fails: true, options, node: RETRY, items });
		expect(error.message).toContain('The one-time password is incorrect');
		expect(service.asked().slice(1).map(bodyOf)).toEqual(items);
	});

	/** Verifies a right password, and then wrong ones, until something fails. */
	async function verifyMany(count: number, options = {}) {
		const { otp_id, wrong, code } = await sentPassword();
		const items = Array.from({ length: count }, (_, index) => ({
			otp_id,
			otp: index ? wrong : code,
		}));
		return await send(service, { fails: true, operation: 'otp.verify', items, options });
	}

	it.each([2, 3])(
		'a wrong password advises no Retry, which would fail again, in a run of %i',
		async (count) => {
			const { error } = await verifyMany(count, { failOnIncorrect: true });
			expect(error.message).toContain(`1 of ${count} items was done`);
			expect(error.description).toMatch(/Correct the rows[^]* remove what was done/);
			expect(error.description).not.toContain("press 'Retry'");
		},
	);

	it('lists no OTP ID among the numbers that cost money', async () => {
		service.simulator.fault({ ...LOST, path: '/otp/verify', nth: 2 });
		const { error } = await verifyMany(3);
		expect(error.description).toContain('Done 1 (item 0). Possibly done 1 (item 1)');
		expect(error.description).not.toContain('otp_');
	});

	it('tries one after the other, in the order of the items, since each try counts', async () => {
		const { otp_id, wrong, code } = await sentPassword();
		const first = service.simulator.hold({ path: '/otp/verify', times: 1 });
		const items = [wrong, code].map((otp) => ({ otp_id, otp }));
		const running = send(service, { operation: 'otp.verify', items });
		await first.holds(1);
		// What would leave beside the first try has left before another message is answered.
		await send(service);
		expect(verifications()).toHaveLength(1);

		first.open();
		expect((await running).json).toMatchObject([{ verified: false }, { verified: true }]);
	});

	it('is refused where there is no OTP ID', async () => {
		const { error, requests } = await verify(' ', '123456', { fails: true });
		expect(error.message).toContain("'OTP ID' is empty");
		expect(error.description).toMatch(/skipped the item, because its 'Send Once Key' was used/);
		expect(requests).toEqual([]);
	});
});
