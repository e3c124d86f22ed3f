import { RECIPIENT, simulated } from '../support/simulated';

const service = simulated();

const MESSAGE = { resource: 'message', operation: 'send', channel: 'sms', message: 'Hello' };
const OTP = { resource: 'otp', operation: 'send' };
const INTENT = { resource: 'intent', operation: 'generateAndSend', fromNumber: '+12025550100' };
const QUESTION = { ...MESSAGE, operation: 'sendAndWait' };

/** Every operation that sends to a recipient, with the field that it stands in. */
const SENDING = [
	['Message → Send', MESSAGE, 'to'],
	['Message → Send and Wait for Response', QUESTION, 'to'],
	['One-Time Password → Send', OTP, 'to'],
	['Message Intent → Generate and Send', INTENT, 'toNumber'],
] as const;

describe('a recipient of Message → Send that the node cannot read', () => {
	it.each(['call me', '---', '²', 'tel:'])(
		'is refused before any request when it has neither a digit nor an @: %p',
		async (to) => {
			const input = [{ to: RECIPIENT }, { to: '+12025550144' }, { to }];
			const { error } = await service.run({ ...MESSAGE, to: '={{ $json.to }}' }, { input });
			expect(error?.message).toContain(`To "${to}" is not a phone number`);
			expect(error?.context.itemIndex).toBe(2);
			expect(service.asked()).toEqual([]);
		},
	);

	it.each(['someone@example.com', 'call 5', '(202) 555-0143'])(
		'is passed on when it has one: %p',
		async (to) => {
			await service.run({ ...MESSAGE, channel: 'imessage', to });
			expect(service.asked()[0].body).toMatchObject({ to });
		},
	);

	it('is told together with the refusal of the service', async () => {
		const options = { defaultCountry: 'US' };
		const { error } = await service.run({ ...MESSAGE, to: '0171 2345678', options });
		expect(service.asked()).toHaveLength(1);
		expect(error?.httpCode).toBe('422');
		expect(error?.description).toContain(
			'This node could not read To itself: it is too short or too long for a number with the country code +1. Check the number for missing or doubled digits, or write it with + and its own country code, or change Default Country.',
		);
	});

	it('is not told where the service refuses something else', async () => {
		const { error } = await service.run(
			{ ...MESSAGE, channel: 'whatsapp', to: 'call 5' },
			{
				credentials: service.credentials('plain'),
			},
		);
		expect(error?.httpCode).toBe('403');
		expect(error?.description).not.toContain('could not read');
	});

	it('says which sender it was as well', async () => {
		const { error } = await service.run({
			...MESSAGE,
			channel: 'imessage',
			to: '5',
			from: 'desk 5',
		});
		expect(error?.description).toMatch(/could not read To itself.*could not read From itself/s);
	});
});

describe('a recipient', () => {
	it.each(SENDING)('of %s is refused in an unknown default country', async (_, parameters, to) => {
		const options = { defaultCountry: 'UK' };
		const { error } = await service.run({ ...parameters, [to]: RECIPIENT, options });
		expect(error?.message).toBe('Default Country cannot be "UK"');
		expect(error?.description).toContain('two letters (ISO 3166-1), e.g. US or GB');
		expect(service.asked()).toEqual([]);
	});

	it.each(SENDING)(
		'of %s is refused when it could be two people, with both numbers',
		async (name, parameters, to) => {
			const { error } = await service.run({ ...parameters, [to]: 6592801168 });
			if (name === 'Message → Send') return expect(service.asked()).toHaveLength(1);
			expect(error?.message).toContain('+6592801168 (Singapore) or +16592801168 (area code 659)');
			expect(error?.description).toContain('set Default Country in the options');
			expect(service.asked()).toEqual([]);
		},
	);

	it('of one-time passwords is never another one than the spreadsheet meant', async () => {
		const input = [{ to: 4917612345678 }, { to: '4915123456789' }, { to: 12025550143 }];
		const options = { defaultCountry: 'DE', concurrency: 1 };
		await service.run({ ...OTP, to: '={{ $json.to }}', options }, { input });
		expect(service.asked().map(({ body }) => body)).toEqual(
			['+4917612345678', '+4915123456789', '+12025550143'].map((to) =>
				expect.objectContaining({ to }),
			),
		);
	});

	it('of a question is refused when the node cannot read it', async () => {
		const { error } = await service.run({ ...QUESTION, to: 'someone@example.com' });
		expect(error?.message).toContain('To "someone@example.com" is not a phone number');
		expect(service.asked()).toEqual([]);
	});
});

describe('a sender', () => {
	it('of blanks counts as none', async () => {
		await service.run({ ...INTENT, operation: 'generate', toNumber: RECIPIENT, fromNumber: '  ' });
		await service.run({ ...MESSAGE, channel: 'imessage', to: RECIPIENT, from: '  ' });
		expect(service.asked().map(({ body }) => body)).toEqual([
			{ toNumber: RECIPIENT },
			{ to: RECIPIENT, message: 'Hello', beta_features: { imessage: true } },
		]);
	});
});

describe.each(SENDING)('Allowed Countries of %s', (_, parameters, to) => {
	const sendTo = async (number: string, allowedCountries: string | string[]) =>
		await service.run({ ...parameters, [to]: number, options: { allowedCountries } });

	it.each([
		['+12025550143', ['US']],
		['+18762101234', ['US', 'JM']],
		['+447797712345', ['JE']],
		['+12025550143', []],
		['+12025550143', 'GB, US'],
		['+4915550000000', ['DE']],
	])('lets %s through for %p', async (number, allowed) => {
		const { error } = await sendTo(number, allowed);
		expect(error).toBeUndefined();
		expect(service.asked()).not.toEqual([]);
	});

	it.each([
		['+18762101234', ['US', 'CA'], 'Jamaica'],
		['+447797712345', ['GB'], 'Jersey'],
		['+77710009998', ['RU'], 'Kazakhstan'],
		['+262639012345', ['RE'], 'Mayotte'],
		['+590690001234', ['FR'], 'Guadeloupe'],
		['+5993181234', ['CW'], 'Caribbean Netherlands'],
		['+4917612345678', ['US'], 'Germany'],
	])('refuses %s for %p, since that is %s', async (number, allowed, country) => {
		const { error } = await sendTo(number, allowed);
		expect(error?.message).toContain(
			`"${number}" is a number of ${country}, which is not one of the Allowed Countries`,
		);
		expect(error?.description).toContain(`Add ${country} to Allowed Countries`);
		expect(service.asked()).toEqual([]);
	});

	it.each(['+80012345678', '+15551234567', '+19002345678', '+18005550123'])(
		'refuses %s, whose country cannot be told',
		async (number) => {
			const { error } = await sendTo(number, ['US']);
			expect(error?.message).toContain(`"${number}" has no country that can be told`);
			expect(error?.description).toContain('Allowed Countries');
			expect(service.asked()).toEqual([]);
		},
	);

	it.each(['UK', 'us', 'Germany'])(
		'refuses the country %p, which it does not know',
		async (code) => {
			const { error } = await sendTo(RECIPIENT, ['US', code]);
			expect(error?.message).toBe(`Allowed Countries cannot be "${code}"`);
			expect(service.asked()).toEqual([]);
		},
	);

	it.each(['0171 2345678', 'someone@example.com'])(
		'refuses %p, which it cannot read',
		async (number) => {
			const { error } = await sendTo(number, ['US']);
			expect(error?.message).toContain(`"${number}"`);
			expect(service.asked()).toEqual([]);
		},
	);

	it('refuses one item before the others are sent to', async () => {
		if (parameters === QUESTION) return;
		const { error } = await service.run(
			{ ...parameters, [to]: '={{ $json.to }}', options: { allowedCountries: ['US'] } },
			{ input: [{ to: RECIPIENT }, { to: '+4917612345678' }] },
		);
		expect(error?.message).toContain('Germany');
		expect(service.asked()).toEqual([]);
	});
});
