/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

import fc from 'fast-check';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import plans from 'libphonenumber-js/metadata.max.json';

import { type PhoneProblem, toE164 } from '../../nodes/MessagingService/phone';
import { casesOf } from '../support/cases';
import { EXAMPLES, mobileNumber, readAs } from '../support/numbers';

const DEFAULT_COUNTRIES: CountryCode[] = [
	...(['US', 'CA', 'GB', 'DE', 'FR', 'ID', 'IT', 'XK'] as const),
	...(['BR', 'IN', 'JP', 'MX', 'AT', 'NZ', 'JM', 'KZ'] as const),
];

/** The number in E.164, or why it was refused. */
function outcome(
	value: unknown,
	defaultCountry?: CountryCode,
	digitsHaveCountryCode = false,
): string {
	const result = toE164(value, { defaultCountry, digitsHaveCountryCode });
	return typeof result === 'string' ? result : result.reason;
}

const isRead = (result: string) => result.startsWith('+');

/** Digits as text, and as the number that a spreadsheet makes of them. */
const both = (digits: string) => [digits, Number(digits)];

/** The example of Korea looks like one that a spreadsheet has rounded. */
const isRounded = (digits: string) => digits.length > 10 && digits.endsWith('00000');

describe('digits without a plus, with a default country', () => {
	it.each<[string, CountryCode, string]>([
		['2025550123', 'US', '+12025550123'],
		['12025550123', 'US', '+12025550123'],
		['15551234567', 'US', '+15551234567'],
		['5550001234', 'US', '+15550001234'],
		['8005550123', 'CA', '+18005550123'],
		['7400123456', 'GB', '+447400123456'],
		['612345678', 'FR', '+33612345678'],
		['15123456789', 'DE', '+4915123456789'],
		['4917612345678', 'DE', '+4917612345678'],
		['7911123456', 'GB', '+447911123456'],
		['4169671111', 'US', '+14169671111'],
		['6201234567', 'HU', '+36201234567'],
		['6281234567890', 'ID', '+6281234567890'],
		['393471234567', 'IT', '+393471234567'],
		['3123456789', 'IT', '+393123456789'],
		['38343201234', 'XK', '+38343201234'],
		['2501234', 'BB', '+12462501234'],
	])('%s with %s is read as %s, as text and as a number', (digits, country, expected) => {
		for (const value of both(digits)) expect(outcome(value, country)).toBe(expected);
	});

	it.each<[string, CountryCode, string]>([['123456789', 'CI', '+2250123456789']])(
		'get the 0 back that a mobile number lost: %s with %s is %s',
		(digits, country, expected) => {
			for (const value of both(digits)) expect(outcome(value, country)).toBe(expected);
			expect(outcome(`0${digits}`, country)).toBe(expected);
		},
	);

	it.each<[string, CountryCode, string]>([
		['(202) 555-0123', 'US', '+12025550123'],
		['1 202 555 0123', 'US', '+12025550123'],
		['(49) 176 12345678', 'DE', '+4917612345678'],
		['07400 123456', 'GB', '+447400123456'],
		['44 (0)20 7946 0018', 'GB', '+442079460018'],
		['06 12 34 56 78', 'FR', '+33612345678'],
		['(49) 99123-4567', 'BR', '+5549991234567'],
		['011 91234-5678', 'BR', '+5511912345678'],
		['011 15-2345-6789', 'AR', '+5491123456789'],
		['8 (495) 123-45-67', 'RU', '+74951234567'],
		['8 029 491-19-11', 'BY', '+375294911911'],
		['06 30 123 4567', 'HU', '+36301234567'],
		['044 55 1234 5678', 'MX', '+525512345678'],
		['045 55 1234 5678', 'MX', '+525512345678'],
		['5215512345678', 'MX', '+525512345678'],
		['٠٧٤٠٠ ١٢٣٤٥٦', 'GB', '+447400123456'],
		['12025550123.0', 'US', '+12025550123'],
		['07911 123456', 'GB', '+447911123456'],
		['07797 712345', 'GB', '+447797712345'],
		['(416) 555-0123', 'US', '+14165550123'],
		['(876) 210-1234', 'US', '+18762101234'],
		['8 912 345-67-89', 'KZ', '+79123456789'],
		['018 123456', 'AX', '+35818123456'],
		['040 1234567', 'AX', '+358401234567'],
	])('%s with %s is read as %s', (text, country, expected) => {
		expect(outcome(text, country)).toBe(expected);
	});

	it.each<[string, CountryCode, string]>([
		['614-555-12345', 'US', 'an Australian mobile number'],
		['336-555-12345', 'US', 'a French one'],
		['20225501234', 'US', 'a range that nobody has'],
		['61455512345', 'US', 'an Australian mobile number, too'],
		['612345678', 'IT', 'a landline number that lost its 0'],
		['12 345 6789', 'CI', 'a number in groups that lost its 0'],
		['447700900123', 'US', 'a British number without its plus'],
		['12025550123', 'DE', 'an American one'],
		['119167809974', 'BR', 'a Californian number, without its first digit'],
		['22228452775', 'MX', 'a number of Mauritania'],
		['0 15 11 91234 5678', 'BR', 'a number behind the code of a carrier'],
		['(49) 99123-4567', 'US', 'a Brazilian number'],
		['0171 2345678', 'US', 'a German number'],
		['0712 034 567', 'US', 'a number that no North American area has'],
	])('%s with %s is refused, and not taken for %s', (text, country) => {
		expect(outcome(text, country)).toContain('is not a number of');
	});

	it.each<[string, CountryCode]>([
		['030 12345/65432', 'DE'],
		['030/1234567/4568', 'DE'],
		['01/23456/789', 'FR'],
		['0171 1234567~8', 'DE'],
		['01/5885812/5813', 'AT'],
		['0664/1234567~68', 'AT'],
		['021-65123456~57', 'CN'],
		['010-12345678/5679', 'CN'],
		['021-5551234/5678', 'ID'],
		['03-1234-5678〜9', 'JP'],
		['030 1234567 (5)', 'DE'],
	])('%s with %s are refused as more than one number', (text, country) => {
		expect(outcome(text, country)).toBe('contains more than one number, or an extension');
	});

	it.each<[string, CountryCode, string]>([
		['030/1234567', 'DE', '+49301234567'],
		['0171/2345678', 'DE', '+491712345678'],
		['0043/664/1234567', 'DE', '+436641234567'],
		['033701/123456', 'DE', '+4933701123456'],
		['05572/123456', 'AT', '+435572123456'],
		['06-20/123-4567', 'HU', '+36201234567'],
	])('%s with %s stay one number: %s', (text, country, expected) => {
		expect(outcome(text, country)).toBe(expected);
	});

	it.each<[string, CountryCode]>([
		['22.11.2025', 'NO'],
		['22.11.2025', 'DK'],
		['22-11-2025', 'NO'],
		['22/11/2025', 'DK'],
		['2025-11-22', 'SG'],
		['2025/1/22', 'HK'],
	])('%s with %s are refused as a date', (text, country) => {
		expect(outcome(text, country)).toBe('looks like a date');
	});

	it('are refused where they are two numbers of that country, neither of them mobile', () => {
		for (const value of both('6031234')) {
			expect(outcome(value, 'GA')).toBe('could be +24106031234 (Gabon) or +2416031234 (Gabon)');
		}
	});
});

/** Countries, nearly all, whose phones dial 00 or 011 before other country codes. */
const COMMON_PREFIX = EXAMPLES.filter(({ country }) =>
	['00', '011'].includes(String(plans.countries[country]?.[1])),
);

/** Any digits, behind the country's code, a 0 or nothing. None begin with a dialling prefix. */
const anyDigits = fc
	.tuple(fc.constantFrom(...COMMON_PREFIX), fc.stringMatching(/^[1-9]\d{3,12}$/), fc.nat(2))
	.map(([{ country, number }, digits, form]) => ({
		country,
		typed: ['', '0', number.countryCallingCode][form] + digits,
	}))
	.filter(({ typed }) => !typed.startsWith('011'));

describe('a number that nobody has', () => {
	it.each<[string, CountryCode, string]>([
		['96123-4567', 'BR', 'a mobile number without its area code'],
		['961234567', 'BR', 'a mobile number without its area code'],
		['11 6123-4567', 'BR', 'one of before mobile numbers had nine digits'],
		['555-0123', 'US', 'a local number'],
		['612345678', 'HU', 'a landline in Budapest without its 06'],
		['07700 900123', 'GB', 'a range for films'],
		['447700900123', 'GB', 'a range for films'],
		['06 39 98 01 03', 'FR', 'a range for films'],
		['0171 23456', 'DE', 'a mobile number without its last digits'],
		['8123 4567', 'CN', 'a local number'],
	])('%s with %s is refused: %s', (text, country) => {
		const { reason, nextStep } = toE164(text, { defaultCountry: country }) as PhoneProblem;
		expect(reason).toContain('is not a number of');
		expect(nextStep).toMatch(
			/, or write it with its area code, or (?:with \+ and its own country code|\+\d+ if .* is meant)$/,
		);
	});

	it('is refused where a spreadsheet made a number of it', () => {
		for (const value of [961234567, 612345678, '961234567.0']) {
			const country = String(value).startsWith('9') ? 'BR' : 'HU';
			expect(outcome(value, country)).toContain('is not a number of');
		}
	});

	it.each(['+447700900123', '0044 7700 900123', '+5596123456', 'wa.me/5596123456'])(
		'is read behind a plus or a dialling prefix, for its range may be new: %s',
		(text) => {
			expect(isRead(outcome(text))).toBe(true);
		},
	);

	it('never comes of digits without a country code, with their own one or none, in any country', () => {
		expect(COMMON_PREFIX.length).toBeGreaterThan(180);

		const results = { read: 0, refused: 0 };
		fc.assert(
			fc.property(anyDigits, ({ country, typed }) => {
				const result = outcome(typed, country);
				results[isRead(result) ? 'read' : 'refused'] += 1;
				if (isRead(result)) expect([typed, result, hasPlan(result)]).toContain(true);
			}),
			{ numRuns: casesOf(5000) },
		);

		expect(Math.min(results.read, results.refused)).toBeGreaterThan(casesOf(100));
	});
});

/** Tells whether the library's tables have a number, or examples use it. */
const hasPlan = (e164: string) => readAs(e164)?.isValid() || /^\+1555/.test(e164);

describe('digits of a foreign mobile number that could be a landline at home', () => {
	it.each<[string, CountryCode, string]>([
		['375294911911', 'DE', 'could be +49375294911911 (Germany) or +375294911911 (Belarus)'],
		['33612345678', 'DE', 'could be +4933612345678 (Germany) or +33612345678 (France)'],
		['6592801168', 'DE', 'could be +496592801168 (Germany) or +6592801168 (Singapore)'],
		['12025550123', 'AT', 'could be +4312025550123 (Austria) or +12025550123 (United States)'],
	])('%s with %s are refused, with both numbers', (digits, country, expected) => {
		for (const value of both(digits)) expect(outcome(value, country)).toBe(expected);
	});

	it.each<[string, CountryCode, string]>([
		['0375294911911', 'DE', '+49375294911911'],
		['15123456789', 'DE', '+4915123456789'],
		['13123456789', 'CN', '+8613123456789'],
		['3123456789', 'IT', '+393123456789'],
	])(
		'are read where a trunk prefix or a mobile range says so: %s with %s',
		(digits, country, expected) => {
			expect(outcome(digits, country)).toBe(expected);
		},
	);
});

describe('a number behind a dialling prefix', () => {
	it.each<[string, CountryCode | undefined, string]>([
		['0044 7700 900123', undefined, '+447700900123'],
		['00447700900123', 'FR', '+447700900123'],
		['0044 7700 900123', 'US', '+447700900123'],
		['011 44 7700 900123', 'US', '+447700900123'],
		['0011 44 7700 900123', 'AU', '+447700900123'],
		['810 44 7700 900123', 'RU', '+447700900123'],
		['0033 6 12 34 56 78', 'DE', '+33612345678'],
		['0049 171 2345678', 'DE', '+491712345678'],
		['(0044) 7400 123456', 'DE', '+447400123456'],
		['0044 (0)20 7946 0018', 'DE', '+442079460018'],
		['001 614 555 1234', 'MX', '+16145551234'],
		['00 1 312 555 0123', 'MX', '+13125550123'],
	])('%s with %p is read by its country code: %s', (text, country, expected) => {
		expect(outcome(text, country)).toBe(expected);
	});

	it.each<[string, CountryCode, string]>([
		['0015123456789', 'DE', 'could be +15123456789 (United States) or +4915123456789 (Germany)'],
		['00 57 301 2345678', 'CO', 'could be +573012345678 (Colombia) or +73012345678 (Russia)'],
		['8 (10) 491-45-33', 'RU', 'could be +4914533 (Germany) or +79104914533 (Russia)'],
		['8104314389', 'KZ', 'could be +4314389 (Austria) or +79104314389 (Russia)'],
		['004314240', 'IN', 'could be +4314240 (Austria) or +916004314240 (India)'],
	])('%s with %s is refused, since it could be two', (text, country, expected) => {
		expect(outcome(text, country)).toBe(expected);
	});
});

describe('a dialling prefix', () => {
	it.each<[string, CountryCode | undefined, string]>([
		['0049 151/23456789', undefined, '+4915123456789'],
		['0049 151/23456789', 'DE', '+4915123456789'],
		['0043 664/1234567', 'AT', '+436641234567'],
		['0043 664/1234567', 'DE', '+436641234567'],
		['0039 347/1234567', 'IT', '+393471234567'],
		['00381 64/1234567', 'RS', '+381641234567'],
		['00385 91/2345678', 'HR', '+385912345678'],
		['0049 (0) 30 / 1234567', 'DE', '+49301234567'],
		['0049 (0) 30 / 1234567', undefined, '+49301234567'],
		['(0049) 171/1234567', 'DE', '+491711234567'],
		['(0049) 171/1234567', undefined, '+491711234567'],
		['(0049) (0)171/1234567', 'AT', '+491711234567'],
		['0049/171/1234567', 'AT', '+491711234567'],
		['011 49 171/1234567', 'US', '+491711234567'],
		['810 49 171/1234567', 'RU', '+491711234567'],
		['49 01512 3456789', 'DE', '+4915123456789'],
		['49 01512 3456789', undefined, '+4915123456789'],
		['49 01512/3456789', 'DE', '+4915123456789'],
		['43 0664 1234567', 'AT', '+436641234567'],
	])('is no number of its own: %s with %p is %s', (text, country, expected) => {
		expect(outcome(text, country)).toBe(expected);
	});

	it.each<[string, CountryCode | undefined]>([
		['0049 151/23456789/90', 'DE'],
		['0049 151 23456789 / 0049 151 23456780', 'DE'],
		['0049 151/23456789 0151/23456780', 'DE'],
		['0049 30 1234567 (5)', 'DE'],
		['0049 30 1234567/68', undefined],
		['011 49 171 1234567 / 011 49 171 1234568', 'US'],
		['49 01512 3456789 49 01512 3456780', 'DE'],
		['0043 664 123456 - 12', 'AT'],
	])('before two numbers, or before an extension, is refused: %s with %p', (text, country) => {
		expect(outcome(text, country)).toBe('contains more than one number, or an extension');
	});

	it('reads as a plus does, in every country and in any grouping', () => {
		const written = fc.constantFrom(
			(code: string, rest: string) => `${code} ${rest.slice(0, 3)}/${rest.slice(3)}`,
			(code: string, rest: string) => `${code}/${rest.slice(0, 2)}/${rest.slice(2)}`,
			(code: string, rest: string) => `${code} (0) ${rest.slice(0, 2)} / ${rest.slice(2)}`,
			(code: string, rest: string) => `${code} (${rest.slice(0, 3)}) ${rest.slice(3)}`,
		);
		fc.assert(
			fc.property(mobileNumber, written, ({ number }, write) => {
				const { countryCallingCode: code, nationalNumber } = number;
				const behind = outcome(write(`+${code}`, nationalNumber));
				expect(outcome(write(`00${code}`, nationalNumber))).toBe(behind);
				expect(outcome(write(`(00${code})`, nationalNumber))).toBe(behind);
				expect(outcome(write(`00 ${code}`, nationalNumber))).toBe(behind);
			}),
			{ numRuns: casesOf(500) },
		);
	});

	it('typed before a number of the country itself leaves two readings, where nobody has the one abroad', () => {
		expect(outcome('0112025550123', 'US')).toBe(
			'could be +2025550123 (Egypt) or +12025550123 (United States)',
		);
		expect(outcome('011 20 2 2555 0123', 'US')).toBe('+20225550123');
	});
});

describe('digits without a plus, without a default country', () => {
	it.each<[string, string]>([
		['12025550123', '+12025550123'],
		['447400123456', '+447400123456'],
		['4917612345678', '+4917612345678'],
		['33612345678', '+33612345678'],
		['4522334455', '+4522334455'],
		['6591234567', '+6591234567'],
	])('%s is read as %s, as text and as a number', (digits, expected) => {
		for (const value of both(digits)) expect(outcome(value)).toBe(expected);
	});

	it.each<[string, string]>([
		['44 7400 123456', '+447400123456'],
		['1-202-555-0123', '+12025550123'],
		['1 (202) 555-0123', '+12025550123'],
		['44 (0)20 7946 0018', '+442079460018'],
	])('%s is read as %s', (text, expected) => {
		expect(outcome(text)).toBe(expected);
	});

	it('of the area code that examples use are read: nobody has it', () => {
		for (const value of both('15551234567')) expect(outcome(value)).toBe('+15551234567');
	});

	it('that could be a North American number as well are refused with both readings', () => {
		for (const value of both('6592801168')) {
			expect(outcome(value)).toBe(
				'could be +6592801168 (Singapore) or +16592801168 (area code 659)',
			);
		}
	});

	it.each(['2025550123', '4302081200', '61234567', '1234567', '33639980103', '15651234567'])(
		'%s is refused, since no assigned range begins so',
		(digits) => {
			for (const value of both(digits)) expect(outcome(value)).toBe('has no country code');
		},
	);

	it.each<[string, string]>([
		['(44) 20 7946 0018', '+442079460018 (United Kingdom)'],
		['(49) 99123-4567', '+49991234567 (Germany)'],
		['8 (495) 123-45-67', '+84951234567 (Vietnam)'],
		['8-495-123-45-67', '+84951234567 (Vietnam)'],
		['131 2345 6789', '+13123456789 (United States)'],
	])('%s is refused, since it seems to begin with an area code', (text, reading) => {
		expect(outcome(text)).toBe(`could be ${reading} or a number without country code`);
	});

	it('are refused wherever a North American number of ten digits could be meant', () => {
		const american = mobileNumber.filter(({ number }) => number.countryCallingCode === '1');
		fc.assert(
			fc.property(american, ({ number }) => {
				expect(isRead(outcome(number.nationalNumber))).toBe(false);
			}),
			{ numRuns: casesOf(50) },
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

/** Tells whether a number that was read has the calling code of a country. */
function isOf(country: CountryCode, e164: string): boolean {
	return readAs(e164)?.countryCallingCode === EXAMPLES_BY_COUNTRY.get(country)?.countryCallingCode;
}

const EXAMPLES_BY_COUNTRY = new Map(EXAMPLES.map(({ country, number }) => [country, number]));

/** A number as it is usually written in its country, grouped and not, and with its own country code. */
const usual = (number: PhoneNumber) => [
	number.formatNational(),
	number.nationalNumber,
	number.number.slice(1),
];

/** A text with one digit doubled, missing, or swapped with the next one. */
function typosOf(text: string): string[] {
	const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
	return places.flatMap((at, nth) => {
		const [before, digit, after] = [text.slice(0, at), text[at], text.slice(at + 1)];
		const next = places[nth + 1];
		const swapped =
			next === undefined
				? []
				: [before + text[next] + text.slice(at + 1, next) + digit + text.slice(next + 1)];
		return [before + digit + digit + after, before + after, ...swapped];
	});
}

describe('no number of any country comes out as another one', () => {
	it('with its country as the default one', () => {
		for (const { country, number } of EXAMPLES) {
			for (const text of usual(number)) {
				const expected = isRounded(text) ? expect.stringContaining('rounded') : number.number;
				expect(outcome(text, country)).toEqual(expected);
			}
			for (const digits of [number.nationalNumber, number.number.slice(1)]) {
				if (isRounded(digits)) continue;
				const result = outcome(Number(digits), country);
				// Without its 0, this one is also a number of before Gabon had any 0.
				if (digits === '06031234') expect(result).toMatch(/^could be \+24106031234 .* or /);
				else expect(result).toBe(number.number);
			}
		}
	});

	it('with its country code, without a default country', () => {
		const refused = EXAMPLES.filter(({ number }) =>
			both(number.number.slice(1)).some((value) => outcome(value) !== number.number),
		);
		for (const { number } of refused) {
			expect(outcome(number.number.slice(1))).toMatch(/^could be \+.* or \+1|rounded/);
		}
		expect(refused.map(({ country }) => country).join(' ')).toBe(
			'BZ GM IS KM KR MM NU PW SC ST VU',
		);
	});

	it.each(DEFAULT_COUNTRIES)('with its country code, with %s as the default', (home) => {
		let read = 0;
		for (const { number } of EXAMPLES) {
			const digits = number.number.slice(1);
			const result = outcome(digits, home);
			expect(outcome(Number(digits), home)).toBe(result);
			if (!isRead(result)) continue;
			read += 1;
			expect([digits, result, isOf(home, result)]).toEqual([digits, result, true]);
		}
		expect(read).toBeGreaterThan(0);
	});

	it('behind 00, in brackets or not, with any default country', () => {
		for (const [nth, { number }] of EXAMPLES.entries()) {
			const home = DEFAULT_COUNTRIES[nth % DEFAULT_COUNTRIES.length];
			const { countryCallingCode: code, nationalNumber } = number;
			const results = [`00${code}${nationalNumber}`, `(00${code}) ${nationalNumber}`].map((text) =>
				outcome(text, home),
			);
			expect(results[0]).toBe(results[1]);
			if (isRead(results[0])) expect(results[0]).toBe(number.number);
			else expect(results[0]).toContain(`could be ${number.number} `);
		}
	});

	it('where a program made a decimal of it', () => {
		fc.assert(
			fc.property(mobileNumber, ({ country, number }) => {
				const { nationalNumber: digits } = number;
				expect(outcome(`${digits}.0`, country)).toBe(outcome(digits, country));
				expect(isRead(outcome(`${digits}.5`, country))).toBe(false);
			}),
		);
	});

	it('of random mobile numbers', () => {
		// Gabon put a 0 before its old numbers, so these are no longer certain there.
		const current = mobileNumber
			.filter(({ country }) => country !== 'GA')
			.filter(({ number }) => !looksRounded(number.number.slice(1)))
			.filter(({ number }) => !looksRounded(number.nationalNumber));
		const sample = fc.tuple(current, fc.constantFrom(...DEFAULT_COUNTRIES));
		fc.assert(
			fc.property(sample, ([{ country, number }, home]) => {
				expect(outcome(number.number, home)).toBe(number.number);
				for (const text of usual(number)) expect(outcome(text, country)).toBe(number.number);
				const abroad = outcome(number.number.slice(1), home);
				if (isRead(abroad)) expect(isOf(home, abroad)).toBe(true);
				const bare = outcome(number.number.slice(1));
				if (isRead(bare)) expect(bare).toBe(number.number);
			}),
			{ numRuns: casesOf(300) },
		);
	});
});

/** Tells whether digits may be what a spreadsheet has left of a long number: these are refused without a plus. */
const looksRounded = (digits: string) => /^(?=\d{11})\d{1,6}0+$/.test(digits);

describe('a typing error', () => {
	const results = { refused: 0, read: 0 };

	afterAll(() => {
		const share = results.refused / (results.refused + results.read);
		process.stdout.write(
			`${results.refused + results.read} typing errors: ${Math.round(share * 100)} % refused, none read with another calling code\n`,
		);
	});

	function expectHome(country: CountryCode, typo: string) {
		const result = outcome(typo, country);
		results[isRead(result) ? 'read' : 'refused'] += 1;
		if (isRead(result) && !isOf(country, result)) {
			throw new Error(`${typo} with ${country} was read as ${result}`);
		}
	}

	it('never reaches another calling code from a number in its usual grouping', () => {
		for (const { country, number } of EXAMPLES) {
			for (const typo of typosOf(number.formatNational())) expectHome(country, typo);
		}
	});

	it('never reaches one from a random mobile number, grouped or not, with its country code or not', () => {
		fc.assert(
			fc.property(mobileNumber, fc.nat(2), fc.nat(), ({ country, number }, form, at) => {
				const typos = typosOf(usual(number)[form]);
				expectHome(country, typos[at % typos.length]);
			}),
			{ numRuns: casesOf(1000) },
		);
	});

	it.each([
		...['RU 8[9]10', 'KZ 8[7]10', 'IN [7]00', 'TR [5]00', 'PK [3]00', 'CO [3]00', 'ES [6]00'],
		...['AU [4]00', 'FR [6]00', 'AE [5]00', 'MA [6]00', 'VN [9]00', 'UA [5]00', 'SA [5]00'],
	])('never makes a dialling prefix of a number without a digit: %s', (written) => {
		const country = written.slice(0, 2) as CountryCode;
		const [meant, typed] = [/[[\]]/g, /\[.\]/].map((left) => written.slice(3).replace(left, ''));
		fc.assert(
			fc.property(fc.stringMatching(/^\d{5,7}$/), (rest) => {
				if (readAs(meant + rest, country)?.isValid()) expectHome(country, typed + rest);
			}),
			{ numRuns: casesOf(300) },
		);
	});

	it('never makes one of a doubled digit in a North American number', () => {
		const typed = fc.tuple(fc.constantFrom('614', '336', '447', '491', '503'), fc.nat(6_999_999));
		fc.assert(
			fc.property(typed, fc.nat(9), ([area, rest], at) => {
				const digits = `${area}${rest + 3_000_000}`;
				const doubled = digits.slice(0, at) + digits[at] + digits.slice(at);
				expectHome('US', `${doubled.slice(0, 3)}-${doubled.slice(3, 6)}-${doubled.slice(6)}`);
			}),
			{ numRuns: casesOf(300) },
		);
	});
});
