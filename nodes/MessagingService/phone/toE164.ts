import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { getCountryCallingCode } from 'libphonenumber-js/max';

import { countryIn, countryName, parse } from './countries';
import {
	NOT_ONE_NUMBER,
	numberText,
	OR_COUNTRY,
	type PhoneProblem,
	problem,
	WRITE,
} from './typedText';

/** How a number without a plus is read. */
export interface PhoneNumberOptions {
	/** The country whose phones would dial it: ISO 3166-1 alpha-2. Another text refuses what needs a country. */
	defaultCountry?: string;
	/** Whether digits alone begin with a country code, as the service prints numbers (section 2.1 of docs/service.md). */
	digitsHaveCountryCode?: boolean;
}

/** Area code 555, which only examples use: it rings no wrong phone. */
const EXAMPLE = /^\+1555\d{7}$/;

/** Most characters of a number in E.164: a plus and 15 digits. */
const MAX_LENGTH = 16;

/** What stands before 12345678/79, 12345678 (9) or 12345678 - 9. */
const BEFORE_CUT = /^(.+)(?:[/(]| \p{Pd} )/u;

/** Digits in brackets straight behind the plus. */
const CODE_IN_BRACKETS = /\+[\s([]*(\d+)\s*[)\]]/;

/** Digits as North Americans group them: (202) 555-0123. */
const AMERICAN = /^[+([]*\d{3}[)\] .-]+\d{3}[ .-]?\d{4}$/;

/** Returns a phone number in E.164, or why it is refused: docs/phone-numbers.md has the rules. */
export function toE164(value: unknown, options: PhoneNumberOptions = {}): string | PhoneProblem {
	const text = numberText(value, options.digitsHaveCountryCode);
	if (typeof text !== 'string') return text;
	if (readingsOf(BEFORE_CUT.exec(text)?.[1] ?? '', options).some(isValid)) return NOT_ONE_NUMBER;

	const different = [...new Set(readingsOf(text, options).map(({ number }) => number))];
	if (different.length > 1) return problem(`could be ${different.join(' or ')}`);
	return different.at(0) ?? refusal(text, options);
}

/** Returns the numbers that a text can be read as. */
function readingsOf(text: string, options: PhoneNumberOptions): PhoneNumber[] {
	const country = countryIn(options.defaultCountry);
	const digits = onlyDigits(text);
	const hasPlus = text.includes('+');

	// 0049 151… and, dialled in the United States, 011 49 151… stand for +49 151…
	const international = hasPlus ? [digits] : withoutPrefix(digits, country);
	if (international.some((one) => withoutSecondCode(one).length > 0)) return [];

	const withCode = international.flatMap((one) => behindPlus(one, country));
	const code = CODE_IN_BRACKETS.exec(text)?.[1] ?? withCode.at(0)?.countryCallingCode;
	if (hasPlus) return withCode.filter(({ countryCallingCode }) => countryCallingCode === code);
	if (withCode.length > 0) return withCode.some(isValid) ? withCode.filter(isValid) : withCode;

	const asServicePrints = options.digitsHaveCountryCode ? writtenBack(digits) : [];
	return country ? [...asServicePrints, ...readAtHome(text, country)] : asServicePrints;
}

/** Reads digits that begin with a country code. */
function behindPlus(digits: string, country?: CountryCode): PhoneNumber[] {
	// Its range may be newer than the plans, or the plus stands before a number of the Default Country.
	return writtenBack(digits).filter(
		(number) => isValid(number) || !country || dialledIn(country, digits).length === 0,
	);
}

/** Reads digits as a phone of the country would dial them, or with its own country code. */
function readAtHome(text: string, country: CountryCode): PhoneNumber[] {
	const digits = onlyDigits(text);
	const atHome = dialledIn(country, digits);
	// 4915123456789 is a landline in Germany too, and hardly ever meant so.
	const mobile = atHome.filter(isMobile);
	if (mobile.length > 0) return mobile;

	const isCertain = atHome.every((number) => number.formatNational() === text);
	return isCertain ? atHome : [...atHome, ...writtenBack(digits).filter(isMobile)];
}

/** Returns the digits behind 00, and behind the prefix that the country dials before a country code. */
function withoutPrefix(digits: string, country?: CountryCode): string[] {
	const dialled = parse(digits, country).map(({ number }) => number.slice(1));
	return [digits.replace(/^00/, ''), ...dialled].filter(
		(rest) => rest !== digits && digits.endsWith(rest),
	);
}

/** Returns the number of digits that begin with a country code, if libphonenumber writes it back with all of them. */
function writtenBack(digits: string): PhoneNumber[] {
	const e164 = `+${digits}`;
	return parse(e164).filter(({ number }) => number === e164 && number.length <= MAX_LENGTH);
}

/** Returns the numbers of a country that libphonenumber writes back with these digits, and that exist. */
function dialledIn(country: CountryCode, digits: string): PhoneNumber[] {
	// A spreadsheet drops the 0 of what is dialled before a mobile number; others leave all of that out.
	const isWrittenSo = (number: PhoneNumber) => {
		const national = onlyDigits(number.formatNational());
		const missing = national.length - digits.length;
		return national.endsWith(digits) && missing <= (isMobile(number) ? 2 : 0);
	};

	const isHome = (number: PhoneNumber) =>
		number.countryCallingCode === getCountryCallingCode(country) && isValid(number);

	const national = [...parse(digits, country), ...parse(`0${digits}`, country)];
	return [...national.filter(isWrittenSo), ...writtenBack(digits)].filter(isHome);
}

/** Returns the mobile number behind a country code that was typed twice: +49 49151… */
function withoutSecondCode(digits: string): PhoneNumber[] {
	const code = /^(\d{1,3})\1/.exec(digits)?.[1] ?? digits;
	return writtenBack(digits.slice(code.length)).filter(
		(number) => number.countryCallingCode === code && isMobile(number),
	);
}

/** Returns why a text is not read, with the number that was probably meant. */
function refusal(text: string, options: PhoneNumberOptions): PhoneProblem {
	const country = countryIn(options.defaultCountry);
	const digits = onlyDigits(text).replace(/^00/, '');
	const hasCode = /^\D*(?:\+|00)/.test(text);
	const meant = [
		...withoutSecondCode(digits),
		...writtenBack(AMERICAN.test(text) ? `1${digits}` : ''),
		...parse(`+${digits}`).filter((number) => hasCode || isMobile(number)),
		...parse(digits, country),
	].find(isValid)?.number;

	if (hasCode) return problem('has an unknown country code, or digits that do not fit it', meant);
	if (country)
		return problem(`is no number of the 'Default Country' (${countryName(country)})`, meant);
	return problem('has no country code', meant, options.digitsHaveCountryCode ? WRITE : OR_COUNTRY);
}

/** True where the country has such numbers. */
const isValid = (number: PhoneNumber) => EXAMPLE.test(number.number) || number.isValid();

/** True where a number is in a range of mobile numbers. */
const isMobile = (number: PhoneNumber) => /MOBILE/.test(number.getType() ?? '');

/** Returns the digits of a text. Mexico dropped the 1 behind its country code; WhatsApp still has it. */
const onlyDigits = (text: string) => text.replace(/\D/g, '').replace(/521(?=\d{10}$)/, '52');
