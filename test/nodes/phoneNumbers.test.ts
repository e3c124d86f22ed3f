import { PhoneNumberFormat, PhoneNumberType, PhoneNumberUtil } from 'google-libphonenumber';

import { countryIn, lineOf, toE164 } from '../../nodes/MessagingService/phone';

const google = PhoneNumberUtil.getInstance();

/** What a notation has of the country code: with a plus or 00 before it, its digits alone, or nothing of it. */
type Has = 'plus' | 'digits' | 'nothing';

/** A way to write a number. */
interface Notation {
	has: Has;
	kind: string;
	value: string | number;
}

/** Returns a number in the notations that people and programs write. */
function notationsOf(
	e164: string,
	international: string,
	national: string,
	uri: string,
): Notation[] {
	const [code] = international.slice(1).split(' ');
	const groups = international.slice(code.length + 2);
	const digits = national.replace(/\D/g, '');
	const nationalWith = (sign: string) => national.replace(/\D+/g, ' ').trim().replace(/ /g, sign);
	const notations: Array<[Has, string, string | number]> = [
		['plus', 'E.164', e164],
		['plus', 'international', international],
		['plus', 'RFC 3966', uri],
		['plus', 'tel:', `tel:${e164}`],
		['plus', 'as a formula', `="${e164}"`],
		['plus', 'dots', `+${code}.${groups.replace(/[ -]/g, '.')}`],
		['plus', 'dashes', `+${code}-${groups.replace(/ /g, '-')}`],
		['plus', 'a slash', `+${code}/${groups.replace(/[ -]/, '/')}`],
		['plus', 'brackets', `+${code} ${groups.replace(/^\d+/, '($&)')}`],
		['plus', 'code in brackets', `(+${code}) ${groups}`],
		['plus', '(0)', `+${code} (0)${groups}`],
		['plus', '(0) without spaces', `+${code}(0)${groups.replace(/\D/g, '')}`],
		['plus', '00', `00${e164.slice(1)}`],
		['plus', '00 in groups', `00 ${code} ${groups}`],
		['plus', '00 and (0)', `00${code} (0) ${groups}`],
		['plus', 'a space behind the plus', `(+ ${code}) ${groups}`],
		['plus', 'wa.me', `https://wa.me/${e164.slice(1)}/?text=Hi`],
		['plus', 'WhatsApp ID', `${e164.slice(1)}@c.us`],
		['digits', 'without its plus', e164.slice(1)],
		['digits', 'without its plus, in groups', `${code} ${groups}`],
		['digits', 'as a number, with country code', Number(e164.slice(1))],
		['digits', 'with .0', `${e164.slice(1)}.0`],
		['nothing', 'national', national],
		['nothing', 'national digits', digits],
		['nothing', 'national with spaces', nationalWith(' ')],
		['nothing', 'national with dots', nationalWith('.')],
		['nothing', 'national with dashes', nationalWith('-')],
		['nothing', 'national with a slash', nationalWith(' ').replace(' ', '/')],
		['nothing', 'national with brackets', nationalWith(' ').replace(/^\d+/, '($&)')],
		['nothing', 'as a number', Number(digits)],
	];
	return notations.map(([has, kind, value]) => ({ has, kind, value }));
}

/** Google's example of one kind of line, of every country that has one. */
const examplesOf = (type: 'MOBILE' | 'FIXED_LINE') =>
	google.getSupportedRegions().flatMap((country) => {
		const number = google.getExampleNumberForType(country, PhoneNumberType[type]);
		if (!number || !countryIn(country)) return [];

		const write = (format: keyof typeof PhoneNumberFormat) =>
			google.format(number, PhoneNumberFormat[format]);
		const e164 = write('E164');
		const [international, national] = [write('INTERNATIONAL'), write('NATIONAL')];
		const notations = notationsOf(e164, international, national, write('RFC3966'));
		return [{ country, e164, kind: google.getNumberType(number), notations }];
	});

const MOBILES = examplesOf('MOBILE');

/** Default Countries of all continents, with long and short numbers, and dialling prefixes of their own. */
const COUNTRIES = 'US MX BR AR CL CO GB DE AT IT FI HU RU EG CI IN CN JP ID AU SG'.split(' ');

/** Reads numbers in the notations that have so much, by the Default Countries that each is tried with. */
function readAll(
	samples: typeof MOBILES,
	notations: Has[],
	defaultCountries: (country: string) => Array<string | undefined>,
) {
	const refused: Array<{ kind: string; reason: string; value: string | number }> = [];
	const others: Array<{ value: string | number; by?: string; read: string }> = [];
	let count = 0;
	for (const sample of samples) {
		const written = sample.notations.filter(({ has }) => notations.includes(has));
		for (const [turn, defaultCountry] of defaultCountries(sample.country).entries()) {
			// Where there are many countries, they share the notations of a number.
			const tried = written.filter((_, index) => turn < 1 || (index + turn) % 4 === 0);
			for (const { kind, value } of tried) {
				const read = toE164(value, { defaultCountry });
				count += 1;
				if (typeof read !== 'string') refused.push({ kind, reason: read.reason, value });
				else if (read !== sample.e164) others.push({ value, by: defaultCountry, read });
			}
		}
	}
	return { count, refused, others };
}

describe("Google's examples of mobile numbers", () => {
	it('are of all countries', () => {
		expect(MOBILES.length).toBeGreaterThan(240);
	});

	it('are read with their own Default Country, and never as another number', () => {
		const result = readAll(MOBILES, ['plus', 'digits', 'nothing'], (country) => [country]);
		expect(result.others).toEqual([]);
		// A spreadsheet took the 0 that belongs to the number: nobody knows which one it was.
		const refused = result.refused.filter(({ kind }) => kind !== 'as a number');
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

	it('in E.164 are read under every Default Country', () => {
		const others = [...COUNTRIES, 'UK', ''];
		const refused = MOBILES.flatMap(({ e164 }) =>
			others.filter((defaultCountry) => toE164(e164, { defaultCountry }) !== e164),
		);
		expect(refused).toEqual([]);
	});

	it('with a plus or 00 are never another number, whatever the Default Country', () => {
		const result = readAll(MOBILES, ['plus'], (own) => COUNTRIES.filter((one) => one !== own));
		expect(result.others).toEqual([]);
	});

	it('without their plus are nothing but a mobile number of the Default Country, as Google reads it', () => {
		const result = readAll(MOBILES, ['digits'], (own) => COUNTRIES.filter((one) => one !== own));
		const unlikeGoogle = result.others.filter(({ value, by, read }) => {
			const number = google.parse(String(value).replace(/\.0$/, ''), by);
			return google.format(number, PhoneNumberFormat.E164) !== read;
		});
		expect(unlikeGoogle).toEqual([]);
		expect(result.others.filter(({ read }) => !/MOBILE/.test(lineOf(read).type ?? ''))).toEqual([]);
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

describe("Google's examples of landlines", () => {
	it('are never another number, with their own Default Country and without', () => {
		const landlines = examplesOf('FIXED_LINE');
		const atHome = readAll(landlines, ['plus', 'digits', 'nothing'], (country) => [country]);
		const anywhere = readAll(landlines, ['plus', 'digits'], () => [undefined]);
		expect([...atHome.others, ...anywhere.others]).toEqual([]);
	});
});
