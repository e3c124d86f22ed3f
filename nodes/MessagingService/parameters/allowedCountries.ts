import { InputError } from '../errors/inputError';
import { shown } from '../errors/quote';
import { COUNTRIES, countriesOf, type CountryCode, countryName, countsAs } from '../phone';
import type { ItemParameters } from './itemParameters';
import type { Option } from './options';
import { asPhone, type Writing } from './phoneNumber';
import { asCountry, asList, asText } from './values';

/** The countries whose numbers may be sent to, by ISO 3166-1 alpha-2; none where nothing names one. */
export const ALLOWED_COUNTRIES: Option<CountryCode[]> = {
	field: {
		displayName: 'Allowed Countries',
		name: 'allowedCountries',
		type: 'multiOptions',
		default: [],
		description:
			'Countries to which messages may be sent. A recipient elsewhere is refused before anything is sent. Leave empty for all countries.',
		options: COUNTRIES,
	},
	read: (value) =>
		asList(value)
			// An expression may give them as one text.
			.flatMap((entry) => (asText('Allowed Countries', entry) ?? '').split(/[\s,;]+/))
			.filter(Boolean)
			.map((code) => asCountry('Allowed Countries', code)),
};

/** Reads the number of a recipient in E.164, which must be of a country that the user allows. @throws InputError */
export function recipient(parameters: ItemParameters, name: string, writing?: Writing): string {
	parameters.requiredText(name);
	const number = asPhone(parameters, name, parameters.value(name, ''), writing);
	const allowed = parameters.option(ALLOWED_COUNTRIES).map(countsAs);
	if (allowed.length === 0 && allowsAll(parameters)) return number;
	const countries = countriesOf(number);
	if (countries.length > 0 && countries.every((country) => allowed.includes(country)))
		return number;
	const subject = `'${parameters.displayName(name)}' "${shown(number)}"`;
	if (allowed.length === 0) {
		throw new InputError(
			`${subject} is not allowed: 'Allowed Countries' is empty for this item`,
			"Let the expression of 'Allowed Countries' return at least one country, or remove the option to allow all.",
		);
	}
	if (countries.length !== 1) {
		throw new InputError(
			`${subject} has no known country, so it is in none of the 'Allowed Countries'`,
			sharedBy(countries),
		);
	}
	const place = countryName(countries[0]);
	throw new InputError(
		`${subject} is a number of ${place}, which is not one of the 'Allowed Countries'`,
		`Add ${place} to 'Allowed Countries' in the options if you want to send there.`,
	);
}

/** Tells whether the option was not added, or is an empty list; an expression that names no country is neither. */
function allowsAll(parameters: ItemParameters): boolean {
	const typed = parameters.unevaluated(`options.${ALLOWED_COUNTRIES.field.name}`, []);
	return Array.isArray(typed) && typed.length === 0;
}

/** Returns the country of a recipient, null where it is unknown. */
export function countryOf(number: string): CountryCode | null {
	const countries = countriesOf(number);
	return countries.length === 1 ? countries[0] : null;
}

/** Most countries that an error names. */
const MOST_NAMES = 4;

function sharedBy(countries: CountryCode[]): string {
	const names = countries.slice(0, MOST_NAMES).map(countryName);
	const more = countries.length > MOST_NAMES ? ' and others' : '';
	const why =
		names.length > 0
			? `Numbers like this one are shared by ${names.join(', ')}${more}, and not all of them are allowed.`
			: 'It belongs to no single country: it is a satellite phone, an unassigned range, or an address or number that is passed on as typed.';
	return `${why} Remove 'Allowed Countries' from the options if you want to send there.`;
}
