// The largest tables hold every range of every country, with its kind of line.
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max';

import otherNames from './otherNames.json';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** Returns the English name of a country, by its code of ISO 3166-1 alpha-2. */
export const countryName = (code: string) => names.of(code) ?? code;

/** Every country that numbers can be read by: English name, and code by ISO 3166-1 alpha-2; by name. */
export const COUNTRIES = getCountries()
	.map((value) => ({ name: countryName(value), value }))
	.sort((a, b) => a.name.localeCompare(b.name));

/** Writes a name as people's spellings have it in common: Côte d’Ivoire, Bosnia & Herzegovina, The Bahamas, Saint Lucia. */
const commonSpelling = (name: string) =>
	name
		.normalize('NFD')
		.trim()
		.toUpperCase()
		.replace(/\p{M}|['’&]|\b(?:AND|SAINT|ST\.)|^THE /gu, '');

/** Every country by its code, by its name in the list, and by others that people write into tables. */
const BY_NAME = new Map(
	[
		...COUNTRIES.flatMap(({ name, value }) => [
			[name, value],
			[value, value],
		]),
		...Object.entries(otherNames),
	].map(([name, code]) => [commonSpelling(name), code as CountryCode]),
);

/** Reads a country: its two letters, or an English name, in any case; undefined for all else. */
export const countryIn = (text = '') => BY_NAME.get(commonSpelling(text));

/** Returns the calling code of a country, without a plus; undefined for what is no country. */
export function callingCodeOf(text?: string) {
	const country = countryIn(text);
	return country && getCountryCallingCode(country);
}
