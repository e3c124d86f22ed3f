import type { PhoneNumber } from 'libphonenumber-js/max';

import { callingCodeOf, countryIn } from './countries';
import { internationalNumber, isMobile, isValid, parse } from './numbers';
import { problem } from './problems';
import { typedText } from './typedText';

/** How a number without a plus is read. */
export interface PhoneNumberOptions {
	/** The country whose phones would dial it: two letters or English name. Another text refuses what needs a country. */
	defaultCountry?: string;
	/** Whether digits alone begin with a country code, as the service prints numbers (section 2.1 of docs/service.md). */
	digitsHaveCountryCode?: boolean;
}

/**
 * Returns a phone number in E.164, or why it is refused: docs/phone-numbers.md has the rules. A text is read in every way in
 * which people write numbers, and then in every way in which they mistype them. Only if all of that is one number, it is read.
 */
export function toE164(value: unknown, options: PhoneNumberOptions = {}) {
	const text = typedText(value, options.digitsHaveCountryCode);
	if (typeof text !== 'string') return text;

	// 12345678/79, 12345678 (9) and 12345678 - 9 are a number and something more.
	const beforeCut = /^(.+)(?:[/(]| \p{Pd} )/u.exec(text)?.[1];
	if (beforeCut && numbersAsTyped(takeApart(beforeCut, options)).some(isValid)) {
		return problem('notOneNumber');
	}

	const typed = takeApart(text, options);
	const found = numbersAsTyped(typed);
	if (found.length === 0) return refusal(typed);

	const all = [...found, ...numbersIfMistyped(typed, found)];
	const numbers = [...new Set(all.map(({ number }) => number))];
	return numbers.length === 1
		? numbers[0]
		: problem('severalReadings', numbers.join(' or '), numbers);
}

/** What was typed, and the Default Country by which it is read. */
type Typed = ReturnType<typeof takeApart>;

/** Takes a text of digits and punctuation apart. U+E000 in it is the plus of a chat's link, which nobody typed. */
function takeApart(text: string, { defaultCountry, digitsHaveCountryCode }: PhoneNumberOptions) {
	// Mexico dropped the 1 behind its country code; WhatsApp still has it.
	const digits = text.replace(/\D/g, '').replace(/(?<=^(?:0\d{1,3})?)521(?=\d{10}$)/, '52');
	const withoutPlus = /[+\ue000]/.test(text) ? '' : digits;

	// Digits in brackets straight behind the plus are the country code, and nothing else. A space marks them off.
	const inBrackets = /\+[\s([]*(\d+)\s*[)\]].*\d/.exec(text)?.[1];
	const behindPlus = withoutPlus || inBrackets ? '' : digits;
	const international = inBrackets
		? `${inBrackets} ${digits.slice(inBrackets.length)}`
		: behindPlus || /^00(.+)/.exec(withoutPlus)?.[1];

	// Where there is no Default Country, no digits begin with its code.
	const code = callingCodeOf(defaultCountry) ?? 'none';
	return {
		text,
		/** All digits: 4915123456789 of +49 151 23456789, and 015123456789 of 0151/23456789. */
		digits,
		/** The same, and empty where there is a plus. */
		withoutPlus,
		/** The same, and empty where there is no plus, or a country code in brackets. */
		behindPlus,
		/** The digits behind a plus or 00; 49 15123456789 of +(49) 151 23456789. */
		international,
		/** The digits that are known to begin with a country code: the same, and those that the service prints. */
		codeFirst: international || (digitsHaveCountryCode && withoutPlus),
		digitsHaveCountryCode,
		/** The Default Country, and its calling code. */
		country: countryIn(defaultCountry),
		code,
		/** True for numbers of the Default Country. */
		isHome: (number: PhoneNumber) => number.countryCallingCode === code,
	};
}

/**
 * One way to read a text: what to dial, a plus and digits, or digits as phones of the Default Country dial them; empty or false
 * where the text is not written so. The number that it leads to counts where it exists, or where a test says so.
 */
type Reading = [dial: string | false | undefined, counts?: (number: PhoneNumber) => boolean];

/** Returns the numbers to which readings lead. */
const numbersOf = ({ country }: Typed, ...readings: Reading[]) =>
	readings.flatMap(([dial, counts = isValid]) => {
		if (!dial) return [];
		const number = dial.startsWith('+') ? internationalNumber(dial) : parse(dial, country);
		return number && counts(number) ? [number] : [];
	});

/** Returns the numbers that a text stands for if nothing in it is mistyped. */
function numbersAsTyped(typed: Typed) {
	const { code, codeFirst, isHome, withoutPlus } = typed;

	// Phones of the Default Country reach a number by just these digits. Those abroad begin with the prefix for calls abroad; of
	// mobile numbers, people leave out what is dialled before them.
	const isDialledSo = (number: PhoneNumber) =>
		isValid(number) &&
		(isMobile(number) ||
			!isHome(number) ||
			number.formatNational().replace(/\D/g, '') === withoutPlus);

	// People write a 0 before the code of their country, but not in North America, where the code itself is dialled so.
	const withoutZero = code === '1' ? '' : withoutPlus.replace(/^0/, '');

	const numbers = numbersOf(
		typed,
		// +49 151…, and 0049 151…. The number need not exist: its range may be newer than the plans.
		[codeFirst && `+${codeFirst}`, () => true],
		// 0151… in Germany, and 011 49 151… in the United States.
		[withoutPlus, isDialledSo],
		// The code of the Default Country without a plus: 49…, 049… and 4949… in Germany.
		[withoutPlus.startsWith(code) && `+${withoutPlus}`],
		[withoutZero.startsWith(code) && `+${withoutZero}`, isMobile],
		[withoutZero.startsWith(code + code) && withoutZero.replace(code, '+'), isMobile],
	);

	// Of several, the mobile number of the Default Country is meant; but what the service prints may be any.
	const mobiles = typed.digitsHaveCountryCode ? [] : numbers.filter(isMobile).filter(isHome);
	return mobiles.length > 0 ? mobiles : numbers;
}

/**
 * Returns the numbers that a text stands for if one of the usual mistakes was made: each puts what was found in doubt.
 * @param found the numbers that it stands for as it is typed; if there are none, the refusal names the number that was meant
 */
function numbersIfMistyped(typed: Typed, found: PhoneNumber[]) {
	const { behindPlus, digits, text, withoutPlus } = typed;
	const isUnread = found.length === 0;
	const exists = found.some(isValid);
	// By mistake, people hardly write a mobile number, or just the notation of a country.
	const isSure = found.some((number) => isMobile(number) || number.formatNational() === text);
	// Where the number exists that was found, only a mobile number is likelier.
	const isLikely = exists ? isMobile : isValid;

	const isGrouped = /^\D*\d{3}\D+\d{3}\D+\d{4}\D*$/.test(text);
	// +516-555-0123 is grouped as Americans do; +2025550123 is not grouped behind the area code.
	const lacksOne =
		(isGrouped && typed.codeFirst) ||
		(behindPlus && !isSure && /\+[^\d+]*\d{3}\D*\d{7}\D*$/.test(text));
	const [, twice, behind] = /^(\d{1,3})0{0,3}\1(\d+)$/.exec(typed.international ?? '') ?? [];

	return numbersOf(
		typed,
		// An American number without its 1, unless it begins with the code of the Default Country.
		[lacksOne && !digits.startsWith(typed.code) && `+1${digits}`],
		// (202) 555-0123, without a Default Country or with another.
		[isUnread && isGrouped && `+1${digits}`],
		// 1 (512) 345-6789: an American number without its plus, and a mobile number in Germany.
		[/^\D*1\D+\d{3}\D+\d{3}\D+\d{4}\D*$/.test(text) && `+${digits}`],
		// 84951234567: a mobile number of Vietnam without its plus, and a landline in Russia.
		[!isSure && withoutPlus && `+${withoutPlus}`, isMobile],
		// A country code that is typed twice: +49 49151…, +64 64 9 945 3983.
		[twice && `+${twice} ${behind}`, isLikely],
		// A plus too many: +0049 151 23456789, and +0151 23456789 in Germany.
		[behindPlus.startsWith('00') && behindPlus.replace('00', '+')],
		[!exists && behindPlus],
		// A 0 too many: 00812 3456 7890 in Indonesia, and 00551-68136069 in China.
		[/^0(0.+)/.exec(withoutPlus)?.[1], isLikely],
		// A 0 too few: 6031234 in Gabon.
		[
			/^[1-9]/.test(withoutPlus) && `0${withoutPlus}`,
			(number) => isMobile(number) && typed.isHome(number),
		],
		// Too few digits for a phone: 20 7946 0018 in Great Britain.
		[isUnread && withoutPlus],
		// A mobile number of Brazil without its ninth digit: 11 6123-4567.
		[isUnread && /^\d\d[6-9]\d{7}$/.test(withoutPlus) && withoutPlus.replace(/../, '$&9')],
	);
}

/** Returns why a text is not read, with the number that was probably meant: rather one at home than one abroad. */
function refusal(typed: Typed) {
	const { codeFirst, country } = typed;
	const reason = country ? 'notAtHome' : 'noCountryCode';

	const meant = numbersIfMistyped(typed, []);
	// One abroad is hardly meant by few digits, or by digits in groups.
	const mayBeAbroad = codeFirst || !country || /^\d{11,}$/.test(typed.text);
	const hint = meant.find(typed.isHome) ?? (mayBeAbroad ? meant[0] : undefined);
	return problem(codeFirst ? 'wrongCode' : reason, hint && `; probably ${hint.number} is meant`);
}
