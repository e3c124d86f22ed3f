import type { CountryCode } from 'libphonenumber-js/core';
import { getCountries, isSupportedCountry } from 'libphonenumber-js/core';

import type { Reading } from './plans';
import { callingCode, parse, PLANS } from './plans';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** Returns the English name of a country, by its code of ISO 3166-1 alpha-2. */
export function countryName(code: string): string {
	return names.of(code) ?? code;
}

/** Every country that numbers can be read by: English name, and code by ISO 3166-1 alpha-2; by name. */
export const COUNTRIES: Array<{ name: string; value: string }> = getCountries(PLANS)
	.map((value) => ({ name: countryName(value), value }))
	.sort((a, b) => a.name.localeCompare(b.name));

/** Tells whether numbers can be read by a country: a code of ISO 3166-1 alpha-2, in capitals. */
export function isCountry(code: string): code is CountryCode {
	return isSupportedCountry(code as CountryCode, PLANS);
}

/** Returns whose number a reading is, as errors say it. */
export function placeOf({ country, callingCode: code }: Reading): string {
	return country ? countryName(country) : `country code +${code}`;
}

/** Countries by their calling code, e.g. United States, Canada and Jamaica by 1. */
const byCallingCode = new Map<string, CountryCode[]>();
for (const country of getCountries(PLANS)) {
	const code = callingCode(country);
	byCallingCode.set(code, [...(byCallingCode.get(code) ?? []), country]);
}

/** Territories that share the numbering plan of a larger country. */
const NUMBERED_BY = new Map<CountryCode, CountryCode>([
	['AX', 'FI'],
	['BL', 'GP'],
	['CC', 'AU'],
	['CX', 'AU'],
	['EH', 'MA'],
	['MF', 'GP'],
	['SJ', 'NO'],
	['VA', 'IT'],
]);

/** Returns the country as which a territory counts: Åland as Finland, and every other country as itself. */
export function countsAs(country: CountryCode): CountryCode {
	return NUMBERED_BY.get(country) ?? country;
}

/**
 * Returns the countries whose number it may be: one for nearly all numbers; several where they share a range, such
 * as +1 800; none for satellite phones, and for a range of a shared calling code that nobody has.
 * @param e164 as `toE164` returns it
 */
export function countriesOf(e164: string): CountryCode[] {
	const number = parse(e164);
	const countries = byCallingCode.get(number?.countryCallingCode ?? '') ?? [];
	// A new range need not be known where the calling code says it all.
	if (!number || countries.length < 2) return countries;
	const owners = countries.filter((country) => {
		number.country = country;
		return number.isValid();
	});
	return [...new Set(owners.map(countsAs))];
}

/** Tells whether a number can be one of a country: in its range, or in one that no country has. */
export function isNumberOf(
	home: CountryCode,
	{ e164, callingCode: code, country }: Reading,
): boolean {
	if (country === home || code !== callingCode(home)) return country === home;
	const owners = countriesOf(e164);
	return owners.length === 0 || owners.includes(countsAs(home));
}
