import type { PhoneNumber } from 'libphonenumber-js/max';

import { callingCodeOf, countryIn } from './countries';
import { isMobile, isValid, parse, withCode } from './numbers';
import { problem } from './problems';
import { typedNumber } from './typedText';

/** How a number without a plus is read. */
export interface PhoneNumberOptions {
	/** The country whose phones would dial it: two letters or English name. Another text refuses what needs a country. */
	defaultCountry?: string;
	/** Whether digits alone begin with a country code, as the service prints numbers (section 2.1 of docs/service.md). */
	digitsHaveCountryCode?: boolean;
}

/**
 * One way to read a line: the Default Country's calling code, the digits with a plus or without, how they are grouped, and what
 * is known of them. What people type, and the line that it becomes:
 *
 * | typed                                        | line                                         |
 * | -------------------------------------------- | -------------------------------------------- |
 * | `+49 151 23456789`, Default Country DE       | `49 +4915123456789 2-3-8 exists mobile`      |
 * | `0151 23456789`, Default Country DE          | `49 015123456789 4-8 exists mobile`          |
 * | `+516-555-0123`, no Default Country          | `undefined +5165550123 3-3-4 exists`         |
 * | `+(49) 151 23456789`, no Default Country     | `undefined +<49>15123456789 2-3-8 `          |
 * | `1 (202) 555-0123`, as the service prints it | `undefined 12025550123 1-3-3-4 printed`      |
 *
 * The facts at the end (`exists`, `mobile`, `national`) are those of the numbers that READINGS found; RIVALS alone look at
 * them. What matches is replaced: by a plus and digits, or by digits that a phone of the Default Country dials. The number that
 * comes of it counts if it exists, or if a test says so.
 */
type Reading = [
	pattern: RegExp,
	replacement: string,
	counts?: (number: PhoneNumber, code: string | undefined, line: string) => boolean,
];

const always = () => true;

/** True for a mobile number of the country with a calling code. */
const isHomeMobile = (number: PhoneNumber, code?: string) =>
	isMobile(number) && number.countryCallingCode === code;

/** True for a mobile number, and for a landline where what was typed is no number that exists. */
const isLikelier = (number: PhoneNumber, _code: string | undefined, line: string) =>
	(line.includes('exists') ? isMobile : isValid)(number);

/** What a line may stand for. */
const READINGS: Reading[] = [
	// +49 151…, and 0049 151….
	[/^\S* (?:[+\ue000]|00)(\d+) .*/, '+$1', always],
	// Digits in brackets straight behind the plus are the country code, and nothing else.
	[/^\S* \+<(\d+)>(\d+) .*/, '+$1 $2', always],
	// As the service prints it.
	[/^\S* (\d+) \S* printed/, '+$1', always],
	// What a phone of the Default Country dials, 011 49 151… in the United States too. Of a mobile number, people leave out
	// what is dialled before it.
	[
		/^\S* (\d+) .*/,
		'$1',
		(number, code, line) =>
			isMobile(number) ||
			(isValid(number) &&
				(number.countryCallingCode !== code ||
					line.includes(` ${number.formatNational().replace(/\D/g, '')} `))),
	],
	// The code of the Default Country without a plus: 49…, 049… and 4949… in Germany.
	[/^(\d+) (\1\d+) .*/, '+$2'],
	[/^(?!1 )(\d+) 0(\1\d+) .*/, '+$2', isMobile],
	[/^(?!1 )(\d+) 0?\1(\1\d+) .*/, '+$2', isMobile],
];

/** What makes a line that has a reading one of two. */
const RIVALS: Reading[] = [
	// An American number without its 1, unless the code is the Default Country's. A block of digits is rather a mobile number.
	[/^(\S*) \+<?(?!\1)(\d{3})>?(\d{7}) 3-3-4 .*/, '+1$2$3'],
	[/^(\S*) \+(?!\1)(\d{10}) (?:10|3-7) (?!.*mobile).*/, '+1$2'],
	[/^(\S*) (?!\1)(\d{10}) 3-3-4 printed.*/, '+1$2'],
	// 1 (512) 345-6789, which is a mobile number in Germany.
	[/^\S* (1\d{10}) 1-3-3-4 .*/, '+$1'],
	// A country code that was typed twice: +49 49151…, +64 64 9 945 3983.
	[/^\S* (?:[+\ue000]|00)(\d{1,3})0{0,3}\1(\d+) .*/, '+$1 $2', isLikelier],
	// +0151 23456789 in Germany, where no such number exists behind the plus.
	[/^\S* [+\ue000](\d+) \S* (?!.*exists).*/, '$1'],
	// 00812 3456 7890 in Indonesia, and 00551-68136069 in China, with one 0 too many; 6031234 in Gabon, with one too few.
	[/^\S* 0(0\d+) .*/, '$1', isLikelier],
	[/^\S* ([1-9]\d+) .*/, '0$1', isHomeMobile],
	// 84951234567 in Russia: a landline there, and a mobile number of Vietnam.
	[/^\S* (\d+) \S* (?!.*(?:mobile|national)).*/, '+$1', isMobile],
];

/** What people may mean by a line that has no reading. */
const HINTS: Reading[] = [
	[/^\S* (\d+) .*/, '$1'],
	// Brazil's mobile numbers have a ninth digit.
	[/^\S* (\d\d)([6-9]\d{7}) .*/, '$19$2'],
	[/^\S* \+00(\d+) .*/, '+$1'],
	[/^\S* \+?<?(\d{3})>?(\d{7}) 3-3-4 .*/, '+1$1$2'],
];

/** Returns a phone number in E.164, or why it is refused: docs/phone-numbers.md has the rules. */
export function toE164(value: unknown, options: PhoneNumberOptions = {}) {
	const text = typedNumber(value, options.digitsHaveCountryCode);
	if (typeof text !== 'string') return text;

	// 12345678/79, 12345678 (9) and 12345678 - 9 are a number and something more.
	const beforeCut = /^(.+)(?:[/(]| \p{Pd} )/u.exec(text)?.[1];
	if (beforeCut && lookAt(beforeCut, options).read(READINGS).some(isValid)) {
		return problem('notOneNumber');
	}

	const typed = lookAt(text, options);
	const all = typed.read(READINGS);
	const mobiles = all.filter((one) => isHomeMobile(one, typed.code));
	// What the service prints is as likely as a mobile number of the Default Country.
	const found = mobiles.length === 0 || options.digitsHaveCountryCode ? all : mobiles;
	if (found.length === 0) return refusal(typed);

	const facts = [
		found.some(isValid) && 'exists',
		found.some(isMobile) && 'mobile',
		found.some((one) => one.formatNational() === text) && 'national',
	];
	const rivals = typed.read(RIVALS, facts.join(' '));
	const numbers = [...new Set([...found, ...rivals].map(({ number }) => number))];
	return numbers.length === 1
		? numbers[0]
		: problem('severalReadings', () => numbers.join(' or '), numbers);
}

/** Looks at a text as the readings do. */
function lookAt(text: string, { defaultCountry, digitsHaveCountryCode }: PhoneNumberOptions) {
	const code = callingCodeOf(defaultCountry);
	const digits = text
		// Digits in brackets straight behind the plus, and more behind them.
		.replace(/\+[\s([]*(\d+)\s*[)\]](?=.*\d)/, '+<$1>')
		.replace(/[^+\ue000<>\d]/g, '')
		// Mexico dropped the 1 behind its country code; WhatsApp still has it.
		.replace(/(?<=^(?:[+\ue000]|0\d{1,3})?)521(?=\d{10}$)/, '52');
	const groups = text.match(/\d+/g)?.map(({ length }) => length);
	const line = `${code} ${digits} ${groups?.join('-')} ${digitsHaveCountryCode ? 'printed' : ''}`;

	/** Returns the numbers that the line stands for by some readings. @param facts that are known already */
	const read = (readings: Reading[], facts = '') =>
		readings.flatMap(([pattern, replacement, counts = isValid]) => {
			const known = line + facts;
			if (!pattern.test(known)) return [];
			const dialled = known.replace(pattern, replacement);
			const number = dialled.startsWith('+')
				? withCode(dialled)
				: parse(dialled, countryIn(defaultCountry));
			return number && counts(number, code, known) ? [number] : [];
		});
	return { code, line, read };
}

/** Returns why a text is not read, with the number that was probably meant: rather one at home than one abroad. */
function refusal({ code, line, read }: ReturnType<typeof lookAt>) {
	const hasCode = /^\S* (?:[+\ue000]|00)|printed/.test(line);
	const reason = code ? 'notAtHome' : 'noCountryCode';
	return problem(hasCode ? 'wrongCode' : reason, () => {
		const meant = read([...HINTS, ...READINGS, ...RIVALS]).filter(isValid);
		// One abroad is hardly meant by few digits, or by digits in groups.
		const mayBeAbroad = hasCode || /^(?:undefined|\S* \d{11,} \d+) /.test(line);
		const abroad = mayBeAbroad ? meant[0] : undefined;
		const number = meant.find((one) => one.countryCallingCode === code) ?? abroad;
		return number ? `; probably ${number.number} is meant` : '';
	});
}
