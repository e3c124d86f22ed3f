import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Returns what libphonenumber reads: without a plus, what a phone of the country reaches by dialling so. */
export const parse = (text: string, defaultCountry?: CountryCode) =>
	parsePhoneNumberFromString(text, { defaultCountry, extract: false });

/** True where the country has such numbers. Area code 555, which only examples use, rings no wrong phone. */
export const isValid = (number: PhoneNumber) =>
	number.isValid() || /^\+1555\d{7}$/.test(number.number);

/** True where a number is in a range of mobile numbers. */
export const isMobile = (number: PhoneNumber) => /MOBILE/.test(number.getType() ?? '');

/** Returns what libphonenumber reads if it uses all digits; behind the country code, it may leave out a 0 (in Hungary 06). */
function wholeNumber(text: string) {
	const number = parse(text);
	const whole = `^.${number?.countryCallingCode} ?(?:06?)?${number?.nationalNumber}$`;
	return new RegExp(whole).test(text) ? number : undefined;
}

/**
 * Returns the number of a plus and digits; its range may be newer than the plans. A 0 behind the country code is not
 * dialled where the number is valid without it and not with it.
 * @param text a space may mark the code off
 */
export function internationalNumber(text: string) {
	const number = wholeNumber(text);
	if (!number || isValid(number)) return number;

	const code = `+${number.countryCallingCode}`;
	const others = text.slice(code.length).trim();
	const short = wholeNumber(code + others.replace(/^0/, ''));
	if (short && isValid(short)) return short;

	// No range will be like this: 16 digits, a 0 behind the code, or 0 or 1 before an American area code or exchange.
	const isNever = /^\+(?:.{17}|\d+ 0|1 (?:\d{3})?[01])/.test(`${code} ${others}`);
	return number.isPossible() && !isNever ? number : undefined;
}

/**
 * Returns the country of a number, and the type of its line as libphonenumber names it; null for what is unknown. Satellite
 * phones have no country. A range that several countries share counts as that of the largest: +1 800 as the United States.
 * @param e164 as `toE164` returns it
 */
export function lineOf(e164: string) {
	const number = parse(e164);
	return { country: number?.country ?? null, type: number?.getType() ?? null };
}

/**
 * Returns the one spelling by which recipients are compared, in lists, keys and lanes. A phone in Argentina is the same with
 * and without the 9, one in Brazil with and without the ninth digit, unless the others are a landline's, which begin with
 * 2 to 5; Mexico's 1 is no part of a number that was read.
 * @param e164 as `toE164` returns it
 */
export const recipientIdOf = (e164: string) =>
	e164.replace(/^\+549(?=\d{10}$)/, '+54').replace(/^(\+55\d\d)9(?=[^2-5]\d{7}$)/, '$1');
