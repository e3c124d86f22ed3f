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

/** Returns a phone number in E.164, or why it is refused: docs/phone-numbers.md has the rules. */
export function toE164(value: unknown, options: PhoneNumberOptions = {}) {
	const text = typedNumber(value, options.digitsHaveCountryCode);
	if (typeof text !== 'string') return text;

	// 12345678/79, 12345678 (9) and 12345678 - 9 are a number and something more.
	const beforeCut = /^(.+)(?:[/(]| \p{Pd} )/u.exec(text)?.[1];
	if (beforeCut && interpret(beforeCut, options).readings().some(isValid)) {
		return problem('notOneNumber');
	}

	const { readings, rivals, refusal } = interpret(text, options);
	const found = readings();
	if (found.length === 0) return refusal();

	const numbers = [...new Set([...found, ...rivals(found)].map(({ number }) => number))];
	return numbers.length === 1
		? numbers[0]
		: problem('severalReadings', numbers.join(' or '), numbers);
}

/**
 * One way to read a text: a plus and digits, or digits as a phone of the Default Country dials them. Empty or false where the
 * text is not written so. It counts where the number exists, or where a test says so.
 */
type Reading = [dialled: string | false | undefined, counts?: (number: PhoneNumber) => boolean];

const always = () => true;

/**
 * Interprets what was typed. U+E000 in it is the plus of a chat's link, which nobody typed.
 *
 * | typed              | `withoutPlus`     | `behindPlus`    | `international` | `inBrackets` |
 * | ------------------ | -------------- | --------------- | --------------- | ------------ |
 * | `+49 151 23456789` |                | `4915123456789` | `4915123456789` |              |
 * | `+(49) 1512345678` |                |                 |                 | `49`         |
 * | `0049 1512345678`  | `004915123456…`|                 | `4915123456…`   |              |
 * | `0151 23456789`    | `015123456789` |                 |                 |              |
 */
function interpret(text: string, { defaultCountry, digitsHaveCountryCode }: PhoneNumberOptions) {
	const country = countryIn(defaultCountry);
	// Where there is no Default Country, no digits begin with its code.
	const code = callingCodeOf(defaultCountry) ?? 'none';
	const isHomeMobile = (number: PhoneNumber) =>
		isMobile(number) && number.countryCallingCode === code;

	// Mexico dropped the 1 behind its country code; WhatsApp still has it.
	const digits = text.replace(/\D/g, '').replace(/(?<=^(?:0\d{1,3})?)521(?=\d{10}$)/, '52');
	/** The digits where there is no plus. */
	const withoutPlus = /[+\ue000]/.test(text) ? '' : digits;
	/** Digits in brackets straight behind the plus are the country code, and nothing else. */
	const [, inBrackets, others = ''] = /\+[\s([]*(\d+)\s*[)\]](.*\d)/.exec(text) ?? [];
	const behindPlus = withoutPlus || inBrackets ? '' : digits;
	const international = behindPlus || /^00(.+)/.exec(withoutPlus)?.[1];

	/** Whether the digits are grouped as Americans do: 516-555-0123. */
	const isGrouped = /^\D*\d{3}\D+\d{3}\D+\d{4}\D*$/.test(text);

	/** Returns the numbers to which readings lead. */
	const numbersOf = (...all: Reading[]) =>
		all.flatMap(([dialled, counts = isValid]) => {
			if (!dialled) return [];
			const number = dialled.startsWith('+') ? withCode(dialled) : parse(dialled, country);
			return number && counts(number) ? [number] : [];
		});

	/** True for what a phone of the Default Country reaches so. Of a mobile number, people leave out what is dialled before it. */
	const isDialled = (number: PhoneNumber) =>
		isMobile(number) ||
		(isValid(number) &&
			(number.countryCallingCode !== code ||
				number.formatNational().replace(/\D/g, '') === withoutPlus));

	/** Returns the numbers that the text may stand for. */
	function readings() {
		// North America's code is dialled within it.
		const behindZero = code === '1' ? '' : withoutPlus.replace(/^0/, '');
		const all = numbersOf(
			// +49 151…, and 0049 151….
			[international && `+${international}`, always],
			[inBrackets && `+${inBrackets} ${others.replace(/\D/g, '')}`, always],
			[digitsHaveCountryCode && withoutPlus && `+${withoutPlus}`, always],
			// 0151… in Germany, and 011 49 151… in the United States.
			[withoutPlus, isDialled],
			// The code of the Default Country without a plus: 49…, 049… and 4949… in Germany.
			[withoutPlus.startsWith(code) && `+${withoutPlus}`],
			[behindZero.startsWith(code) && `+${behindZero}`, isMobile],
			[behindZero.startsWith(code + code) && `+${behindZero.slice(code.length)}`, isMobile],
		);
		// What the service prints is as likely as a mobile number of the Default Country.
		const mobiles = digitsHaveCountryCode ? [] : all.filter(isHomeMobile);
		return mobiles.length > 0 ? mobiles : all;
	}

	/** Returns the numbers that make a text with a reading one of two. @param found the numbers that it may stand for */
	function rivals(found: PhoneNumber[]) {
		const exists = found.some(isValid);
		const isFoundMobile = found.some(isMobile);
		const isFoundNational = found.some((number) => number.formatNational() === text);
		// A mobile number, and a landline where what was typed is no number that exists.
		const isLikelier = exists ? isMobile : isValid;

		// An American number without its 1, unless the code is the Default Country's. A block of digits is rather a mobile number.
		const hasTen = digits.length === 10 && !digits.startsWith(code);
		const isBlock = /\+[^\d+]*\d{3}\D*\d{7}\D*$/.test(text) && !inBrackets && !isFoundMobile;
		const isAmerican = isBlock || (isGrouped && (!withoutPlus || digitsHaveCountryCode));

		const [, twice, behind] = /^(\d{1,3})0{0,3}\1(\d+)/.exec(international ?? '') ?? [];
		return numbersOf(
			[hasTen && isAmerican && `+1${digits}`],
			// 1 (512) 345-6789, which is a mobile number in Germany.
			[/^\D*1\D+\d{3}\D+\d{3}\D+\d{4}\D*$/.test(text) && withoutPlus && `+${withoutPlus}`],
			// A country code that was typed twice: +49 49151…, +64 64 9 945 3983.
			[twice && `+${twice} ${behind}`, isLikelier],
			// +0151 23456789 in Germany, where no such number exists behind the plus.
			[!exists && behindPlus],
			// 00812 3456 7890 in Indonesia, and 00551-68136069 in China, with one 0 too many; 6031234 in Gabon, with one too few.
			[/^0(0.+)/.exec(withoutPlus)?.[1], isLikelier],
			[/^[1-9]/.test(withoutPlus) && `0${withoutPlus}`, isHomeMobile],
			// 84951234567 in Russia: a landline there, and a mobile number of Vietnam.
			[!isFoundMobile && !isFoundNational && withoutPlus && `+${withoutPlus}`, isMobile],
		);
	}

	/** Returns why the text is not read, with the number that was probably meant: rather one at home than one abroad. */
	function refusal() {
		const hasCode = !withoutPlus || withoutPlus.startsWith('00') || digitsHaveCountryCode;
		const reason = country ? 'notAtHome' : 'noCountryCode';

		const hints = numbersOf(
			[withoutPlus],
			// Brazil's mobile numbers have a ninth digit.
			[/^\d\d[6-9]\d{7}$/.test(withoutPlus) && withoutPlus.replace(/../, '$&9')],
			[behindPlus.startsWith('00') && `+${behindPlus.slice(2)}`],
			[isGrouped && `+1${digits}`],
		);
		const meant = [...hints, ...readings(), ...rivals([])].filter(isValid);
		// One abroad is hardly meant by few digits, or by digits in groups.
		const mayBeAbroad = hasCode || !country || /^\d{11,}$/.test(text);
		const number =
			meant.find((one) => one.countryCallingCode === code) ?? (mayBeAbroad ? meant[0] : undefined);
		return problem(
			hasCode ? 'wrongCode' : reason,
			number && `; probably ${number.number} is meant`,
		);
	}

	return { readings, rivals, refusal };
}
