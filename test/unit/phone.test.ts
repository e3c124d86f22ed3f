import fc from 'fast-check';
import type { CountryCode } from 'libphonenumber-js';
import { getCountries, getExampleNumber, parsePhoneNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';

import { COUNTRIES, PhoneNumberError, toE164 } from '../../nodes/MessagingService/phone';

function refusal(value: unknown, options = {}): PhoneNumberError {
	let refused: unknown;
	try {
		toE164(value, options);
	} catch (error) {
		refused = error;
	}
	expect(refused).toBeInstanceOf(PhoneNumberError);
	return refused as PhoneNumberError;
}

describe('a phone number', () => {
	it.each<[unknown, string]>([
		['+12025550123', '+12025550123'],
		['+1 (202) 555-0123', '+12025550123'],
		['+1.202.555.0123', '+12025550123'],
		['+1/202/555/0123', '+12025550123'],
		['  +1 202 555 0123\n', '+12025550123'],
		['\u202a+1 202‑555‑0123\u202c', '+12025550123'],
		['\ufeff+12025550123', '+12025550123'],
		['＋１２０２５５５０１２３', '+12025550123'],
		['+1٢٠٢٥٥٥٠١٢٣', '+12025550123'],
		['tel:+1-202-555-0123', '+12025550123'],
		['TEL:+1-202-555-0123', '+12025550123'],
		['tel:202-555-0123;phone-context=+1', '+12025550123'],
		['+44 (0)20 7946 0018', '+442079460018'],
		['+39 06 1234 5678', '+390612345678'],
		['+800 1234 5678', '+80012345678'],
		[15551234567, '+15551234567'],
		[447700900123, '+447700900123'],
		[4522334455, '+4522334455'],
	])('%p is read as %s', (value, expected) => {
		expect(toE164(value)).toBe(expected);
	});

	it.each<[unknown, string, string]>([
		['(202) 555-0123', 'US', '+12025550123'],
		['1 202 555 0123', 'US', '+12025550123'],
		['15551234567', 'US', '+15551234567'],
		[2025550123, 'US', '+12025550123'],
		[447700900123, 'US', '+447700900123'],
		['07700 900123', 'GB', '+447700900123'],
		['00447700900123', 'FR', '+447700900123'],
		['06 39 98 01 03', 'FR', '+33639980103'],
		['+12025550123', 'GB', '+12025550123'],
	])('%p with the default country %s is read as %s', (value, defaultCountry, expected) => {
		expect(toE164(value, { defaultCountry })).toBe(expected);
	});

	it.each<[unknown, string | undefined, string]>([
		['15551234567', undefined, '+15551234567'],
		['447700900123', 'US', '+447700900123'],
		['2025550123', 'US', '+12025550123'],
		[33639980103, undefined, '+33639980103'],
	])(
		'%p, digits as the service prints them, with the default country %p is read as %s',
		(value, defaultCountry, expected) => {
			expect(toE164(value, { defaultCountry, digitsHaveCountryCode: true })).toBe(expected);
		},
	);

	it.each(['+15550001234', '+19995550123', '+447700900123', '+33199000101'])(
		'%s is not refused, although its range may be assigned to nobody',
		(number) => {
			expect(toE164(number)).toBe(number);
		},
	);

	it.each<[unknown, RegExp]>([
		['2025550123', /has no country code/],
		['(202) 555-0123', /has no country code/],
		['15551234567', /has no country code/],
		[2025550123, /has no country code/],
		['+1202555012', /too short or too long .* \+1/],
		['+120255501234', /too short or too long/],
		['+1234567890123456', /./],
		['+999123456789', /country code/],
		['+', /./],
		['call +12025550123', /characters/],
		['+12025550123 or +12025550124', /characters/],
		['+1 800 FLOWERS', /characters/],
		['+1 202 555 0123 ext. 5', /extension/],
		['tel:+1-202-555-0123;ext=5', /extension/],
		['', /empty/],
		['   ', /empty/],
		[null, /neither text nor/],
		[undefined, /neither text nor/],
		[{}, /neither text nor/],
		[['+12025550123'], /neither text nor/],
		[true, /neither text nor/],
		[Number.NaN, /neither text nor/],
		[1e21, /neither text nor/],
		[-12025550123, /neither text nor/],
		[12025550123.5, /neither text nor/],
		['9'.repeat(100_000), /too long/],
	])('%p is refused with a reason and a way out', (value, reason) => {
		const error = refusal(value);
		expect(error.reason).toMatch(reason);
		expect(error.wayOut).toMatch(/\.$/);
		expect(error.value.length).toBeLessThanOrEqual(40);
	});

	it('is refused when it is longer than E.164 can hold, even where its country has such numbers', () => {
		expect(refusal('10000000000000', { defaultCountry: 'ID' }).reason).toContain('too long');
		expect(refusal(10000000000000, { defaultCountry: 'ID' }).reason).toMatch(/./);
	});

	it.each(['XX', 'UK', 'us', '', 'United States'])(
		'is refused when the default country %p is not known',
		(defaultCountry) => {
			expect(refusal('+12025550123', { defaultCountry }).reason).toContain('Default Country');
		},
	);
});

/** Calling codes whose examples are read in full, for every country that has one. */
const countries = getCountries().filter((country) => getExampleNumber(country, examples));

/** A number that is possible in its country: the example with some of its last digits changed. */
const possibleNumber = fc
	.tuple(fc.constantFrom(...countries), fc.array(fc.nat(9), { minLength: 0, maxLength: 4 }))
	.map(([country, tail]) => {
		const example = getExampleNumber(country, examples)?.number ?? '';
		const number = example.slice(0, example.length - tail.length) + tail.join('');
		return { country, parsed: parsePhoneNumber(number) };
	})
	.filter(({ parsed }) => parsed.isPossible());

/** A number that is valid in the country that it is dialled from. */
const validNumber = possibleNumber.filter(
	({ country, parsed }) => parsed.isValid() && parsed.country === country,
);

describe('every number', () => {
	it('comes out the same from E.164, international and RFC 3966 notation', () => {
		fc.assert(
			fc.property(possibleNumber, ({ parsed }) => {
				expect(toE164(parsed.number)).toBe(parsed.number);
				expect(toE164(parsed.formatInternational())).toBe(parsed.number);
				expect(toE164(parsed.getURI())).toBe(parsed.number);
			}),
			{ numRuns: 500 },
		);
	});

	it('that is valid comes out the same from national notation, with its country', () => {
		fc.assert(
			fc.property(validNumber, ({ country, parsed }) => {
				expect(toE164(parsed.formatNational(), { defaultCountry: country })).toBe(parsed.number);
			}),
			{ numRuns: 500 },
		);
	});

	it('that is valid comes out the same from its bare digits, as number and as the service prints it', () => {
		fc.assert(
			fc.property(validNumber, ({ parsed }) => {
				const digits = parsed.number.slice(1);
				expect(toE164(Number(digits))).toBe(parsed.number);
				expect(toE164(digits, { digitsHaveCountryCode: true })).toBe(parsed.number);
			}),
			{ numRuns: 500 },
		);
	});

	it('that was read once is read as itself', () => {
		fc.assert(
			fc.property(possibleNumber, ({ parsed }) => {
				expect(toE164(toE164(parsed.formatInternational()))).toBe(toE164(parsed.number));
			}),
		);
	});

	it('or anything else is read as E.164 or refused by the one error, with any option', () => {
		const numberLike = fc.string({
			unit: fc.constantFrom(...'0123456789+-() ./;=:,extpl#*٣３\u200e\u00a0'),
			maxLength: 40,
		});
		const value = fc.oneof(numberLike, fc.string({ unit: 'binary' }), fc.anything(), fc.integer());
		const options = fc.record(
			{
				defaultCountry: fc.oneof(fc.constantFrom(...countries), fc.string()),
				digitsHaveCountryCode: fc.boolean(),
			},
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(value, options, (number, chosen) => {
				let result: unknown;
				try {
					result = toE164(number, chosen);
				} catch (error) {
					expect(error).toBeInstanceOf(PhoneNumberError);
					return;
				}
				expect(result).toMatch(/^\+[1-9]\d{4,14}$/);
				expect(toE164(result)).toBe(result);
			}),
			{ numRuns: 3000 },
		);
	});
});

describe('the list of countries', () => {
	it('holds every country by its English name, sorted, once', () => {
		expect(COUNTRIES).toContainEqual({ name: 'United Kingdom', value: 'GB' });
		const codes = COUNTRIES.map(({ value }) => value as CountryCode);
		expect(new Set(codes)).toEqual(new Set(getCountries()));
		const names = COUNTRIES.map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	});
});
