/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFileSync } from 'node:fs';

import { COUNTRIES, lineOf, recipientIdOf, toE164 } from '../../nodes/MessagingService/phone';

type Value = string | number;

/** Returns the number, or the code of the problem with the numbers that its reason names. */
function outcome(value: unknown, defaultCountry?: string, digitsHaveCountryCode = false) {
	const read = toE164(value, { defaultCountry, digitsHaveCountryCode });
	return typeof read === 'string'
		? read
		: [read.code, ...(read.reason.match(/\+\d{7,}/g) ?? [])].join(' ');
}

describe('what stands around the digits does not matter', () => {
	it.each<[Value, string]>([
		['+1 (202) 555-0123', '+12025550123'],
		['+1/202/555/0123', '+12025550123'],
		['+1 [202] 555 - 0123', '+12025550123'],
		['tel:+1-202-555-0123', '+12025550123'],
		['p:+12025550123', '+12025550123'],
		['whatsapp:+12025550123', '+12025550123'],
		['https://wa.me/12025550123', '+12025550123'],
		['whatsapp://send?text=Hi&phone=%2B12025550123', '+12025550123'],
		['Tel.: +1.202.555.0123', '+12025550123'],
		['=++12025550123', '+12025550123'],
		['wa.me/+12025550123', '+12025550123'],
		['https://wa.me/12025550123/?text=Hi', '+12025550123'],
		['12025550123@s.whatsapp.net', '+12025550123'],
		['5215512345678@c.us', '+525512345678'],
		['+12025550123@c.us', '+12025550123'],
		['12025550123:7@s.whatsapp.net', '+12025550123'],
		["'+12025550123", '+12025550123'],
		['="+12025550123"', '+12025550123'],
		['\u202a+1\u00a0202\u2011555\u20110123\u202c,', '+12025550123'],
		// As Apple's Contacts copy it.
		['\u202d+1 (202) 555-0123\u202c', '+12025550123'],
		['＋８１（０）９０−１２３４−５６７８', '+819012345678'],
		['+٩٧١ ٥٠ ١٢٣ ٤٥٦٧', '+971501234567'],
		['\u001f+12025550123\0', '+12025550123'],
		['+12025550123.0', '+12025550123'],
		['+1.2025550123E+10', '+12025550123'],
	])('%p is %s', (value, expected) => {
		expect(outcome(value)).toBe(expected);
	});

	it.each<[Value, string, string]>([
		['０９０ー１２３４ー５６７８', 'JP', '+819012345678'],
		['12025550123.0', 'US', '+12025550123'],
		['1.2025550123E10', 'US', '+12025550123'],
		['1.202555012e+10', 'US', '+12025550120'],
		['07400100000', 'GB', '+447400100000'],
		[2025550123, 'us', '+12025550123'],
		['2025550123', 'USA', '+12025550123'],
		['020 7946 0018', 'United Kingdom', '+442079460018'],
		['0151 23456789', ' De ', '+4915123456789'],
	])('%p with %p is %s', (value, country, expected) => {
		expect(outcome(value, country)).toBe(expected);
	});
});

describe('with a plus, the country code is read first', () => {
	it.each<[Value, string | undefined, string]>([
		['+ 33 6 12 34 56 78', 'US', '+33612345678'],
		['(+ 33) 6 12 34 56 78', undefined, '+33612345678'],
		['(+33612345678)', undefined, '+33612345678'],
		['(+44) 20 7946 0018', 'UK', '+442079460018'],
		['+(44) 20 7946 0018', '', '+442079460018'],
		['+44 (0)20 7946 0018', undefined, '+442079460018'],
		['+44-(0)20-7946-0018', undefined, '+442079460018'],
		['+49.(0).30.1234567', undefined, '+49301234567'],
		['+39–(0)–6–1234–5678', undefined, '+390612345678'],
		['+39 (0)6 1234 5678', undefined, '+390612345678'],
		['+239 (0)981 2345', 'ST', '+2399812345'],
		['+39 (0)312 345 6789', 'IT', '+393123456789'],
		['+44 020 7946 0018', undefined, '+442079460018'],
		['+49 0711 2842222', 'US', '+497112842222'],
		['+62 0812 3456 7890', undefined, '+6281234567890'],
		['+234 0803 123 4567', 'GB', '+2348031234567'],
		['+ +12025550123', undefined, '+12025550123'],
		['++12025550123', 'DE', '+12025550123'],
		['+6581234567', 'US', '+6581234567'],
		['+32 3 555 01 34', undefined, '+3235550134'],
		['+516-555-0123', 'PE', '+5165550123'],
		['https://wa.me/2025550123', undefined, '+2025550123'],
		['0049 (0)30 1234567', 'US', '+49301234567'],
		['0049 151/23456789', undefined, '+4915123456789'],
		['011 49 151/23456789', 'US', '+4915123456789'],
		['0011 1 202 555 0123', 'AU', '+12025550123'],
		['0055 11 96123-4567', 'BR', '+5511961234567'],
		['8~10 49 151 23456789'.replace('~', ' '), 'RU', '+4915123456789'],
		['+52 1 55 1234 5678', 'US', '+525512345678'],
		['0052 1 55 1234 5678', undefined, '+525512345678'],
		['011 521 55 1234 5678', 'US', '+525512345678'],
		// Its range is newer than the plans.
		['+49 1555 0000000', 'DE', '+4915550000000'],
		['+15551234567', 'DE', '+15551234567'],
	])('%p with %p is %s', (value, country, expected) => {
		expect(outcome(value, country)).toBe(expected);
	});

	it.each([
		['+(516) 555-0123', 'US', 'wrongCode +15165550123'],
		['(+516) 555-0123', undefined, 'wrongCode +15165550123'],
		['+44 447400 123456', 'US', 'wrongCode +447400123456'],
		['+1 1 202 555 0123', undefined, 'wrongCode +12025550123'],
		['+004915123456789', undefined, 'wrongCode +4915123456789'],
		['+999 123456', undefined, 'wrongCode'],
		['+1 202 555', undefined, 'wrongCode'],
		['+1 000 000 0000', undefined, 'wrongCode'],
		['+1 202 155 0123', 'DE', 'wrongCode'],
		['0011 202 555', 'GB', 'wrongCode'],
		// Two numbers that people may mean.
		['+646 555 0123', 'US', 'severalReadings +6465550123 +16465550123'],
		['+49 49151 23456789', 'DE', 'severalReadings +494915123456789 +4915123456789'],
		['+494915123456789', undefined, 'severalReadings +494915123456789 +4915123456789'],
		['+64 64 9 945 3983', undefined, 'severalReadings +646499453983 +6499453983'],
		['00551-68136069', 'CN', 'severalReadings +55168136069 +8655168136069'],
	])('%p with %p is refused: %s', (value, country, why) => {
		expect(outcome(value, country)).toBe(why);
	});
});

describe('without a plus, digits are those that a phone of the Default Country dials', () => {
	it.each<[Value, string, string]>([
		['(202) 555-0123', 'US', '+12025550123'],
		['1-202-555-0123', 'US', '+12025550123'],
		['(416) 555-0123', 'US', '+14165550123'],
		['(555) 123-4567', 'US', '+15551234567'],
		['030/1234567', 'DE', '+49301234567'],
		['(0)151 23456789', 'DE', '+4915123456789'],
		['4915123456789', 'DE', '+4915123456789'],
		['49 (0)151 23456789', 'DE', '+4915123456789'],
		[15123456789, 'DE', '+4915123456789'],
		['8 (912) 345-67-89', 'RU', '+79123456789'],
		['8 (495) 123-45-67', 'RU', '+74951234567'],
		['912 345-67-89', 'RU', '+79123456789'],
		['06 20 123 4567', 'HU', '+36201234567'],
		['011 15-2345-6789', 'AR', '+5491123456789'],
		[111523456789, 'AR', '+5491123456789'],
		['312 345 6789', 'IT', '+393123456789'],
		// The country code, with or without a 0, not an area code that begins so.
		['494915123456789', 'DE', '+4915123456789'],
		['5215512345678', 'MX', '+525512345678'],
	])('%p with %s is %s', (value, country, expected) => {
		expect(outcome(value, country)).toBe(expected);
	});

	it.each<[Value, string, string]>([
		['(202) 555-0123', 'AT', 'notAtHome'],
		['202-555-0123', 'GB', 'notAtHome'],
		['614-555-12345', 'US', 'notAtHome'],
		['375294911911', 'US', 'notAtHome +375294911911'],
		['20 7946 0018', 'GB', 'notAtHome +442079460018'],
		['44442079460018', 'GB', 'notAtHome'],
		['555-0123', 'US', 'notAtHome'],
		['96123-4567', 'BR', 'notAtHome'],
		['0082413448044', 'KR', 'severalReadings +82413448044 +2413448044'],
		['84951234567', 'RU', 'severalReadings +74951234567 +84951234567'],
	])('%p with %s is refused: %s', (value, country, why) => {
		expect(outcome(value, country)).toBe(why);
	});
});

describe('without a plus and without a Default Country', () => {
	it.each<[Value, string]>([
		['(202) 555-0123', ' +12025550123'],
		['12025550123', ' +12025550123'],
		['5215512345678', ' +525512345678'],
		[431234567, ''],
		['50020123', ''],
		['5321234567', ''],
		['131 2345 678', ''],
		['011 49 30 12345678', ''],
	])('%p is refused', (value, rest) => {
		for (const country of [undefined, '', ' ', 'XX', 'Germani', 'ıt']) {
			expect(outcome(value, country)).toBe(`noCountryCode${rest}`);
		}
	});

	it('the next step is to write the plus, for a whole column too', () => {
		expect(toE164('12025550123')).toMatchObject({
			nextStep: expect.stringContaining('write +{{ $json.phone }}') as string,
		});
	});
});

describe('in a lease operation', () => {
	it.each<[Value, string | undefined, string]>([
		['15551234567', undefined, '+15551234567'],
		['1 (555) 123-4567', 'US', '+15551234567'],
		[12025550123, 'DE', '+12025550123'],
		['12025600000', undefined, '+12025600000'],
		['4915550000000', 'US', '+4915550000000'],
		['(202) 555-0123', 'GB', 'severalReadings +2025550123 +12025550123'],
		['0151 23456789', 'DE', '+4915123456789'],
		[15123456789, 'DE', 'severalReadings +15123456789 +4915123456789'],
		['2025550123', 'US', 'severalReadings +2025550123 +12025550123'],
		['1.20256E+10', undefined, 'lostDigits'],
	])('%p with %p: %s', (value, country, expected) => {
		expect(outcome(value, country, true)).toBe(expected);
	});
});

describe('a number is refused', () => {
	it.each<[unknown]>([
		['12025600000'],
		[12025600000],
		['4.91512E+12'],
		['4.915123e+12'],
		['5.35E+09'],
		['2.02555012e+09'],
		['+4.91512346e+12'],
		[12025550123.5],
		['12025550123.50'],
	])('%p, for a spreadsheet rounded it', (value) => {
		expect(outcome(value, 'US')).toBe('lostDigits');
	});

	it('that has more than 15 digits', () => {
		expect(outcome('+49 1512 345678901')).toBe('+491512345678901');
		expect(outcome('+49 1512 34567890123')).toBe('wrongCode');
	});

	it.each([
		'+1 800 FLOWERS',
		'+1 202 555 0123 ext. 5',
		'+12025550123;ext=5',
		'+12025550123, +12025550124',
		'+12025550123\n+12025550124',
		'+1 202 555 0123²',
		'+919495123456 ::: +919495123457',
		'12025550123+',
		'-2345507',
		'030 1234567/68',
		'+49 30 1234567 (5)',
		'+43 664 1234567 - 12',
		'someone@example.com',
		'someone@c.us',
		'wa.me/message/ABC',
		'+12025550123'.padStart(251),
		'',
		null,
		undefined,
		true,
		{},
		['+12025550123'],
	])('%p, for it is more or less than the digits of one number', (value) => {
		expect(outcome(value, 'DE')).toBe('notOneNumber');
	});

	it.each([
		['+1212555\u202e2010\u202c', 'misleading'],
		['\u202e+12125552010', 'misleading'],
		['+1212555\u20662010\u2069', 'misleading'],
		['+1212555\u202d2010\u202c', 'misleading'],
		// A person sees +1 212 2010 555.
		['+1 212 \u200f555 2010', 'misleading'],
		['+1 212 \u061c555 2010', 'misleading'],
		['+1٢٠٢5550123', 'misleading'],
		['+٩٧١ ۵۰ ١٢٣ ٤٥٦٧', 'misleading'],
		['1234567890-1234@g.us', 'noNumber'],
		['154417159582282@lid', 'noNumber'],
		['status@broadcast', 'noNumber'],
	])('%p is refused: %s', (value, why) => {
		expect(outcome(value, 'US')).toBe(why);
	});
});

it('takes work that grows with the text, and none for a text that is too long', () => {
	const { exec } = RegExp.prototype;
	/** How many characters are looked at. */
	const workOn = (text: string) => {
		let work = 0;
		RegExp.prototype.exec = function (looked) {
			const from = this.global ? this.lastIndex : 0;
			const found = exec.call(this, looked);
			work += (found ? found.index + found[0].length : looked.length) - from;
			return found;
		};
		for (const country of [undefined, 'DE', 'US', 'IT']) toE164(text, { defaultCountry: country });
		RegExp.prototype.exec = exec;
		return work;
	};
	for (const part of [
		'1',
		'0',
		'+',
		' ',
		'(',
		'(0)',
		'/',
		' - 1',
		'.',
		'e1',
		'tel:',
		'٠',
		'1 ',
		'\u202a1',
		'@c.us',
	]) {
		const text = (length: number) => part.repeat(length / part.length);
		expect([part, workOn(text(240)) / workOn(text(120)) < 2.5]).toEqual([part, true]);
		expect([part, workOn(text(1_000_000))]).toEqual([part, workOn(text(300))]);
	}
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

describe('one recipient', () => {
	it.each([
		['+5491123456789', '+541123456789'],
		['+5511961234567', '+551161234567'],
	])('is %s and %s', (one, other) => {
		expect(recipientIdOf(one)).toBe(recipientIdOf(other));
	});

	it.each([
		['+5511961234567', '+5511961234568'],
		['+5511932345678', '+551132345678'],
		['+541123456789', '+551123456789'],
		['+4915123456789', '+415123456789'],
	])('is not %s and %s', (one, other) => {
		expect(recipientIdOf(one)).not.toBe(recipientIdOf(other));
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
		['+15551234567', null],
		['+80012345678', null],
		['+870773111632', null],
	])('of %s is %s', (number, country) => {
		expect(lineOf(number).country).toBe(country);
	});

	it.each([
		['+499001234567', 'PREMIUM_RATE'],
		['+491806123456', 'SHARED_COST'],
		['+447400123456', 'MOBILE'],
		['+15551234567', null],
	])('have lines of every kind: %s is %s', (number, kind) => {
		expect(lineOf(number).type).toBe(kind);
	});
});
