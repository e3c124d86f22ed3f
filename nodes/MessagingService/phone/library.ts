import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
// The largest tables hold every range of every country, with its kind of line.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Area code 555, which only examples use: it rings no wrong phone. */
const EXAMPLE = /^\+1555\d{7}$/;

/** Most characters of a number in E.164: a plus and 15 digits. */
const MAX_LENGTH = 16;

/** +1 1 202 555 0123: the first digits are the rest of 0011, which some countries dial before the country code. */
const SECOND_ONE = /(?<!1)11\d{9,10}$/;

/** Returns what the library reads; undefined where that is no possible number, or has other digits than its own. */
export function parse(digits: string, defaultCountry?: CountryCode): PhoneNumber | undefined {
	const number = parsePhoneNumberFromString(digits, { defaultCountry, extract: false });
	if (!number?.isPossible() || number.number.length > MAX_LENGTH) return undefined;

	const hasSecondOne = number.countryCallingCode === '1' && SECOND_ONE.test(digits);
	return number.carrierCode || hasSecondOne ? undefined : number;
}

/** True where the country has such numbers. */
export function isValid(number: PhoneNumber): boolean {
	return EXAMPLE.test(number.number) || number.isValid();
}

/** True where a number is in a range of mobile numbers. */
export function isMobile(number: PhoneNumber): boolean {
	return /MOBILE/.test(number.getType() ?? '');
}
