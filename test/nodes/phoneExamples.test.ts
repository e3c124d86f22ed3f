import type { CountryCode } from '../../nodes/MessagingService/phone';
import {
	COUNTRIES,
	countryOf,
	emailIn,
	lineTypeOf,
	toE164,
} from '../../nodes/MessagingService/phone';

type Value = string | number;

/** Returns the number, or why it is refused. */
function outcome(value: unknown, defaultCountry?: CountryCode, digitsHaveCountryCode = false) {
	const read = toE164(value, { defaultCountry, digitsHaveCountryCode });
	return typeof read === 'string' ? read : read.reason;
}

describe('a number with its country code is read', () => {
	it.each<[Value, string]>([
		['+1 (202) 555-0123', '+12025550123'],
		['+1/202/555/0123', '+12025550123'],
		['(+44) 20 7946 0018', '+442079460018'],
		['+44 (0)20 7946 0018', '+442079460018'],
		['+39 (0)6 1234 5678', '+390612345678'],
		['+34 (0)612 345 678', '+34612345678'],
		['0049 151/23456789', '+4915123456789'],
		['tel:+1-202-555-0123', '+12025550123'],
		['p:+12025550123', '+12025550123'],
		['whatsapp:+12025550123', '+12025550123'],
		['https://wa.me/12025550123', '+12025550123'],
		["'+12025550123", '+12025550123'],
		['="+12025550123"', '+12025550123'],
		['\u202a+1\u00a0202\u2011555\u20110123\u202c,', '+12025550123'],
		['＋８１（０）９０−１２３４−５６７８', '+819012345678'],
		['+٩٧١ ٥٠ ١٢٣ ٤٥٦٧', '+971501234567'],
		['12025550123', '+12025550123'],
		[4915123456789, '+4915123456789'],
		[15551234567, '+15551234567'],
		// Its range is newer than the plans.
		['+49 1555 0000000', '+4915550000000'],
	])('%p is %s', (value, expected) => {
		expect(outcome(value)).toBe(expected);
	});
});

describe('a number with a Default Country is read as a phone there would dial it', () => {
	it.each<[Value, CountryCode, string]>([
		['(202) 555-0123', 'US', '+12025550123'],
		['1-202-555-0123', 'US', '+12025550123'],
		['(416) 555-0123', 'US', '+14165550123'],
		['(555) 123-4567', 'US', '+15551234567'],
		['011 49 151/23456789', 'US', '+4915123456789'],
		['0049 151/23456789', 'US', '+4915123456789'],
		['0011 1 202 555 0123', 'AU', '+12025550123'],
		['030/1234567', 'DE', '+49301234567'],
		['0049 (0)30 1234567', 'DE', '+49301234567'],
		['4915123456789', 'DE', '+4915123456789'],
		[15123456789, 'DE', '+4915123456789'],
		['8 (912) 345-67-89', 'RU', '+79123456789'],
		['06 20 123 4567', 'HU', '+36201234567'],
		['011 15-2345-6789', 'AR', '+5491123456789'],
		['312 345 6789', 'IT', '+393123456789'],
		[123456789, 'CI', '+2250123456789'],
	])('%p with %s is %s', (value, country, expected) => {
		expect(outcome(value, country)).toBe(expected);
	});
});

describe('a number is refused', () => {
	it.each<[unknown, CountryCode | undefined, string]>([
		['(202) 555-0123', undefined, 'has no country code'],
		['131 2345 6789', undefined, 'has no country code'],
		['6592801168', undefined, 'has no country code'],
		['011 49 151 23456789', undefined, 'has no country code'],
		['+999 123456', undefined, 'has too few or too many digits, or an unknown country code'],
		['0011 202 555 0123', 'GB', "is not a number of the 'Default Country' (United Kingdom)"],
		['555-0123', 'US', "is not a number of the 'Default Country' (United States)"],
		['614-555-12345', 'US', "is not a number of the 'Default Country' (United States)"],
		['96123-4567', 'BR', "is not a number of the 'Default Country' (Brazil)"],
		['375294911911', 'DE', 'could be +49375294911911 or +375294911911'],
		['996312973764', 'FI', 'could be +312973764 or +996312973764'],
		['0082413448044', 'KR', 'could be +2413448044 or +82413448044'],
		['+39 (0)375 814 1191', 'IT', 'could be +393758141191 or +3903758141191'],
		['030 1234567/68', 'DE', 'has a second number or an extension'],
		['+49 30 1234567 (5)', undefined, 'has a second number or an extension'],
		['+43 664 1234567 - 12', undefined, 'has a second number or an extension'],
		['12025600000', undefined, 'was rounded by a spreadsheet, or has decimals'],
		['4.91512E+12', 'DE', 'was rounded by a spreadsheet, or has decimals'],
		[12025550123.5, undefined, 'was rounded by a spreadsheet, or has decimals'],
		['+12025550123.0', undefined, 'was rounded by a spreadsheet, or has decimals'],
	])('%p with %s: it %s', (value, country, reason) => {
		expect(outcome(value, country)).toBe(reason);
	});

	it.each([
		'+1 800 FLOWERS',
		'+1 202 555 0123 ext. 5',
		'+12025550123;ext=5',
		'+12025550123, +12025550124',
		'+12025550123\n+12025550124',
		'+1 202 555 0123²',
		'++12025550123',
		'-2345507',
		'someone@example.com',
		'',
		null,
		undefined,
		true,
		{},
		['+12025550123'],
	])('%p, for it is more or less than the digits of one number', (value) => {
		expect(outcome(value, 'DE')).toBe('has other characters than digits, spaces and ( ) . - /');
	});

	it('with the one that is meant, where a country code has lost its plus', () => {
		expect(toE164('614-555-12345', { defaultCountry: 'US' })).toMatchObject({
			nextStep: 'Write +61455512345 if that is meant',
		});
	});
});

describe('in a lease operation', () => {
	it.each<[Value, CountryCode | undefined, string]>([
		['15551234567', 'DE', '+15551234567'],
		[15123456789, 'DE', '+15123456789'],
		['12025600000', undefined, '+12025600000'],
		['4915550000000', 'US', '+4915550000000'],
		['2025550123', 'US', '+12025550123'],
		['2025550123', undefined, 'has no country code'],
		['0151 23456789', 'DE', '+4915123456789'],
	])('%p with %s is %s', (value, country, expected) => {
		expect(outcome(value, country, true)).toBe(expected);
	});
});

describe('an e-mail address', () => {
	it('is taken as typed, without the spaces around it', () => {
		expect(emailIn(' Some.One@example.com\n')).toBe('Some.One@example.com');
		expect(emailIn('a@b, c@example.com')).toBeUndefined();
		expect(emailIn('#VALUE!@x')).toBeUndefined();
	});
});

describe('the countries', () => {
	it('have English names, in their order', () => {
		expect(COUNTRIES).toContainEqual({ name: 'United Kingdom', value: 'GB' });
		const names = COUNTRIES.map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	});

	it.each([
		['+18762101234', 'JM'],
		['+447797712345', 'JE'],
		['+77710009998', 'KZ'],
		['+262639012345', 'YT'],
		['+4915550000000', 'DE'],
		['+15551234567', undefined],
		['+80012345678', undefined],
		['+870773111632', undefined],
	])('of %s is %s', (number, country) => {
		expect(countryOf(number)).toBe(country);
	});

	it.each([
		['+499001234567', 'PREMIUM_RATE'],
		['+491806123456', 'SHARED_COST'],
		['+447400123456', 'MOBILE'],
		['+15551234567', null],
	])('have lines of every kind: %s is %s', (number, kind) => {
		expect(lineTypeOf(number)).toBe(kind);
	});
});
