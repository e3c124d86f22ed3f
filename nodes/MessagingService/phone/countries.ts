import type { CountryCode, PhoneNumber } from 'libphonenumber-js/core';
import { getCountries, isSupportedCountry } from 'libphonenumber-js/core';

import { parse, planOf, PLANS } from './plans';

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

/** Returns whose number it is, as errors say it. */
export function placeOf({ country, countryCallingCode: code }: PhoneNumber): string {
	return country ? countryName(country) : `country code +${code}`;
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
	const byCallingCode: Partial<Record<string, CountryCode[]>> = PLANS.country_calling_codes;
	const countries = [...(byCallingCode[number?.countryCallingCode ?? ''] ?? [])].sort();
	// A new range need not be known where the calling code says it all.
	if (!number || countries.length < 2) return countries;
	const owners = countries.filter((country) => {
		number.country = country;
		return number.isValid();
	});
	return [...new Set(owners.map(countsAs))];
}

/** Tells whether a number can be one of a country: in its range, or in one that no country has. */
export function isNumberOf(home: CountryCode, number: PhoneNumber): boolean {
	const isHere = number.country === home;
	if (isHere || number.countryCallingCode !== planOf(home).code) return isHere;
	const owners = countriesOf(number.number);
	return owners.length === 0 || owners.includes(countsAs(home));
}
