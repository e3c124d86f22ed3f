/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFileSync } from 'node:fs';

import { PhoneNumberFormat, PhoneNumberType, PhoneNumberUtil } from 'google-libphonenumber';

import { countryIn, lineOf, toE164 } from '../../nodes/MessagingService/phone';

const google = PhoneNumberUtil.getInstance();

type Value = string | number;

/** What a notation has of the country code: with a plus or 00 before it, its digits alone, or nothing of it. */
type Has = 'plus' | 'digits' | 'nothing';

/** Returns a number in the notations that people and programs write. */
function notationsOf(
	e164: string,
	international: string,
	national: string,
	uri: string,
): Record<Has, Value[]> {
	const [code] = international.slice(1).split(' ');
	const groups = international.slice(code.length + 2);
	const [digits, all] = [national.replace(/\D/g, ''), e164.slice(1)];
	const nationalWith = (sign: string) => national.replace(/\D+/g, ' ').trim().replace(/ /g, sign);
	return {
		plus: [
			...[e164, international, uri, `tel:${e164}`, `="${e164}"`],
			`+${code}.${groups.replace(/[ -]/g, '.')}`,
			`+${code}-${groups.replace(/ /g, '-')}`,
			`+${code}/${groups.replace(/[ -]/, '/')}`,
			`+${code} ${groups.replace(/^\d+/, '($&)')}`,
			...[`(+${code}) ${groups}`, `(+ ${code}) ${groups}`, `+${code} (0)${groups}`],
			`+${code}(0)${groups.replace(/\D/g, '')}`,
			...[`00${all}`, `00 ${code} ${groups}`, `00${code} (0) ${groups}`],
			...[`https://wa.me/${all}/?text=Hi`, `${all}@c.us`],
		],
		digits: [all, `${code} ${groups}`, Number(all), `${all}.0`],
		nothing: [
			...[national, digits, nationalWith(' '), nationalWith('.'), nationalWith('-')],
			nationalWith(' ').replace(' ', '/'),
			nationalWith(' ').replace(/^\d+/, '($&)'),
			Number(digits),
		],
	};
}

/** Google's example of a mobile number, of every country that has one. */
const MOBILES = google.getSupportedRegions().flatMap((country) => {
	const number = google.getExampleNumberForType(country, PhoneNumberType.MOBILE);
	if (!number || !countryIn(country)) return [];

	const write = (format: keyof typeof PhoneNumberFormat) =>
		google.format(number, PhoneNumberFormat[format]);
	const e164 = write('E164');
	const [international, national] = [write('INTERNATIONAL'), write('NATIONAL')];
	const notations = notationsOf(e164, international, national, write('RFC3966'));
	return [{ country, e164, kind: google.getNumberType(number), notations }];
});

/** Default Countries of all continents, with long and short numbers, and dialling prefixes of their own. */
const COUNTRIES = 'US MX BR DE IT HU IN AU'.split(' ');

/** Reads numbers in the notations that have so much, by the Default Countries that each is tried with. */
function readAll(
	samples: typeof MOBILES,
	has: Has[],
	defaultCountries: (country: string) => Array<string | undefined>,
) {
	const refused: Array<{ value: Value; reason: string }> = [];
	const others: Array<{ value: Value; by?: string; read: string }> = [];
	let count = 0;
	for (const { country, e164, notations } of samples) {
		const written = has.flatMap((much) => notations[much]);
		for (const [turn, defaultCountry] of defaultCountries(country).entries()) {
			// Where there are many countries, they share the notations of a number.
			const tried = written.filter((_, index) => turn < 1 || (index + turn) % 4 === 0);
			for (const value of tried) {
				const read = toE164(value, { defaultCountry });
				count += 1;
				if (typeof read !== 'string') refused.push({ value, reason: read.reason });
				else if (read !== e164) others.push({ value, by: defaultCountry, read });
			}
		}
	}
	return { count, refused, others };
}

const abroad = (own: string) => COUNTRIES.filter((one) => one !== own);

describe("Google's examples of mobile numbers", () => {
	it('are read with their own Default Country, and never as another number', () => {
		expect(MOBILES.length).toBeGreaterThan(240);
		const result = readAll(MOBILES, ['plus', 'digits', 'nothing'], (country) => [country]);
		expect(result.others).toEqual([]);
		// A spreadsheet took the 0 that belongs to the number: nobody knows which one it was.
		const refused = result.refused.filter(({ value }) => typeof value !== 'number');
		expect(1 - refused.length / result.count).toBeGreaterThanOrEqual(0.999);
	});

	it('are read without a Default Country where they have a plus, and never else', () => {
		const withPlus = readAll(MOBILES, ['plus'], () => [undefined]);
		expect(withPlus.others).toEqual([]);
		// +501 622-1234 of Belize is grouped as an American number without its 1.
		expect(
			withPlus.refused.filter(({ reason }) => !/could be .* or \+1\d{10}$/.test(reason)),
		).toEqual([]);
		expect(withPlus.refused.length / withPlus.count).toBeLessThan(0.02);
		const without = readAll(MOBILES, ['digits', 'nothing'], () => [undefined]);
		expect(without.refused).toHaveLength(without.count);
	});

	it('in E.164 are read under every Default Country, and with a plus or 00 are never another number', () => {
		const refused = MOBILES.flatMap(({ e164 }) =>
			COUNTRIES.filter((defaultCountry) => toE164(e164, { defaultCountry }) !== e164),
		);
		expect(refused).toEqual([]);
		expect(readAll(MOBILES, ['plus'], abroad).others).toEqual([]);
	});

	it('without their plus are nothing but a mobile number of the Default Country, as Google reads it', () => {
		const { others } = readAll(MOBILES, ['digits'], abroad);
		const unlikeGoogle = others.filter(({ value, by, read }) => {
			const number = google.parse(String(value).replace(/\.0$/, ''), by);
			return google.format(number, PhoneNumberFormat.E164) !== read;
		});
		expect(unlikeGoogle).toEqual([]);
		expect(others.filter(({ read }) => !/MOBILE/.test(lineOf(read).type ?? ''))).toEqual([]);
	});

	it('in national notation are home numbers of another country in at most 11 %', () => {
		const { others, count } = readAll(MOBILES, ['nothing'], abroad);
		expect(others.length / count).toBeLessThanOrEqual(0.11);
	});

	it('have the country and the kind of line that Google tells', () => {
		const kinds = Object.fromEntries(
			Object.entries(PhoneNumberType).map(([name, type]) => [type, name]),
		);
		for (const { e164, kind } of MOBILES) {
			const country = google.getRegionCodeForNumber(google.parse(e164));
			expect([e164, lineOf(e164)]).toEqual([e164, { country, type: kinds[kind] }]);
		}
	});
});

/** Returns the number, or the code of the problem with the numbers that its reason names. */
function outcome(value: unknown, defaultCountry?: string, digitsHaveCountryCode = false) {
	const read = toE164(value, { defaultCountry, digitsHaveCountryCode });
	return typeof read === 'string'
		? read
		: [read.code, ...(read.reason.match(/\+\d{7,}/g) ?? [])].join(' ');
}

describe('a number', () => {
	it.each([
		...['+1 (202) 555-0123', '+1/202/555/0123', '+1 [202] 555 - 0123', "'+12025550123"],
		...['tel:+1-202-555-0123', 'p:+12025550123', 'whatsapp:+12025550123', '="+12025550123"'],
		...['Tel.: +1.202.555.0123', '=++12025550123', '\u202a+1\u00a0202\u2011555\u20110123\u202c,'],
		...['https://wa.me/12025550123/?text=Hi', 'whatsapp://send?text=Hi&phone=%2B12025550123'],
		...['12025550123:7@s.whatsapp.net', '+12025550123@c.us', '\u001f+12025550123\0'],
		...['+12025550123.0', '+1.2025550123E+10', '＋１（２０２）５５５−０１２３', '+١٢٠٢٥٥٥٠١٢٣'],
	])('is its digits, whatever stands around them: %j', (value) => {
		expect(outcome(value)).toBe('+12025550123');
	});

	it.each<[Value, string | undefined, string]>([
		['+(44) 20 7946 0018', '', '+442079460018'],
		['+39 (0)6 1234 5678', undefined, '+390612345678'],
		['+39 (0)312 345 6789', 'IT', '+393123456789'],
		['+6581234567', 'US', '+6581234567'],
		['+32 3 555 01 34', undefined, '+3235550134'],
		['+516-555-0123', 'PE', '+5165550123'],
		['https://wa.me/2025550123', undefined, '+2025550123'],
		['011 44 20/7946 0018', 'US', '+442079460018'],
		['8 10 49 151 23456789', 'RU', '+4915123456789'],
		['+56 09 6123 4567', undefined, '+56961234567'],
		['+36 06 20 123 4567', undefined, '+36201234567'],
		['+4.4740010012E11', 'US', '+447400100120'],
		['5215512345678@c.us', undefined, '+525512345678'],
		// Its range is newer than the plans.
		['+49 1555 0000000', 'DE', '+4915550000000'],
		['+15551234567', 'DE', '+15551234567'],
		// Refused.
		['+(516) 555-0123', 'US', 'wrongCode +15165550123'],
		['+44 447400 123456', 'US', 'wrongCode +447400123456'],
		['+33033612345678', undefined, 'wrongCode +33612345678'],
		['+1 1 202 555 0123', undefined, 'wrongCode +12025550123'],
		['+302-555-0123', 'DE', 'wrongCode +493025550123'],
		['+004915123456789', undefined, 'wrongCode +4915123456789'],
		['0011 202 555', 'GB', 'wrongCode'],
		['+49 1512 3456789012', undefined, 'wrongCode'],
		['+1 102 555 0123', undefined, 'wrongCode'],
		['+375 027674595', undefined, 'wrongCode'],
		// Two numbers that people may mean.
		['+646 555 0123', 'US', 'severalReadings +6465550123 +16465550123'],
		['+49 49151 23456789', 'DE', 'severalReadings +494915123456789 +4915123456789'],
		['+64 64 9 945 3983', undefined, 'severalReadings +646499453983 +6499453983'],
		['00551-68136069', 'CN', 'severalReadings +55168136069 +8655168136069'],
	])('with a plus is read with its country code first: %p with %p is %s', (value, ...rest) => {
		const [country, expected] = rest;
		expect(outcome(value, country)).toBe(expected);
	});

	it.each<[Value, string, string]>([
		['(555) 123-4567', 'US', '+15551234567'],
		['493012345678', 'DE', '+493012345678'],
		['(0)151 23456789', ' De ', '+4915123456789'],
		['49 (0)151 23456789', 'DE', '+4915123456789'],
		['0919876543210', 'IN', '+919876543210'],
		['8 (495) 123-45-67', 'RU', '+74951234567'],
		['912 345-67-89', 'RU', '+79123456789'],
		['011 15-2345-6789', 'AR', '+5491123456789'],
		// The country code, with or without a 0, not an area code that begins so.
		['494915123456789', 'DE', '+4915123456789'],
		['5215512345678', 'MX', '+525512345678'],
		// No phone at home dials so.
		['614-555-12345', 'US', 'notAtHome'],
		['375294911911', 'US', 'notAtHome +375294911911'],
		['4791234567', 'US', 'notAtHome'],
		['012025550123', 'US', 'notAtHome'],
		['1161234567', 'BR', 'notAtHome +5511961234567'],
		['1 (512) 345-6789', 'DE', 'severalReadings +4915123456789 +15123456789'],
		['20 7946 0018', 'GB', 'notAtHome +442079460018'],
		['0082413448044', 'KR', 'severalReadings +82413448044 +2413448044'],
		['84951234567', 'RU', 'severalReadings +74951234567 +84951234567'],
	])(
		'without a plus is what a phone at home dials: %p with %s is %s',
		(value, country, expected) => {
			expect(outcome(value, country)).toBe(expected);
		},
	);

	it.each<[Value, string]>([
		['(202) 555-0123', ' +12025550123'],
		['5215512345678', ' +525512345678'],
		[431234567, ''],
		['011 49 30 12345678', ''],
	])('without a plus and without a Default Country is refused: %p', (value, rest) => {
		for (const country of [undefined, '', ' ', 'XX', 'Germani']) {
			expect(outcome(value, country)).toBe(`noCountryCode${rest}`);
		}
		expect(toE164(value)).toMatchObject({
			nextStep: expect.stringContaining('+{{ $json.phone }}') as string,
		});
	});

	it.each<[Value, string | undefined, string]>([
		['1 (555) 123-4567', 'US', '+15551234567'],
		[12025550123, 'DE', '+12025550123'],
		['12025600000', undefined, '+12025600000'],
		['646-555-0123', undefined, 'severalReadings +6465550123 +16465550123'],
		['0151 23456789', 'DE', '+4915123456789'],
		[15123456789, 'DE', 'severalReadings +15123456789 +4915123456789'],
		['1.20256E+10', undefined, 'lostDigits'],
	])('of a lease may be as the service prints it: %p with %p is %s', (value, country, expected) => {
		expect(outcome(value, country, true)).toBe(expected);
	});

	it.each([
		[12025600000, 'lostDigits'],
		['2.02555012e+09', 'lostDigits'],
		['12025550123.50', 'lostDigits'],
		['+1 800 FLOWERS', 'notOneNumber'],
		['+12025550123\n+12025550124', 'notOneNumber'],
		['+1 202 555 0123²', 'notOneNumber'],
		['12025550123+', 'notOneNumber'],
		['-2345507', 'notOneNumber'],
		['+49 30 1234567 (5)', 'notOneNumber'],
		['+49 30 12345 - 67', 'notOneNumber'],
		['someone@c.us', 'notOneNumber'],
		['+12025550123'.padStart(251), 'notOneNumber'],
		[true, 'notOneNumber'],
		['\u202e+12125552010', 'misleading'],
		['+1212555\u20662010\u2069', 'misleading'],
		['\u202d+12125552010\u202c', 'misleading'],
		// A person sees +1 212 2010 555.
		['+1 212 \u200f555 2010', 'misleading'],
		['+٩٧١ ۵۰ ١٢٣ ٤٥٦٧', 'misleading'],
		['1234567890-1234@g.us', 'noNumber'],
		['154417159582282@lid', 'noNumber'],
	])('is refused where %p is no number of one phone: %s', (value, why) => {
		expect(outcome(value, 'US')).toBe(why);
	});
});

it('docs/phone-numbers.md shows what is read and what is refused', () => {
	const page = readFileSync('docs/phone-numbers.md', 'utf8');
	const lines = [...page.matchAll(/^\| `(.+?)` +\| (\S+) +\| (?:`(\+\d+)`|refused) +\|$/gm)];
	expect(lines.length).toBeGreaterThan(20);
	for (const [line, written, country, number] of lines) {
		const read = toE164(written, { defaultCountry: country === 'none' ? undefined : country });
		expect([line, typeof read === 'string' ? read : undefined]).toEqual([line, number]);
	}
});
