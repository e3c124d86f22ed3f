import type { CountryCode, PhoneNumber } from 'libphonenumber-js/core';
import { getCountries } from 'libphonenumber-js/core';

import { parse, PLANS } from './plans';

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
	return Object.hasOwn(PLANS.countries, code);
}

/** Returns the country of a number, as errors name it. */
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
	if (!number) return [];

	const byCallingCode: Partial<Record<string, CountryCode[]>> = PLANS.country_calling_codes;
	const sharing = [...(byCallingCode[number.countryCallingCode] ?? [])].sort();
	// Where one country has the calling code to itself, its plan need not know the range.
	if (sharing.length < 2) return sharing;

	const owners = sharing.filter((country) => {
		// The library looks a number up in the plan of its country. This number serves for nothing else.
		number.country = country;
		return number.isValid();
	});
	return [...new Set(owners.map(countsAs))];
}

/** Returns the kind of line of a number, as the library names it; null where it is unknown. */
export function lineTypeOf(e164: string): string | null {
	return parse(e164)?.getType() ?? null;
}
