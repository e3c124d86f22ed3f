import type { CountryCode, MetadataJson, PhoneNumber } from 'libphonenumber-js/core';
import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
// All ranges of every country with their kinds: only those say whether digits can be a mobile number, and
// the smallest tables take +49 12025550123 for a number. The build leaves out how numbers are printed.
import maxMetadata from 'libphonenumber-js/metadata.max.json';

/** The numbering plans of all countries, as the library reads them. */
export const PLANS = maxMetadata as unknown as MetadataJson;

/** Tells whether a number is in an assigned range. This takes as long as reading it: most are read without. */
export const isValid = (number?: PhoneNumber) => number?.isValid() ?? false;

/** Tells whether a number is in a range of mobile numbers. */
export const isMobile = (number?: PhoneNumber) => /MOBILE/.test(number?.getType() ?? '');

/** Reads a text of nothing but digits, with a plus or by a country; undefined where that is no number. */
export function read(text: string, country?: CountryCode): PhoneNumber | undefined {
	// What Mexico dialled until 2020: 01, 044 and 045 at home, and 1 behind 52 for mobile numbers.
	const old = country === 'MX' ? /^0(?:1|44|45)(?=\d{10}$)/ : /(?<=^\+52)1(?=\d{10}$)/;
	const current = text.replace(old, '');
	const number = parse(current, country);
	// Some plans have numbers that are longer than E.164 can hold: 15 digits, after the plus.
	if (!number?.isPossible() || number.number.length > 16) return undefined;
	if (leavesOutDigits(number, current)) return undefined;
	// What stands in E.164 must read as itself: some lengths are possible only within the country.
	const isSame = number.number === text || parse(number.number)?.number === number.number;
	return isSame ? number : undefined;
}

/**
 * Tells whether anything but a country code and a trunk prefix stands before the number: the library leaves out codes
 * of carriers and a second 1 as well. 8 is Russia's trunk prefix, 80 that of Belarus, 06 that of Hungary.
 */
function leavesOutDigits(number: PhoneNumber, text: string): boolean {
	const { countryCallingCode: code, nationalNumber: national } = number;
	const digits = text.replace('+', '');
	// An area code was added, or Argentina's 15 became its 9.
	if (!digits.endsWith(national)) return false;
	const before = digits.slice(0, -national.length);
	return !/^(?:0|8|80|06)?$/.test(before.startsWith(code) ? before.slice(code.length) : before);
}

/** Returns a country's code, e.g. 49; what it dials before other codes and before its own numbers; and their form. */
export function planOf(country: CountryCode) {
	const plan = PLANS.countries[country] as unknown as string[];
	const [code, international, form, , , trunk] = plan;
	return {
		code,
		international: new RegExp(`^(?:${international})`),
		// Some have none.
		trunk: trunk ? new RegExp(`^${trunk}`) : /^$/,
		form: new RegExp(`^(?:${form})$`),
	};
}

/** Returns the library's own number, from a text of any notation. */
export function parse(text: string, defaultCountry?: CountryCode): PhoneNumber | undefined {
	return parsePhoneNumberFromString(text, { defaultCountry, extract: false }, PLANS);
}
