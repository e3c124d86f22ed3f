import type { CountryCode } from 'libphonenumber-js/max';
import { getCountries } from 'libphonenumber-js/max';

import { parse } from './library';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** Returns the English name of a country, by its code of ISO 3166-1 alpha-2. */
export function countryName(code: string): string {
	return names.of(code) ?? code;
}

/** Every country that numbers can be read by: English name, and code by ISO 3166-1 alpha-2; by name. */
export const COUNTRIES: Array<{ name: string; value: CountryCode }> = getCountries()
	.map((value) => ({ name: countryName(value), value }))
	.sort((a, b) => a.name.localeCompare(b.name));

/**
 * Returns the country of a number; undefined for satellite phones, and for a range of a shared country code that no
 * country has. A range that several countries share counts as that of the largest: +1 800 as the United States.
 * @param e164 as `toE164` returns it
 */
export function countryOf(e164: string): CountryCode | undefined {
	return parse(e164)?.country;
}

/** Returns the kind of line of a number, as the library names it; null where it is unknown. */
export function lineTypeOf(e164: string): string | null {
	return parse(e164)?.getType() ?? null;
}
