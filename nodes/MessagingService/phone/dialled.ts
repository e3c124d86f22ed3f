import type { CountryCode } from 'libphonenumber-js/core';

import { readInternational } from './international';
import { planOf, readWithPlus } from './plans';
import { ambiguous, PROBLEMS } from './problem';
import { choose, isNumber, type Reading, show } from './reading';
import { readAlone } from './several';
import { homeNumber } from './slips';
import { onlyDigits, writtenAs } from './written';

/**
 * Reads a number behind a dialling prefix, as if it were written with a plus in its place; undefined where it has none.
 * The prefix is 00, or what the country itself dials.
 */
export function readDialled(text: string, country?: CountryCode): Reading | undefined {
	const digits = onlyDigits(text);
	const prefixes = prefixesOf(digits, country);
	if (prefixes.length === 0) return undefined;

	const written = prefixes.map((prefix) => writtenAs(withPlus(text, prefix)));
	const readings = written.map((one) => readAlone(one, readInternational));
	if (readings.includes(PROBLEMS.several)) return PROBLEMS.several;

	const abroad = choose(written.flatMap(({ spellings }) => readWithPlus(spellings)));
	// Other digits than 00 may also begin a number of the country.
	if (!abroad) return digits.startsWith('00') ? readings[0] : undefined;
	if (!country || !isNumber(abroad)) return abroad;
	if (abroad.countryCallingCode === planOf(country).code) return abroad;

	const home = homeNumber(digits, country, abroad);
	return home ? ambiguous([abroad, home].map(show)) : abroad;
}

/** Returns the dialling prefixes that digits begin with. */
function prefixesOf(digits: string, country?: CountryCode): string[] {
	const patterns = country ? [/^00/, planOf(country).international] : [/^00/];
	const found = patterns.map((pattern) => pattern.exec(digits)?.[0]);
	return [...new Set(found.filter((prefix) => prefix !== undefined))];
}

/** Writes a plus in place of the first digits of a text: (0049) 30 becomes +49) 30. */
function withPlus(text: string, prefix: string): string {
	return text.replace(new RegExp(`^(?:\\D*\\d){${prefix.length}}\\D*`), '+');
}
