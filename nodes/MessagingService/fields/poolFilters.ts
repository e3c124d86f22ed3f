import { callingCodeOf, plainDigits } from '../phone';
import {
	CARRIER_NAMES,
	COUNTRY_NAMES,
	FEATURE_NAMES,
	type Names,
	type PurchasableFilters,
	TYPE_NAMES,
} from '../service/leases';
import { collectionField, readAll } from './groups';
import { type Description, parameter, type Parameter, type Place, valueNamed } from './parameter';
import { asEntries, asText, invalidValueError } from './readValues';

const optionsOf = (names: Names) => Object.entries(names).map(([value, name]) => ({ name, value }));

/** Reads one of some values, by its name too, or any other: the service knows which there are. */
function readValue(value: unknown, place: Place, names: Names) {
	const given = asText(value, place)?.trim();
	return valueNamed(optionsOf(names), given) ?? given;
}

/** Makes a filter for one of some values, or any other by expression. */
const choiceFilter = (names: Names, description: Description) =>
	parameter({ type: 'options', options: optionsOf(names), ...description }, (value, place) =>
		readValue(value, place, names),
	);

/**
 * A beginning as people write it: digits with their punctuation, and a plus in front or not. Two dots, and a dash between
 * spaces, make a range; digits with decimals are what a spreadsheet or a formula makes of them.
 */
const BEGINNING = /^(?!\d+\.\d+$)\+?(?!.*(?:\.\.|\s\p{Pd}\s))[\d\s()[\]./·_\p{Pd}]{1,40}$/u;

/** Two beginnings without a comma, or a range without spaces, where both are as long: `1212 1305`, `1415-1420`. */
const TWO = /^\D*(?<first>\d)(?<one>\d\d+)\D+\k<first>(?<other>\d+)\D*$/;

/** A (0) behind a country code, which is not dialled; Italy's belongs to the number. */
const NOT_DIALLED = /^(\D*(?!39\D)\d{1,3}\D*?)[([]\s*0\s*[)\]]/;

/** The digits of a beginning with its country code. None of those begins with 0, and no number has more digits. */
const INTERNATIONAL = /^[1-9]\d{0,14}$/;

/**
 * Returns the first digits that a text means: with country code, and without a plus.
 * @param country of the numbers, where it was chosen
 * @throws InputError
 */
function firstDigits(entry: unknown, place: Place, country?: string) {
	// As a phone dials it: without invisible characters, with a plus for 00, and without a (0).
	const text = plainDigits(asText(entry, place) ?? '')
		.replace(/\p{Cf}/gu, '')
		.trim()
		.replace(/^00/, '+')
		.replace(NOT_DIALLED, '$1');
	const digits = text.replace(/\D/g, '');
	const two = TWO.exec(text)?.groups;
	const isTwo = two && two.one.length === two.other.length;
	const isBeginning = !isTwo && BEGINNING.test(text) && INTERNATIONAL.test(digits);

	const code = callingCodeOf(country) ?? '';
	if (isBeginning && (digits.startsWith(code) || code.startsWith(digits))) return digits;
	throw invalidValueError(
		entry,
		place.displayName,
		isBeginning
			? `Numbers of the country that you chose begin with +${code}: write ${code}${digits}.`
			: 'Write the first digits of the numbers with their country code, e.g. +1415, or +44 20 for 020. Separate several with commas: for a range, write each beginning.',
	);
}

/**
 * Makes the collection of the filters of the pool, every one optional (section 4.5 of docs/service.md).
 * @param mayBeEmpty whether the expression of one may give nothing
 */
function filtersField({ mayBeEmpty }: { mayBeEmpty: boolean }): Parameter<PurchasableFilters> {
	const country = choiceFilter(COUNTRY_NAMES, {
		displayName: 'Country',
		path: 'filters.country',
		mayBeEmpty,
		default: 'US',
		description: 'Only numbers of this country',
	});
	const filters = {
		supports: parameter(
			{
				displayName: 'Supports',
				path: 'filters.supports',
				mayBeEmpty,
				description: 'Only numbers that support these features. Name other features by expression.',
				// That of `text` is the one of `sms`.
				options: optionsOf(FEATURE_NAMES).filter(({ value }) => value !== 'text'),
				type: 'multiOptions',
				takesList: true,
				default: ['sms'],
			},
			(value, place) =>
				asEntries(value).flatMap((one) => readValue(one, place, FEATURE_NAMES) ?? []),
		),
		type: choiceFilter(TYPE_NAMES, {
			displayName: 'Type',
			path: 'filters.type',
			mayBeEmpty,
			default: 'text',
			description: 'Only numbers from this list of the service',
		}),
		country,
		carrier: choiceFilter(CARRIER_NAMES, {
			displayName: 'Carrier',
			path: 'filters.carrier',
			mayBeEmpty,
			default: 'SERVICE',
			description: 'Only numbers of this carrier',
		}),
		/** The first digits of the numbers that fit; none for a filter that was not added. */
		numberStartsWith: parameter(
			{
				displayName: 'Number Starts With',
				path: 'filters.numberStartsWith',
				mayBeEmpty,
				takesList: true,
				placeholder: 'e.g. +1415, +1628',
				description: 'Only numbers that begin with these digits. Separate several with commas.',
			},
			(value, place) =>
				asEntries(value).map((entry) => firstDigits(entry, place, place.read(country))),
		),
	};
	return {
		field: collectionField('filters', 'Filters', 'filter', Object.values(filters)),
		path: 'filters',
		parse: (_value, { read }) => readAll(read, filters),
	};
}

export const FILTERS_FIELD = filtersField({ mayBeEmpty: false });

/** The same for what only reads: an agent's model may leave a filter out. */
export const OPTIONAL_FILTERS_FIELD = filtersField({ mayBeEmpty: true });
