import fc from 'fast-check';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import type { CountryCode } from 'libphonenumber-js/max';

import { PhoneNumberError, toE164 } from '../../nodes/MessagingService/phone';
import type { Sample } from '../support/numbers';
import { EXAMPLES, isMobile, mobileNumber, readAs } from '../support/numbers';

const DEFAULT_COUNTRIES: CountryCode[] = [
	...(['US', 'CA', 'GB', 'DE', 'FR', 'ID', 'IT', 'XK'] as const),
	...(['BR', 'IN', 'JP', 'MX', 'AT', 'NZ', 'JM', 'KZ'] as const),
];

const ALL_COUNTRIES = getCountries();

/** The number in E.164, or why it was refused. */
function outcome(
	value: unknown,
	defaultCountry?: CountryCode,
	digitsHaveCountryCode = false,
): string {
	try {
		return toE164(value, { defaultCountry, digitsHaveCountryCode });
	} catch (error) {
		expect(error).toBeInstanceOf(PhoneNumberError);
		return (error as PhoneNumberError).reason;
	}
}

const isRead = (result: string) => result.startsWith('+');

/** Digits as text, and as the number that a spreadsheet makes of them. */
const both = (digits: string) => [digits, Number(digits)];

describe('digits without a plus, with a default country', () => {
	it.each<[string, CountryCode, string]>([
		['2025550123', 'US', '+12025550123'],
		['12025550123', 'US', '+12025550123'],
		['15551234567', 'US', '+15551234567'],
		['5550001234', 'US', '+15550001234'],
		['7700900123', 'GB', '+447700900123'],
		['447700900123', 'US', '+447700900123'],
		['639980103', 'FR', '+33639980103'],
		['15123456789', 'DE', '+4915123456789'],
		['4917612345678', 'DE', '+4917612345678'],
		['6281234567890', 'ID', '+6281234567890'],
		['393471234567', 'IT', '+393471234567'],
		['38343201234', 'XK', '+38343201234'],
		['12025550123', 'DE', '+12025550123'],
		['447400123456', 'DE', '+447400123456'],
	])('%s with %s is read as %s, as text and as a number', (digits, country, expected) => {
		for (const value of both(digits)) expect(outcome(value, country)).toBe(expected);
	});

	it.each<[string, CountryCode, string]>([
		['(202) 555-0123', 'US', '+12025550123'],
		['1 202 555 0123', 'US', '+12025550123'],
		['49 176 12345678', 'DE', '+4917612345678'],
		['(49) 176 12345678', 'DE', '+4917612345678'],
		['1 202 555 0123', 'DE', '+12025550123'],
		['07700 900123', 'GB', '+447700900123'],
		['00447700900123', 'FR', '+447700900123'],
		['0044 7700 900123', 'US', '+447700900123'],
		['011 44 7700 900123', 'US', '+447700900123'],
		['06 39 98 01 03', 'FR', '+33639980103'],
		['(49) 99123-4567', 'BR', '+5549991234567'],
		['٠٧٧٠٠ ٩٠٠١٢٣', 'GB', '+447700900123'],
		['12025550123.0', 'US', '+12025550123'],
	])('%s with %s is read as %s', (text, country, expected) => {
		expect(outcome(text, country)).toBe(expected);
	});

	it.each<[number, CountryCode, string]>([
		[123456789, 'CI', '+2250123456789'],
		[612345678, 'IT', '+390612345678'],
		[3123456789, 'IT', '+393123456789'],
	])('get back the 0 that a spreadsheet dropped: %d with %s is %s', (value, country, expected) => {
		expect(outcome(value, country)).toBe(expected);
	});

	it.each<[unknown, CountryCode, string]>([
		['6591234567', 'DE', 'could be +496591234567 (Germany) or +6591234567 (Singapore)'],
		[33612345678, 'DE', 'could be +4933612345678 (Germany) or +33612345678 (France)'],
		['00 57 301 2345678', 'CO', 'could be +73012345678 (Russia) or +573012345678 (Colombia)'],
		[6031234, 'GA', 'could be +2416031234 (Gabon) or +24106031234 (Gabon)'],
	])('%p with %s is refused, with what it could be', (value, country, expected) => {
		expect(outcome(value, country)).toBe(expected);
	});

	it('in brackets are an area code and no other country', () => {
		expect(outcome('(49) 99123-4567', 'US')).toMatch(/too short or too long .* \+1$/);
	});
});

describe('digits without a plus, without a default country', () => {
	it.each<[string, string]>([
		['15551234567', '+15551234567'],
		['447700900123', '+447700900123'],
		['4917612345678', '+4917612345678'],
		['33639980103', '+33639980103'],
		['4522334455', '+4522334455'],
		['6591234567', '+6591234567'],
	])('%s is read as %s, as text and as a number', (digits, expected) => {
		for (const value of both(digits)) expect(outcome(value)).toBe(expected);
	});

	it.each<[string, string]>([
		['44 7700 900123', '+447700900123'],
		['1-202-555-0123', '+12025550123'],
		['0044 7700 900123', '+447700900123'],
	])('%s is read as %s', (text, expected) => {
		expect(outcome(text)).toBe(expected);
	});

	it('that could be a North American number as well are refused with both readings', () => {
		for (const value of both('6592801168')) {
			expect(outcome(value)).toBe(
				'could be +6592801168 (Singapore) or +16592801168 (area code 659)',
			);
		}
	});

	it.each(['2025550123', '4302081200', '61234567', '1234567', '7911123456', '9876543210'])(
		'%s is refused, since it has no country code',
		(digits) => {
			for (const value of both(digits)) expect(outcome(value)).toBe('has no country code');
		},
	);

	it.each(['(44) 20 7946 0018', '(49) 99123-4567', '020 7946 0018'])(
		'%s is refused, since it begins with an area code',
		(text) => {
			expect(outcome(text)).toBe('has no country code');
		},
	);

	it('are refused wherever a North American number of ten digits could be meant', () => {
		const american = mobileNumber.filter(({ number }) => number.countryCallingCode === '1');
		fc.assert(
			fc.property(american, ({ number }) => {
				for (const value of both(number.nationalNumber)) {
					expect(isRead(outcome(value))).toBe(false);
				}
			}),
		);
	});
});

describe('digits as the service prints them', () => {
	it.each<[unknown, CountryCode | undefined, string]>([
		['15551234567', undefined, '+15551234567'],
		['15551234567', 'GB', '+15551234567'],
		['15123456789', 'DE', '+15123456789'],
		['447700900123', 'US', '+447700900123'],
		['2025550123', 'US', '+12025550123'],
		[33639980103, undefined, '+33639980103'],
	])('%p with the default country %p are read as %s', (value, defaultCountry, expected) => {
		expect(outcome(value, defaultCountry, true)).toBe(expected);
	});

	it.each<CountryCode | undefined>([undefined, 'US'])(
		'are never ten digits of two countries, with the default country %p',
		(defaultCountry) => {
			expect(outcome('6465550123', defaultCountry, true)).toMatch(/^could be .*64.* or .*64/);
		},
	);
});

/** A number's digits in the ways in which they are written without a plus. */
function spellings({ number }: Sample): Record<'bare' | 'withCode' | 'withTrunk', string> {
	return {
		bare: number.nationalNumber,
		withCode: number.number.slice(1),
		withTrunk: number.formatNational().replace(/\D/g, ''),
	};
}

/** What may come of a number that is written with its country code, where that is not the default one. */
function expectMeant({ number }: Sample, digits: string, defaultCountry: CountryCode): string {
	const result = outcome(digits, defaultCountry);
	const national = `+${getCountryCallingCode(defaultCountry)}${digits}`;
	// A mobile number of the default country is what the digits are, whatever else they could be.
	const expected = isMobile(readAs(national)) ? national : number.number;
	if (isRead(result)) expect(result).toBe(expected);
	return isRead(result) ? 'read' : 'refused';
}

describe('no number of any country comes out as another one', () => {
	it.each(EXAMPLES.map((sample) => [sample.country, sample] as const))(
		'%s, with its country as the default one',
		(country, sample) => {
			for (const digits of Object.values(spellings(sample))) {
				expect(outcome(digits, country)).toBe(sample.number.number);
				const fromCell = outcome(Number(digits), country);
				if (isRead(fromCell)) expect(fromCell).toBe(sample.number.number);
			}
		},
	);

	it('of those with their country code, without a default country', () => {
		const refused = EXAMPLES.filter(({ number }) =>
			both(number.number.slice(1)).some((value) => outcome(value) !== number.number),
		);
		for (const { number } of refused) {
			expect(outcome(number.number.slice(1))).toMatch(/^could be \+.* or \+1/);
		}
		expect(refused.map(({ country }) => country).join(' ')).toBe('BZ GM IS KM MM NU PW SC ST VU');
	});

	it.each(DEFAULT_COUNTRIES)('of those with their country code, with %s as the default', (home) => {
		const foreign = EXAMPLES.filter(
			({ number }) => number.countryCallingCode !== getCountryCallingCode(home),
		);
		const results = foreign.flatMap((sample) => {
			const { withCode } = spellings(sample);
			expect(outcome(Number(withCode), home)).toBe(outcome(withCode, home));
			return expectMeant(sample, withCode, home);
		});
		expect(results).toContain('read');
	});

	it.each(ALL_COUNTRIES)('in brackets with 00 before the country code, with %s', (home) => {
		for (const { number } of EXAMPLES) {
			const { countryCallingCode: code, nationalNumber } = number;
			for (const text of [`(00${code}) ${nationalNumber}`, `(00${code}${nationalNumber})`]) {
				const result = outcome(text, home);
				// In brackets or not is the same to whoever writes it, and so to whoever reads it.
				expect(result).toBe(outcome(text.replace(/[()]/g, ''), home));
			}
		}
	});

	it('of random mobile numbers that a program made decimals of', () => {
		fc.assert(
			fc.property(mobileNumber, ({ country, number }) => {
				const { nationalNumber: digits } = number;
				expect(outcome(`${digits}.0`, country)).toBe(outcome(digits, country));
				expect(isRead(outcome(`${digits}.5`, country))).toBe(false);
			}),
		);
	});

	it('of random mobile numbers', () => {
		fc.assert(
			fc.property(mobileNumber, fc.constantFrom(...DEFAULT_COUNTRIES), (sample, home) => {
				const { country, number } = sample;
				const { bare, withCode } = spellings(sample);
				expect(outcome(number.number, home)).toBe(number.number);
				expect(outcome(bare, country)).toBe(number.number);
				expect(outcome(withCode, country)).toBe(number.number);
				for (const value of both(withCode)) {
					const result = outcome(value);
					if (isRead(result)) expect(result).toBe(number.number);
				}
				if (getCountryCallingCode(home) !== number.countryCallingCode) {
					expectMeant(sample, withCode, home);
				}
			}),
			{ numRuns: 1000 },
		);
	});
});
