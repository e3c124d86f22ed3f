import fc from 'fast-check';
import { getCountries, getExampleNumber, parsePhoneNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';

import type {
	CountryCode,
	PhoneNumberOptions,
	PhoneProblem,
} from '../../nodes/MessagingService/phone';
import { emailIn, numbersOfPhone, toE164 } from '../../nodes/MessagingService/phone';
import { anyCharacter } from '../support/anyCharacter';
import { casesOf } from '../support/cases';

function problem(value: unknown, options?: PhoneNumberOptions): PhoneProblem {
	const outcome = toE164(value, options);
	expect(outcome).toEqual(expect.any(Object));
	return outcome as PhoneProblem;
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
		['+۱۲۰۲۵۵۵۰۱۲۳', '+12025550123'],
		['+1 202–555—0123', '+12025550123'],
		['+1\u2009202\u202f555\u00a00123', '+12025550123'],
		['tel:+1-202-555-0123', '+12025550123'],
		['TEL:+1-202-555-0123', '+12025550123'],
		['(+44) 20 7946 0018', '+442079460018'],
		['[+44] 20 7946 0018', '+442079460018'],
		['( + 44 ) 20 7946 0018', '+442079460018'],
		['(+44)(0)20 7946 0018', '+442079460018'],
		['+(44) 20 7946 0018', '+442079460018'],
		['(+44 20) 7946 0018', '+442079460018'],
		['+44 (0)20 7946 0018', '+442079460018'],
		['+44(0)2079460018', '+442079460018'],
		['+44 [0] 20 7946 0018', '+442079460018'],
		['44 (0)20 7946 0018', '+442079460018'],
		['0044 (0)20 7946 0018', '+442079460018'],
		['+49 0171 2345678', '+491712345678'],
		['+39 06 1234 5678', '+390612345678'],
		['+39 (0)6 1234 5678', '+390612345678'],
		['+39 (0)347 123 4567', '+393471234567'],
		['+225 (0)7 07 12 34 56', '+2250707123456'],
		['+800 1234 5678', '+80012345678'],
		['+12025550123.0', '+12025550123'],
		['+12025550123.00', '+12025550123'],
		['+2781870.0', '+2781870'],
		["'+12025550123", '+12025550123'],
		['’+1 202 555 0123', '+12025550123'],
		['sms:+12025550123', '+12025550123'],
		['whatsapp:+12025550123', '+12025550123'],
		['wa.me/12025550123', '+12025550123'],
		['https://wa.me/12025550123', '+12025550123'],
		['wa.me/12025550123?text=Hi;%20there', '+12025550123'],
		['https://wa.me/12025550123/', '+12025550123'],
		['tel://+12025550123', '+12025550123'],
		['p:+12025550123', '+12025550123'],
		['="12025550123"', '+12025550123'],
		['"+12025550123"', '+12025550123'],
		['“+12025550123”', '+12025550123'],
		['+12025550123,', '+12025550123'],
		['+1 202 555 0123 /', '+12025550123'],
		['12025550123@c.us', '+12025550123'],
		['12025550123@s.whatsapp.net', '+12025550123'],
		['+१२०२५५५०१२३', '+12025550123'],
		['+১২০২৫৫৫০১২৩', '+12025550123'],
		['+𝟏𝟚𝟢𝟮𝟻55０123', '+12025550123'],
		['+52 1 55 1234 5678', '+525512345678'],
		[5215512345678, '+525512345678'],
		[12025550123, '+12025550123'],
		[447400123456, '+447400123456'],
		[4522334455, '+4522334455'],
	])('%p is read as %s', (value, expected) => {
		expect(toE164(value)).toBe(expected);
	});

	it.each<[string, string]>([
		['https://api.whatsapp.com/send?phone=4915123456789', '+4915123456789'],
		['https://api.whatsapp.com/send/?phone=%2B4915123456789&text=Hi', '+4915123456789'],
		['api.whatsapp.com/send?text=Hi&phone=49%20151%2023456789', '+4915123456789'],
		['https://web.whatsapp.com/send?phone=4915123456789', '+4915123456789'],
		[`https://wa.me/4915123456789?text=${'Hello%20'.repeat(50)}`, '+4915123456789'],
		['whatsapp://send?phone=4915123456789', '+4915123456789'],
		['whatsapp://send?phone=+4915123456789&text=Hi', '+4915123456789'],
		['callto:+4915123456789', '+4915123456789'],
		['callto://+4915123456789', '+4915123456789'],
		['Mobile: +49 151 23456789', '+4915123456789'],
		['Tel. +49 151 23456789', '+4915123456789'],
		['Tel.: +49 151 23456789', '+4915123456789'],
		['TEL +49 151 23456789', '+4915123456789'],
		['Tél : +33 6 12 34 56 78', '+33612345678'],
		['Phone number: +49 151 23456789', '+4915123456789'],
		['Mobile phone: +49 151 23456789', '+4915123456789'],
		['Tel.-Nr.: +49 151 23456789', '+4915123456789'],
		['手机：+86 131 2345 6789', '+8613123456789'],
		['тел. +375 29 491-19-11', '+375294911911'],
		['M: +49 151 23456789', '+4915123456789'],
		['4915123456789+', '+4915123456789'],
		['\u200f49 151 23456789 +\u200f', '+4915123456789'],
		['+49·151·23456789', '+4915123456789'],
		['+49•151•23456789', '+4915123456789'],
	])('%s is read as %s', (text, expected) => {
		expect(toE164(text)).toBe(expected);
	});

	it.each<[string, CountryCode, string]>([
		['callto:0151 23456789', 'DE', '+4915123456789'],
		['Mobile: 0151 23456789', 'DE', '+4915123456789'],
		['Tel. (202) 555-0123', 'US', '+12025550123'],
	])(
		'behind a word is read as if the word were not there: %s with %s',
		(text, country, expected) => {
			expect(toE164(text, { defaultCountry: country })).toBe(expected);
		},
	);

	it.each<[string, RegExp]>([
		['Fax: +49 30 1234567', /characters/],
		['Order: 4915123456789', /characters/],
		['Mobile: +49 151 23456789, Tel.: +49 30 1234567', /more than one number/],
		['Mobile: ', /characters/],
		['https://api.whatsapp.com/send?text=4915123456789', /characters/],
		['wa.me/message/ABCDEFGH', /characters/],
		['https://wa.me/', /characters/],
		['0151 23456789+', /too few/],
		['callto:someone', /characters/],
	])('%s is refused', (text, reason) => {
		expect(problem(text).reason).toMatch(reason);
	});

	it.each([
		['PL', '+48 (0)22 123 45 67', '+48221234567'],
		['GR', '+30 (0)21 2345 6789', '+302123456789'],
		['CZ', '+420 (0)212 345 678', '+420212345678'],
		['CL', '+56 (0)2 2123 4567', '+56221234567'],
		['CO', '+57 (0)601 234 5678', '+576012345678'],
		['LU', '+352 (0)27 12 34 56', '+35227123456'],
		['HK', '+852 (0)2123 4567', '+85221234567'],
		['QA', '+974 (0)4412 3456', '+97444123456'],
	])('has no trunk 0 in %s, so %s is read without its (0)', (_country, text, expected) => {
		expect(toE164(text)).toBe(expected);
	});

	it('is not guessed where a (0) may belong to it', () => {
		expect(problem('+39 (0)331 234567').reason).toBe(
			'could be +390331234567 (Italy) or +39331234567 (Italy)',
		);
	});

	it.each(['+15550001234', '+19995550123', '+447700900123', '+33199000101', '+4915550000000'])(
		'%s is not refused, although its range may be assigned to nobody',
		(number) => {
			expect(toE164(number)).toBe(number);
		},
	);

	it.each<[unknown, RegExp]>([
		['2025550123', /has no country code/],
		['(202) 555-0123', /has no country code/],
		['0171 2345678', /has no country code/],
		[2025550123, /has no country code/],
		['+1202555012', /too short or too long .* \+1/],
		['+120255501234', /too short or too long/],
		['+1 1 202 555 0123', /too short or too long/],
		['+1234567890123456', /too long/],
		['15651234567', /has no country code/],
		['+999123456789', /country code/],
		['72727', /too few/],
		['+', /characters/],
		['call +12025550123', /characters/],
		['#VALUE! 3', /characters/],
		['+12025550123 or +12025550124', /more than one number/],
		['+12025550123, +12025550124', /more than one number/],
		['2025550123;2025550124', /more than one number/],
		['+12025550123\n+12025550124', /more than one number/],
		['+1 202 555 0123 / +1 202 555 0124', /more than one number/],
		['1.20256E+10', /scientific notation/],
		['1,20256e+10', /scientific notation/],
		['someone@example.com', /e-mail address, .* iMessage/],
		['mailto:someone@example.com', /e-mail address, .* iMessage/],
		['120363041234567890@g.us', /characters/],
		['+1 800 FLOWERS', /characters/],
		['+1 202 555 0123²', /characters/],
		['+1 202 555 012³', /characters/],
		['+1 202 555 012₃', /characters/],
		['+1 202 555 012③', /characters/],
		['+1 202 555 01½', /characters/],
		['+1 202 555 0123;rn=5', /characters/],
		['+49 176 123456...', /cut off/],
		['+49 176 123456…', /cut off/],
		['+49 151 234567‥', /cut off/],
		['+49 151 234567︙', /cut off/],
		['+49 151 234567．．．', /cut off/],
		['+49 30 1234567/4568', /more than one number/],
		['+49 30 12345/65432', /more than one number/],
		['+62 21 5551234/5678', /more than one number/],
		['+82-2-2123-4567~8', /more than one number/],
		['+81-3-1234-5678〜79', /more than one number/],
		['+49 30 1234567 (5)', /extension/],
		['+39 06 1234567 (5)', /extension/],
		['5551234 5551235', /more than one number/],
		['030 12345/65432', /more than one number/],
		['22.11.2025', /date/],
		['2025-11-22', /date/],
		['+49 30 1234567/68', /more than one number/],
		['030 1234567 / 8', /more than one number/],
		['0171/2345678/79', /more than one number/],
		['15551234567.5', /decimal/],
		['123456.00', /decimal/],
		['+1 202 555 0123 ext. 5', /extension/],
		['+1 202 555 0123 x5', /extension/],
		['+1 202 555 0123 #5', /extension/],
		['(202) 555-0123 ext. 5', /extension/],
		['tel:+1-202-555-0123;ext=5', /extension/],
		['tel:+1-202-555-0123;isub=5', /characters/],
		['tel:202-555-0123;phone-context=+1', /characters/],
		['', /empty/],
		['   ', /empty/],
		['\u200e', /empty/],
		[null, /neither text nor/],
		[undefined, /neither text nor/],
		[{}, /neither text nor/],
		[['+12025550123'], /neither text nor/],
		[true, /neither text nor/],
		[Number.NaN, /neither text nor/],
		[1e21, /neither text nor/],
		[-12025550123, /neither text nor/],
		[12025550123.5, /neither text nor/],
	])('%p is refused with a reason and what to do next', (value, expected) => {
		const { reason, nextStep } = problem(value);
		expect(reason).toMatch(expected);
		expect(nextStep).toMatch(/^[A-Z].*[^.]$/);
		expect(nextStep).not.toContain('Default Country');
	});

	// Jest hands a callback to a test with more parameters than its row has, and waits for it.
	it.each<[unknown, CountryCode | undefined]>([
		[447911000000, 'GB'],
		[4.47911e11, 'GB'],
		[12025000000, 'US'],
		[1.20256e10, 'US'],
		[1.20256e10, undefined],
		['12025600000', undefined],
		["'12025600000", undefined],
	])('%p is refused, since a spreadsheet has rounded it', (value, defaultCountry) => {
		const { reason, nextStep } = problem(value, { defaultCountry });
		expect(reason).toBe('ends in many zeros: a spreadsheet has probably rounded it');
		expect(nextStep).toMatch(/^Format the column as text/);
	});

	it.each<[unknown, string]>([
		['+447911000000', '+447911000000'],
		['+12025600000', '+12025600000'],
		[12025530000, '+12025530000'],
		['1 202 560 0000', '+12025600000'],
	])('%p is read, although it ends in zeros', (value, expected) => {
		expect(toE164(value)).toBe(expected);
	});

	it('is read in the lease operations, whatever zeros it ends in: the service prints it so', () => {
		expect(toE164('12025600000', { digitsHaveCountryCode: true })).toBe('+12025600000');
	});

	it.each<[string, CountryCode | undefined]>([
		['+43 664 123456 - 12', undefined],
		['+43 664 123456-12', undefined],
		['+43 664 123456-1', undefined],
		['+43 664 123456 -12345', undefined],
		['+43 664 123456 – 12', undefined],
		['0664/123456 - 12', 'AT'],
		['0171 2345678-9', 'DE'],
		['202-555-0123 - 12345', 'US'],
	])(
		'%s with %p is refused, since a mobile number stands before the dash',
		(value, defaultCountry) => {
			expect(problem(value, { defaultCountry }).reason).toMatch(/or an extension/);
		},
	);

	it.each<[string, CountryCode, string]>([
		['030 123456-12', 'DE', '+493012345612'],
		['01 58858-12', 'AT', '+4315885812'],
		['8 (912) 345-67-89', 'RU', '+79123456789'],
		['0812 - 345 - 678', 'ID', '+62812345678'],
	])('%s with %s is one number: %s', (value, defaultCountry, expected) => {
		expect(toE164(value, { defaultCountry })).toBe(expected);
	});

	it('is refused unread when it is a long text', () => {
		expect(problem('9'.repeat(100_000)).reason).toBe('is too long');
	});

	it('is refused when it is longer than E.164 can hold, even where its country has such numbers', () => {
		for (const value of ['10000000000001', 10000000000001]) {
			expect(problem(value, { defaultCountry: 'ID' }).reason).toContain('is not a number of');
		}
	});
});

describe('an e-mail address', () => {
	it.each<[string, string]>([
		['someone@example.com', 'someone@example.com'],
		[' someone@example.com\n', 'someone@example.com'],
		['"someone@example.com"', 'someone@example.com'],
		['“someone@example.com”', 'someone@example.com'],
		['mailto:someone@example.com', 'someone@example.com'],
		['"mailto:someone@example.com",', 'someone@example.com'],
		['someone@example.com,', 'someone@example.com'],
		['ﬁ@example.com', 'ﬁ@example.com'],
		["'someone@example.com", "'someone@example.com"],
		['=someone@example.com', '=someone@example.com'],
		['Some.One@Example.COM', 'Some.One@Example.COM'],
	])('%p is %s', (value, expected) => {
		expect(emailIn(value)).toBe(expected);
	});

	it.each(['#VALUE!@x', 'a@b', '120363041234567890@g.us', '12025550123@c.us', 5, null])(
		'is not %p',
		(value) => {
			expect(emailIn(value)).toBeUndefined();
		},
	);
});

describe('the same phone', () => {
	it.each<[string, string, string]>([
		['an Argentine mobile number without the 9 of abroad', '+54 11 2345-6789', '+5491123456789'],
		['a Brazilian mobile number without its ninth digit', '+55 11 8123-4567', '+5511981234567'],
	])('has %s', (_what, written, current) => {
		const typed = toE164(written) as string;
		expect(numbersOfPhone(typed)).toEqual([current, typed]);
		expect(numbersOfPhone(current)).toEqual([current, typed]);
	});

	it('has a Mexican number with the 1 of before 2020, which is read without it', () => {
		expect(toE164('+52 1 55 1234 5678')).toBe('+525512345678');
	});

	it.each([
		['+551171234567', 'the plan has it with eight digits and with nine'],
		['+5511971234567', 'the plan has it with eight digits and with nine'],
		['+551121234567', 'a landline number'],
		['+5411234567890', 'too long'],
		['+12025550123', 'another country'],
		['someone@example.com', 'an e-mail address'],
	])('has no other number than %s: %s', (number) => {
		expect(numbersOfPhone(number)).toEqual([number]);
	});

	it('has the same numbers, whichever of them one begins with', () => {
		fc.assert(
			fc.property(possibleNumber, ({ number, countryCallingCode: code }) => {
				const numbers = numbersOfPhone(number);
				expect(numbers).toContain(number);
				for (const one of numbers) expect(numbersOfPhone(one)).toEqual(numbers);
				if (!['54', '55'].includes(code)) expect(numbers).toEqual([number]);
			}),
			{ numRuns: casesOf(500) },
		);
	});
});

describe('what to do next', () => {
	it('is to set Default Country only where that would help', () => {
		const { needsCountry, nextStep } = problem('(202) 555-0123');
		expect(nextStep).toBe('Write the number with + and country code, e.g. +12025550123');
		expect(needsCountry).toBe(true);
		expect(problem('+1 202 555 0123 x5').needsCountry).toBeUndefined();
		expect(problem('0171 2345678', { defaultCountry: 'US' }).needsCountry).toBeUndefined();
	});

	it.each<[string, CountryCode, string, string]>([
		[
			'0171 2345678',
			'US',
			'United States',
			'write it with its area code, or with + and its own country code',
		],
		[
			'555-0123',
			'US',
			'United States',
			'write it with its area code, or with + and its own country code',
		],
		[
			'431-4240',
			'US',
			'United States',
			'write it with its area code, or +4314240 if Austria is meant',
		],
		['61455512345', 'US', 'United States', 'write +61455512345 if Australia is meant'],
		['22228452775', 'MX', 'Mexico', 'write +22228452775 if Mauritania is meant'],
		['12025550123', 'DE', 'Germany', 'write +12025550123 if United States is meant'],
	])('with %s in %s (%s) is to check it, or to %s', (text, defaultCountry, name, written) => {
		const { reason, nextStep } = problem(text, { defaultCountry });
		expect(reason).toBe(`is not a number of the 'Default Country' (${name})`);
		expect(nextStep).toBe(`Check the number for missing or doubled digits, or ${written}`);
	});
});

/** Calling codes whose examples are read in full, for every country that has one. */
const countries = getCountries().filter((country) => getExampleNumber(country, examples));

/** A number that is possible in its country: the example with some of its last digits changed. */
const possibleNumber = fc
	.tuple(fc.constantFrom(...countries), fc.array(fc.nat(9), { minLength: 0, maxLength: 4 }))
	.map(([country, tail]) => {
		const example = getExampleNumber(country, examples)?.number ?? '';
		return parsePhoneNumber(example.slice(0, example.length - tail.length) + tail.join(''));
	})
	.filter((parsed) => parsed.isPossible());

const numberLike = fc.string({
	unit: fc.constantFrom(...'0123456789+-() ./;=:,extpl#*٣３²\u200e\u00a0'),
	maxLength: 40,
});
const anyValue = fc.oneof(
	numberLike,
	fc.string({ unit: anyCharacter }),
	fc.anything(),
	fc.integer(),
);
const anyOptions = fc.record(
	{ defaultCountry: fc.constantFrom(...countries), digitsHaveCountryCode: fc.boolean() },
	{ requiredKeys: [] },
);

describe('every number', () => {
	it('comes out the same from E.164, international and RFC 3966 notation', () => {
		fc.assert(
			fc.property(possibleNumber, (parsed) => {
				expect(toE164(parsed.number)).toBe(parsed.number);
				expect(toE164(parsed.formatInternational())).toBe(parsed.number);
				expect(toE164(parsed.getURI())).toBe(parsed.number);
			}),
			{ numRuns: casesOf(500) },
		);
	});

	it('that was read once is read as itself', () => {
		fc.assert(
			fc.property(possibleNumber, (parsed) => {
				expect(toE164(toE164(parsed.formatInternational()))).toBe(toE164(parsed.number));
			}),
		);
	});

	it('or anything else is read as E.164 or refused, with any option', () => {
		fc.assert(
			fc.property(anyValue, anyOptions, (number, chosen) => {
				const result = toE164(number, chosen);
				if (typeof result !== 'string') return expect(result.reason).toMatch(/./);
				expect(result).toMatch(/^\+[1-9]\d{4,14}$/);
				expect(toE164(result)).toBe(result);
			}),
			{ numRuns: casesOf(1000) },
		);
	});
});
