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

describe('a recipient of Message → Send', () => {
	it.each([
		'(202) 555-0143',
		'020 7946 0018',
		'312 345 6789',
		'55 1234 5678',
		'501 234 56 78',
		2025550143,
	])(
		'%p without a Default Country is refused: the service would read it as North American',
		async (to) => {
			for (const channel of ['sms', 'imessage', 'whatsapp']) {
				const { error } = await service.run({ ...MESSAGE, channel, to });
				expect(error?.message).toContain('it has no country code');
				expect(error?.description).toContain("or set 'Default Country' in the options");
			}
			expect(service.asked()).toEqual([]);
		},
	);

	it.each([
		['someone@example.com', 'someone@example.com'],
		['ﬁona@example.com', 'ﬁona@example.com'],
		["'someone@example.com", "'someone@example.com"],
		[' someone@example.com ', 'someone@example.com'],
	])('%p over iMessage is sent as %s', async (to, sent) => {
		const parameters = { ...MESSAGE, channel: 'imessage', to: '={{ $json.to }}' };
		const { error } = await service.run(parameters, { input: [{ to }] });
		expect(service.asked()[0].body).toMatchObject({ to: sent });
		// The simulator converts numbers alone.
		expect(error?.httpCode).toBe('422');
	});

	it.each(['#VALUE!@x', 'a@b', 'a@example.com, b@example.com'])(
		'%p over iMessage is refused, since it is no e-mail address',
		async (to) => {
			const { error } = await service.run({ ...MESSAGE, channel: 'imessage', to });
			expect(error?.message).toContain('has other characters than digits');
			expect(service.asked()).toEqual([]);
		},
	);

	it.each<[unknown, RegExp, RegExp]>([
		['6592801168', /no country code/, /^Write .* or set 'Default Country' in the options\./],
		['+1 202 555 0123 ext. 5', /other characters/, /^Write one number alone, with \+/],
		['2025550123, 2025550124', /other characters/, /^Write one number alone, with \+/],
		['+49 30 12345/65432', /second number or an extension/, /^Write one number alone, with \+/],
		['1.20256E+10', /rounded by a spreadsheet/, /^Format the column as text/],
		[447911000000, /rounded by a spreadsheet/, /^Format the column as text/],
		['+1234567890123456', /too many digits/, /^Write the number with \+/],
		['someone@example.com', /other characters/, /^Write one number alone, with \+/],
		['call me', /other characters/, /^Write one number alone, with \+/],
	])('%p over SMS is refused before any request', async (to, reason, remedy) => {
		const input = [{ to: RECIPIENT }, { to: '+12025550144' }, { to: to as string }];
		const { error } = await service.run({ ...MESSAGE, to: '={{ $json.to }}' }, { input });
		expect(error?.message).toContain(`'To' "${String(to)}" is not a valid phone number: it`);
		expect(error?.message).toMatch(reason);
		expect(error?.description).toMatch(remedy);
		expect(service.asked()).toEqual([]);
	});

	it.each(['0171 2345678', '61455512345', '72727'])(
		'%p is refused where there is a Default Country, and passed on by nobody',
		async (to) => {
			const options = { defaultCountry: 'US' };
			const { error } = await service.run({ ...MESSAGE, to, options });
			expect(error?.message).toContain(
				"it is not a number of the 'Default Country' (United States)",
			);
			expect(error?.description).toMatch(/^Write /);
			expect(error?.description).not.toContain('set ');
			expect(service.asked()).toEqual([]);
		},
	);

	it.each([
		['To', { to: '96123-4567' }],
		['From', { channel: 'imessage', to: RECIPIENT, from: '96123-4567' }],
	])('%s is refused without its area code: nobody has such a number', async (name, fields) => {
		const options = { defaultCountry: 'BR' };
		const { error } = await service.run({ ...MESSAGE, ...fields, options });
		expect(error?.message).toContain(
			`'${name}' "96123-4567" is not a valid phone number: it is not a number of the 'Default Country' (Brazil)`,
		);
		expect(error?.description).toMatch(/^Write the number with \+ and country code, e\.g\. \+/);
		expect(service.asked()).toEqual([]);
	});

	it('keeps the sender to the same rules', async () => {
		const { error } = await service.run({
			...MESSAGE,
			channel: 'imessage',
			to: RECIPIENT,
			from: 'desk 5',
		});
		expect(error?.message).toContain(`'From' "desk 5" is not a valid phone number`);
		expect(service.asked()).toEqual([]);
	});
});

/** A column of a spreadsheet, as people fill it and programs leave it; and what comes of it with Default Country US. */
const MIXED: Array<[cell: unknown, sentOrRefused: string]> = [
	['+1 202-555-0143', '+12025550143'],
	['(202) 555-0144', '+12025550144'],
	[2025550145, '+12025550145'],
	[12025550146, '+12025550146'],
	["'+4917612345678", '+4917612345678'],
	['+44 (0)7400 123456', '+447400123456'],
	['011 33 6 12 34 56 78', '+33612345678'],
	['0033 6 12 34 56 79', '+33612345679'],
	[4917612345678, 'is not a number of'],
	['614-555-12345', 'is not a number of'],
	['(876) 210-1234', '+18762101234'],
	['202 555 014', 'is not a number of'],
	[447911000000, 'was rounded by a spreadsheet'],
	['4.91512E+12', 'was rounded by a spreadsheet'],
	['202-555-0143 / 202-555-0144', 'has a second number or an extension'],
	['202-555-0143 ext. 7', 'has other characters than digits'],
	['#N/A', 'has other characters than digits'],
];

describe('a mixed list', () => {
	const input = MIXED.map(([to]) => ({ to: to as string }));
	const parameters = {
		...MESSAGE,
		to: '={{ $json.to }}',
		options: { defaultCountry: 'US', concurrency: 1 },
	};
	const accepted = MIXED.map(([, what]) => what).filter((what) => what.startsWith('+'));

	it('is sent to those who are certain, and every other item says why not', async () => {
		const { json } = await service.run(parameters, {
			input,
			node: { onError: 'continueRegularOutput' },
		});
		expect(service.asked().map(({ body }) => (body as { to: string }).to)).toEqual(accepted);
		for (const [index, [, what]] of MIXED.entries()) {
			if (what.startsWith('+')) expect(json[index]).not.toHaveProperty('error');
			else expect(json[index]).toMatchObject({ error: expect.stringContaining(`it ${what}`) });
		}
	});

	it('is sent to nobody where the node stops on an error', async () => {
		const { error } = await service.run(parameters, { input });
		expect(error?.message).toBe('8 of 17 items cannot be sent');
		expect(error?.description).toContain('is not a number of');
		expect(service.asked()).toEqual([]);
	});

	it('can have a Default Country for each item', async () => {
		await service.run(
			{ ...parameters, options: { defaultCountry: '={{ $json.country }}', concurrency: 1 } },
			{
				input: [
					{ to: '202-555-0143', country: 'US' },
					{ to: '0176 12345678', country: 'DE' },
					{ to: '+447400123456', country: '' },
				],
			},
		);
		expect(service.asked().map(({ body }) => (body as { to: string }).to)).toEqual([
			'+12025550143',
			'+4917612345678',
			'+447400123456',
		]);
	});
});

describe('a recipient', () => {
	it.each(SENDING)('of %s is refused in an unknown default country', async (_, parameters, to) => {
		const options = { defaultCountry: 'UK' };
		const { error } = await service.run({ ...parameters, [to]: RECIPIENT, options });
		expect(error?.message).toBe(`'Default Country' cannot be "UK"`);
		expect(error?.description).toContain('two letters (ISO 3166-1), e.g. US or GB');
		expect(service.asked()).toEqual([]);
	});

	it.each(SENDING)(
		'of %s is refused where no Default Country was chosen',
		async (_, parameters, to) => {
			const options = { defaultCountry: '' };
			const { error } = await service.run({ ...parameters, [to]: RECIPIENT, options });
			expect(error?.message).toBe("'Default Country' has no country");
			expect(error?.description).toBe("Choose a country, or remove 'Default Country'.");
			expect(service.asked()).toEqual([]);
		},
	);

	it.each(SENDING)(
		'of %s is refused when it could be two people, with both numbers',
		async (_, parameters, to) => {
			const options = { defaultCountry: 'DE' };
			const { error } = await service.run({ ...parameters, [to]: '375294911911', options });
			expect(error?.message).toContain('it could be +49375294911911 or +375294911911');
			expect(error?.description).toMatch(/^Write the number with \+ and country code/);
			expect(service.asked()).toEqual([]);
		},
	);

	it('of one-time passwords is never another one than the spreadsheet meant', async () => {
		const input = [{ to: 4917612345678 }, { to: '4915123456789' }, { to: '+1 202-555-0143' }];
		const options = { defaultCountry: 'DE', concurrency: 1 };
		await service.run({ ...OTP, to: '={{ $json.to }}', options }, { input });
		expect(service.asked().map(({ body }) => body)).toEqual(
			['+4917612345678', '+4915123456789', '+12025550143'].map((to) =>
				expect.objectContaining({ to }),
			),
		);
	});

	it('of one-time passwords with a doubled digit is nobody in another country', async () => {
		const options = { defaultCountry: 'US' };
		const { error } = await service.run({ ...OTP, to: '614-555-12345', options });
		expect(error?.description).toContain('Write +61455512345 if that is meant.');
		expect(service.asked()).toEqual([]);
	});

	it('of a question is refused when the node cannot read it', async () => {
		const { error } = await service.run({ ...QUESTION, to: 'someone@example.com' });
		expect(error?.message).toContain(`'To' "someone@example.com" is not a valid phone number`);
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
		['+18005550123', ['US']],
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
			`"${number}" is a number of ${country}, which is not one of the 'Allowed Countries'`,
		);
		expect(error?.description).toContain(`Add ${country} to 'Allowed Countries'`);
		expect(service.asked()).toEqual([]);
	});

	it.each(['+80012345678', '+15551234567', '+870773111632'])(
		'refuses %s, whose country is unknown',
		async (number) => {
			const { error } = await sendTo(number, ['US']);
			expect(error?.message).toContain(`"${number}" has no known country`);
			expect(error?.description).toContain('Allowed Countries');
			expect(service.asked()).toEqual([]);
		},
	);

	it.each([
		['+499001234567', ['DE'], 'premium-rate'],
		['+19002345678', ['US'], 'premium-rate'],
		['+41900123456', ['CH'], 'premium-rate'],
		['+33892123456', ['FR', 'GB'], 'premium-rate'],
		['+491806123456', ['DE'], 'shared-cost'],
	])('refuses %s for %p, since it is a %s number', async (number, allowed, kind) => {
		const { error } = await sendTo(number, allowed);
		expect(error?.message).toContain(
			`"${number}" is a ${kind} number, which 'Allowed Countries' never allows`,
		);
		expect(service.asked()).toEqual([]);
	});

	it('lets premium-rate numbers through where it was not added', async () => {
		await service.run({ ...parameters, [to]: '+499001234567' });
		expect(service.asked()).not.toEqual([]);
	});

	it.each(['UK', 'us', 'Germany'])(
		'refuses the country %p, which it does not know',
		async (code) => {
			const { error } = await sendTo(RECIPIENT, ['US', code]);
			expect(error?.message).toBe(`'Allowed Countries' cannot be "${code}"`);
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

	it('allows all where it was not added, or is an empty list', async () => {
		await sendTo(RECIPIENT, []);
		await service.run({ ...parameters, [to]: RECIPIENT, options: {} });
		expect(service.asked().length).toBeGreaterThan(1);
	});

	it.each([
		'{{ "" }}',
		'{{ null }}',
		'{{ undefined }}',
		'{{ [""] }}',
		'{{ "," }}',
		'{{ [] }}',
		'{{ $json.countries }}',
	])('allows nobody where its expression names no country: %s', async (expression) => {
		const { error } = await sendTo(RECIPIENT, `=${expression}`);
		expect(error?.message).toContain("'Allowed Countries' is empty for this item");
		expect(service.asked()).toEqual([]);
	});

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
