import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';

import { callingCodeOf, countryIn } from './countries';
import { isMobile, isOf, isValid, parse, withCode } from './numbers';
import { type PhoneProblem, problem } from './problems';
import { typedNumber } from './typedText';

/** How a number without a plus is read. */
export interface PhoneNumberOptions {
	/** The country whose phones would dial it: two letters or English name. Another text refuses what needs a country. */
	defaultCountry?: string;
	/** Whether digits alone begin with a country code, as the service prints numbers (section 2.1 of docs/service.md). */
	digitsHaveCountryCode?: boolean;
}

/** A number that was typed, and the Default Country. */
interface Typed {
	country?: CountryCode;
	/** The country's code, the digits with a plus or without, and how they are grouped: `1 +5165550123 3-3-4 `. */
	line: string;
}

/**
 * One way to read a line. What matches is replaced: by a plus and digits, or by digits that a phone of the Default Country
 * dials. The number that comes of it counts if it exists, or if a test says so.
 */
type Reading = [
	line: RegExp,
	replacement: string,
	counts?: (number: PhoneNumber, typed: Typed) => boolean,
];

const always = () => true;

/** True for a mobile number of the Default Country. */
const isHomeMobile = (number: PhoneNumber, { country }: Typed) =>
	isMobile(number) && isOf(number, country);

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
		(number, { country, line }) =>
			isMobile(number) ||
			(isValid(number) &&
				(!isOf(number, country) ||
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
	// A country code that was typed twice: +49 49151…; of a landline, where no such number exists: +64 64 9 945 3983.
	[
		/^\S* (?:[+\ue000]|00)(\d{1,3})0*\1(\d+) .*/,
		'+$1 $2',
		(number, { line }) => (line.includes('exists') ? isMobile : isValid)(number),
	],
	// +0151 23456789 in Germany, and 00551-68136069 in China, where no such number exists behind the plus.
	[/^\S* (?:[+\ue000]|0(?=0))(\d+) \S* (?!.*exists).*/, '$1'],
	// 00812 3456 7890 in Indonesia, with one 0 too many; 6031234 in Gabon, with one too few.
	[/^\S* 0(0\d+) .*/, '$1', isHomeMobile],
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
export function toE164(value: unknown, options: PhoneNumberOptions = {}): string | PhoneProblem {
	const text = typedNumber(value, options.digitsHaveCountryCode);
	if (typeof text !== 'string') return text;

	// 12345678/79, 12345678 (9) and 12345678 - 9 are a number and something more.
	const beforeCut = /^(.+)(?:[/(]| \p{Pd} )/u.exec(text)?.[1];
	if (beforeCut && read(READINGS, typedOf(beforeCut, options)).some(isValid)) {
		return problem('notOneNumber');
	}

	const typed = typedOf(text, options);
	const all = read(READINGS, typed);
	const mobiles = all.filter((one) => isHomeMobile(one, typed));
	// What the service prints is as likely as a mobile number of the Default Country.
	const found = mobiles.length === 0 || options.digitsHaveCountryCode ? all : mobiles;
	if (found.length === 0) return refusal(typed);

	const facts = [
		found.some(isValid) && 'exists',
		found.some(isMobile) && 'mobile',
		found.some((one) => one.formatNational() === text) && 'national',
	];
	const rivals = read(RIVALS, { ...typed, line: typed.line + facts.join(' ') });
	const numbers = [...new Set([...found, ...rivals].map(({ number }) => number))];
	return numbers.length === 1 ? numbers[0] : problem('severalReadings', () => numbers.join(' or '));
}

/** Looks at a text as the readings do. */
function typedOf(
	text: string,
	{ defaultCountry, digitsHaveCountryCode }: PhoneNumberOptions,
): Typed {
	const code = callingCodeOf(defaultCountry);
	const digits = text
		// Digits in brackets straight behind the plus, and more behind them.
		.replace(/\+[\s([]*(\d+)\s*[)\]](?=.*\d)/, '+<$1>')
		.replace(/[^+\ue000<>\d]/g, '')
		// Mexico dropped the 1 behind its country code; WhatsApp still has it.
		.replace(/(?<=^(?:[+\ue000]|0\d{1,3})?)521(?=\d{10}$)/, '52');
	const groups = text.match(/\d+/g)?.map(({ length }) => length);
	return {
		country: countryIn(defaultCountry),
		line: `${code} ${digits} ${groups?.join('-')} ${digitsHaveCountryCode ? 'printed' : ''}`,
	};
}

/** Returns the numbers that a line stands for by some readings. */
const read = (readings: Reading[], typed: Typed) =>
	readings.flatMap(([line, replacement, counts = isValid]) => {
		if (!line.test(typed.line)) return [];
		const text = typed.line.replace(line, replacement);
		const number = text.startsWith('+') ? withCode(text) : parse(text, typed.country);
		return number && counts(number, typed) ? [number] : [];
	});

/** Returns why a text is not read, with the number that was probably meant: rather one at home than one abroad. */
function refusal(typed: Typed): PhoneProblem {
	const { country, line } = typed;
	const hasCode = /^\S* (?:[+\ue000]|00)|printed/.test(line);
	const code = country ? 'notAtHome' : 'noCountryCode';
	return problem(hasCode ? 'wrongCode' : code, () => {
		const meant = read([...HINTS, ...READINGS, ...RIVALS], typed).filter(isValid);
		// One abroad is hardly meant by few digits, or by digits in groups.
		const mayBeAbroad = hasCode || /^(?:undefined|\S* \d{11,} \d+) /.test(line);
		const number = meant.find((one) => isOf(one, country)) ?? (mayBeAbroad && meant[0]);
		return number ? `; probably ${number.number} is meant` : '';
	});
}
