import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Area code 555, which only examples use: it rings no wrong phone. */
const EXAMPLE = /^\+1555\d{7}$/;

/** What will never be a number, although its length is possible: a plus, the country code, a space and the rest. */
const NEVER = /^\+(?:1 [01]|1 \d{3}[01]|\d+ 0|.{17})/;

/** Returns what libphonenumber reads. */
const parse = (text: string, defaultCountry?: CountryCode) =>
	parsePhoneNumberFromString(text, { defaultCountry, extract: false });

/** True where the country has such numbers. */
export const isValid = (number: PhoneNumber) => EXAMPLE.test(number.number) || number.isValid();

/** True where a number is in a range of mobile numbers. */
export const isMobile = (number: PhoneNumber) => /MOBILE/.test(number.getType() ?? '');

/** True where a number has the code of a country. North America has one for all of its countries. */
export const isOf = (number: PhoneNumber, country?: CountryCode) =>
	country !== undefined && number.countryCallingCode === getCountryCallingCode(country);

/**
 * Returns the number of a plus and digits, each of them dialled; its range may be newer than the plans. A 0 behind the
 * country code is not dialled where that makes the number valid.
 * @param text a space may mark the code off
 */
export function withCode(text: string): PhoneNumber | undefined {
	const first = parse(text);
	const code = first?.countryCallingCode;
	const numbers = [text, text.replace(new RegExp(`(?<=^.${code} ?)0`), '')].flatMap((typed) => {
		const number = parse(typed);
		const spaced = `+${code} ${number?.nationalNumber}`;
		const isExact = typed === spaced || typed === number?.number;
		if (!number?.isPossible() || !isExact) return [];
		return isValid(number) || !NEVER.test(spaced) ? [number] : [];
	});
	return numbers.find(isValid) ?? numbers[0];
}

/** Returns the number that a phone of the country reaches by dialling these digits, if there is one. */
export function dialled(digits: string, country?: CountryCode): PhoneNumber | undefined {
	const number = country && parse(digits, country);
	return number && isValid(number) ? number : undefined;
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
