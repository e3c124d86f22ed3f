import type { INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { shown } from '../errors/quote';
import type { CountryCode } from '../phone';
import { COUNTRIES, countriesOf, countryName } from '../phone';
import type { ItemParameters } from './itemParameters';
import type { Option } from './options';
import type { TypedPhone } from './phoneNumber';
import { requiredPhone } from './phoneNumber';
import { asCountry, asList, asText } from './values';

/** The countries whose numbers may be sent to, by ISO 3166-1 alpha-2; none for all. */
export const ALLOWED_COUNTRIES: Option<CountryCode[]> = {
	field: {
		displayName: 'Allowed Countries',
		name: 'allowedCountries',
		type: 'multiOptions',
		default: [],
		description:
			'Countries whose phone numbers may be sent to; a recipient elsewhere is refused before anything is sent. Leave it empty for all countries.',
		options: COUNTRIES as INodePropertyOptions[],
	},
	read: (value) =>
		asList(value)
			// An expression may well give them as one text.
			.flatMap((entry) => (asText('Allowed Countries', entry) ?? '').split(/[\s,;]+/))
			.filter(Boolean)
			.map((code) => asCountry('Allowed Countries', code)),
};

/**
 * Refuses a recipient outside the countries that the user allows, and one whose country cannot be told.
 * @param name of the field that the number stands in
 * @throws InputError
 */
export function checkCountry(
	parameters: ItemParameters,
	name: string,
	{ number, unread }: TypedPhone,
): void {
	const allowed = parameters.option(ALLOWED_COUNTRIES);
	if (allowed.length === 0) return;
	const countries = unread ? [] : countriesOf(number);
	const elsewhere = countries.filter((country) => !allowed.includes(country));
	if (countries.length > 0 && elsewhere.length === 0) return;
	const subject = `${parameters.displayName(name)} "${shown(number)}"`;
	if (countries.length !== 1) {
		throw new InputError(
			`${subject} has no country that can be told, so it is in none of the Allowed Countries`,
			unread ?? sharedBy(countries),
		);
	}
	const place = countryName(countries[0]);
	throw new InputError(
		`${subject} is a number of ${place}, which is not one of the Allowed Countries`,
		`Add ${place} to Allowed Countries in the options, should messages go there.`,
	);
}

/** Most countries that an error names. */
const MOST_NAMES = 4;

function sharedBy(countries: CountryCode[]): string {
	const names = countries.slice(0, MOST_NAMES).map(countryName);
	const more = countries.length > MOST_NAMES ? ' and others' : '';
	const why =
		names.length > 0
			? `Numbers like this one are shared by ${names.join(', ')}${more}, and not all of them are allowed.`
			: 'It is a satellite phone or the like, or of a range that no country is known to have.';
	return `${why} Leave Allowed Countries empty, should messages go there.`;
}

/**
 * Reads the number of a recipient in E.164, from one of the countries that the user allows.
 * @throws InputError
 */
export function recipient(parameters: ItemParameters, name: string): string {
	const number = requiredPhone(parameters, name);
	checkCountry(parameters, name, { number });
	return number;
}
