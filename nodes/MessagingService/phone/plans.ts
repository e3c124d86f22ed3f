import type { CountryCode, PhoneNumber } from 'libphonenumber-js/core';
import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
// The largest tables hold every range of every country, with its kind of line. Smaller ones do not tell which digits
// can be a mobile number, and take +49 12025550123 for a number. The build leaves out how numbers are printed.
import maxMetadata from 'libphonenumber-js/metadata.max.json';

/** The numbering plans of all countries, as the library reads them. */
export const PLANS = maxMetadata;

/** Most characters of a number in E.164: a plus and 15 digits. */
const MAX_LENGTH = 16;

/** Area code 555, which only examples use: 15551234567 is read, since it can ring no wrong phone. */
const EXAMPLE = /^\+1555\d{7}$/;

/** Returns the library's own number, from a text of any notation. */
export function parse(text: string, defaultCountry?: CountryCode): PhoneNumber | undefined {
	return parsePhoneNumberFromString(text, { defaultCountry, extract: false }, PLANS);
}

/** Tells whether the numbering plan has a number: its range is assigned, or reserved for examples. */
export function isPlanned(number?: PhoneNumber): number is PhoneNumber {
	return number !== undefined && (EXAMPLE.test(number.number) || number.isValid());
}

/** Tells whether a number is in a range of mobile numbers. */
export function isMobile(number?: PhoneNumber): number is PhoneNumber {
	return /MOBILE/.test(number?.getType() ?? '');
}

/**
 * Reads digits by a country, or behind a plus; undefined where they are no number. The range of the number need not be
 * assigned.
 */
export function readDigits(digits: string, country?: CountryCode): PhoneNumber | undefined {
	const current = withoutOldPrefixes(digits, country);
	const number = parse(current, country);
	// Some plans have longer numbers than E.164 can hold.
	if (!number?.isPossible() || number.number.length > MAX_LENGTH) return undefined;
	if (leavesOutDigits(number, current)) return undefined;

	// A number that is possible only within its country does not read as itself in E.164.
	const isSame = number.number === digits || parse(number.number)?.number === number.number;
	return isSame ? number : undefined;
}

/** Reads each of some digits behind a plus. */
export function readWithPlus(spellings: string[]): Array<PhoneNumber | undefined> {
	return spellings.map((digits) => readDigits(`+${digits}`));
}

/** Leaves out what Mexico dialled until 2020: 01, 044 and 045 at home, and 1 behind 52 for mobile numbers. */
function withoutOldPrefixes(digits: string, country?: CountryCode): string {
	const old = country === 'MX' ? /^0(?:1|44|45)(?=\d{10}$)/ : /(?<=^\+52)1(?=\d{10}$)/;
	return digits.replace(old, '');
}

/**
 * Tells whether the library left out more than a country code and a trunk prefix: it also leaves out codes of carriers,
 * and a second 1.
 */
function leavesOutDigits(number: PhoneNumber, text: string): boolean {
	const { countryCallingCode: code, nationalNumber: national } = number;
	const digits = text.replace('+', '');
	// The library added an area code, or made Argentina's 9 of its 15.
	if (!digits.endsWith(national)) return false;

	const before = digits.slice(0, -national.length);
	const prefix = before.startsWith(code) ? before.slice(code.length) : before;
	// 8 is Russia's trunk prefix, 80 that of Belarus, 06 that of Hungary.
	return !['', '0', '8', '80', '06'].includes(prefix);
}

/** Where the library's tables hold these parts of a country's plan. */
const PLACES = { code: 0, international: 1, trunk: 5 };

/** Returns a country's code, e.g. 49, and what its phones dial before other codes and before its own numbers. */
export function planOf(country: CountryCode) {
	const plan: string[] = PLANS.countries[country] ?? [];
	const trunk = plan[PLACES.trunk];
	return {
		code: plan[PLACES.code],
		international: new RegExp(`^(?:${plan[PLACES.international]})`),
		// Some countries have none.
		trunk: trunk ? new RegExp(`^${trunk}`) : /^$/,
	};
}
