import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
// The largest tables hold every range of every country, with its kind of line.
import {
	getCountries,
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

/** Returns what libphonenumber reads, if its length is possible. */
export function parse(digits: string, defaultCountry?: CountryCode): PhoneNumber[] {
	const number = parsePhoneNumberFromString(digits, { defaultCountry, extract: false });
	return number?.isPossible() ? [number] : [];
}

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** Returns the English name of a country, by its code of ISO 3166-1 alpha-2. */
export function countryName(code: string): string {
	return names.of(code) ?? code;
}

/** Every country that numbers can be read by: English name, and code by ISO 3166-1 alpha-2; by name. */
export const COUNTRIES: Array<{ name: string; value: CountryCode }> = getCountries()
	.map((value) => ({ name: countryName(value), value }))
	.sort((a, b) => a.name.localeCompare(b.name));

/** Reads a code of ISO 3166-1 alpha-2 in any case; undefined for all else. */
export function countryIn(code = ''): CountryCode | undefined {
	const country = code.trim().toUpperCase();
	return isSupportedCountry(country) ? country : undefined;
}

/**
 * Returns the country of a number, and the type of its line as libphonenumber names it; null for what is unknown. Satellite
 * phones have no country. A range that several countries share counts as that of the largest: +1 800 as the United States.
 * @param e164 as `toE164` returns it
 */
export function lineOf(e164: string) {
	const number = parse(e164).at(0);
	return { country: number?.country ?? null, type: number?.getType() ?? null };
}

/** Returns the calling code of a country, without a plus; undefined for what is no country. */
export function callingCodeOf(country?: string): string | undefined {
	const code = countryIn(country);
	return code && getCountryCallingCode(code);
}
