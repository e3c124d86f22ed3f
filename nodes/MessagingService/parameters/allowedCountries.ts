import { InputError } from '../errors/inputError';
import { quoteValue } from '../errors/quote';
import { COUNTRIES, type CountryCode, countryName, countryOf, lineTypeOf } from '../phone';
import { option, type Read } from './parameter';
import { asCountry, asList, asText } from './values';

/** The countries whose numbers may be sent to, by ISO 3166-1 alpha-2; none where nothing names one. */
export const ALLOWED_COUNTRIES = option<CountryCode[]>({
	field: {
		displayName: 'Allowed Countries',
		name: 'allowedCountries',
		type: 'multiOptions',
		default: [],
		description:
			'Countries to which messages may be sent. A recipient elsewhere is refused before anything is sent. Leave empty for all countries.',
		options: COUNTRIES,
	},
	read: (value, name) =>
		asList(value)
			// An expression may give them as one text.
			.flatMap((entry) => (asText(entry, name) ?? '').split(/[\s,;]+/))
			.filter(Boolean)
			.map((code) => asCountry(code, name)),
});

/** Lines whose owners earn from calls and messages, as libphonenumber names them, and as errors do. */
const COSTLY_LINES: Partial<Record<string, string>> = {
	PREMIUM_RATE: 'premium-rate',
	SHARED_COST: 'shared-cost',
};

/** Checks that a number belongs to a country that is allowed for its item. @throws InputError */
export function checkCountry(number: string, name: string, read: Read): void {
	const raw = read.raw(ALLOWED_COUNTRIES);
	// A list that the user left empty allows all countries. An expression that returns none allows nobody.
	const isEmptyList = Array.isArray(raw) && raw.length === 0;
	if (raw === undefined || isEmptyList) return;

	const allowed = read(ALLOWED_COUNTRIES);
	const country = countryOf(number);
	const subject = `'${name}' "${quoteValue(number)}"`;

	if (allowed.length === 0) {
		throw new InputError(
			`${subject} is not allowed: 'Allowed Countries' is empty for this item`,
			'Its expression returns no country. Correct the expression, or remove the option to allow all countries.',
		);
	}

	if (!country || !allowed.includes(country)) throw elsewhere(subject, country);

	const costly = COSTLY_LINES[lineTypeOf(number) ?? ''];
	if (costly) {
		throw new InputError(
			`${subject} is a ${costly} number, which 'Allowed Countries' never allows`,
			"Remove 'Allowed Countries' from the options if you want to send there.",
		);
	}
}

/** Returns the error for a number of a country that is not allowed, or whose country is unknown. */
function elsewhere(subject: string, country?: CountryCode): InputError {
	if (!country) {
		return new InputError(
			`${subject} has no known country, so it is in none of the 'Allowed Countries'`,
			"It is a satellite phone, an unassigned range, or an e-mail address. Remove 'Allowed Countries' from the options if you want to send there.",
		);
	}

	const place = countryName(country);
	return new InputError(
		`${subject} is a number of ${place}, which is not one of the 'Allowed Countries'`,
		`Add ${place} to 'Allowed Countries' in the options if you want to send there.`,
	);
}
