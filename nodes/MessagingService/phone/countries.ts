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

/** Reads a country: its two letters in any case, `UK`, `USA`, or its English name in the list; undefined for all else. */
export function countryIn(text = ''): CountryCode | undefined {
	// Letters of ASCII alone: the capital of a Turkish dotless i is an I.
	const given = text
		.trim()
		.replace(/^[a-z]{2,3}$/i, (code) => code.toUpperCase())
		.replace(/^UK$/, 'GB')
		.replace(/^USA$/, 'US');
	return COUNTRIES.find(({ name, value }) => name === given || value === given)?.value;
}

/** Returns the calling code of a country, without a plus; undefined for what is no country. */
export function callingCodeOf(country?: string): string | undefined {
	const code = countryIn(country);
	return code && getCountryCallingCode(code);
}
