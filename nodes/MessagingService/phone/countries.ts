// The largest tables hold every range of every country, with its kind of line.
import type { CountryCode } from 'libphonenumber-js/max';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** Returns the English name of a country, by its code of ISO 3166-1 alpha-2. */
export const countryName = (code: string) => names.of(code) ?? code;

/** Every country that numbers can be read by: English name, and code by ISO 3166-1 alpha-2; by name. */
export const COUNTRIES: Array<{ name: string; value: CountryCode }> = getCountries()
	.map((value) => ({ name: countryName(value), value }))
	.sort((a, b) => a.name.localeCompare(b.name));

/** Returns a text in capitals. Letters of ASCII alone: the capital of a Turkish dotless i is an I. */
export const inCapitals = (text: string) =>
	text.replace(/[a-z]/g, (letter) => letter.toUpperCase());

/** Every country by its code and its names, in capitals. */
const BY_NAME = new Map<string, CountryCode>([
	['UK', 'GB'],
	['USA', 'US'],
	...COUNTRIES.flatMap(
		({ name, value }): Array<[string, CountryCode]> => [
			[value, value],
			[inCapitals(name), value],
		],
	),
]);

/** Reads a country: its two letters, `UK`, `USA`, or its English name in the list, in any case; undefined for all else. */
export function countryIn(text = ''): CountryCode | undefined {
	return BY_NAME.get(inCapitals(text.trim()));
}

/** Returns the calling code of a country, without a plus; undefined for what is no country. */
export function callingCodeOf(country?: string): string | undefined {
	const code = countryIn(country);
	return code && getCountryCallingCode(code);
}
