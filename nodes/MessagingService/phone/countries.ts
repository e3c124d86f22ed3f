// The largest tables hold every range of every country, with its kind of line.
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';

import { inCapitals } from '../util/texts';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** Returns the English name of a country, by its code of ISO 3166-1 alpha-2. */
export const countryName = (code: string) => names.of(code) ?? code;

/** Every country that numbers can be read by: English name, and code by ISO 3166-1 alpha-2; by name. */
export const COUNTRIES = getCountries()
	.map((value) => ({ name: countryName(value), value }))
	.sort((a, b) => a.name.localeCompare(b.name));

/** Every country by its code and by its name, in capitals. */
const BY_NAME = new Map(
	COUNTRIES.flatMap(({ name, value }) =>
		[value, inCapitals(name)].map((key) => [key, value] as const),
	),
);

/** Reads a country: its two letters, `UK`, `USA`, or its English name in the list, in any case; undefined for all else. */
export function countryIn(text = '') {
	const given = inCapitals(text.trim()).replace(/^UK$/, 'GB').replace(/^USA$/, 'US');
	return BY_NAME.get(given);
}

/** Returns the calling code of a country, without a plus; undefined for what is no country. */
export function callingCodeOf(country?: string) {
	const code = countryIn(country);
	return code && getCountryCallingCode(code);
}
