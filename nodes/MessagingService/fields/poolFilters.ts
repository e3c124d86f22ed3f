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

/** Makes a filter for one of some values, or any other by expression: the service knows which there are. */
const oneOf = (names: Names, description: Description) => {
	const options = optionsOf(names);
	return parameter({ type: 'options', default: '', options, ...description }, (value, place) => {
		const given = asText(value, place);
		return valueNamed(options, given) ?? given?.trim();
	});
};

const CARRIER = oneOf(CARRIER_NAMES, {
	displayName: 'Carrier',
	path: 'filters.carrier',
	default: 'SERVICE',
	description: 'Only numbers of this carrier',
});

const COUNTRY = oneOf(COUNTRY_NAMES, {
	displayName: 'Country',
	path: 'filters.country',
	default: 'US',
	description: 'Only numbers of this country',
});

const SUPPORTS = parameter(
	{
		displayName: 'Supports',
		path: 'filters.supports',
		description: 'Only numbers that support these features. Name other features by expression.',
		// That of `text` is the one of `sms`.
		options: optionsOf(FEATURE_NAMES).filter(({ value }) => value !== 'text'),
		type: 'multiOptions',
		default: ['sms'],
	},
	(value, place) =>
		asEntries(value).map((one) => {
			const given = asText(one, place) ?? '';
			return valueNamed(optionsOf(FEATURE_NAMES), given) ?? given.trim();
		}),
);

const TYPE = oneOf(TYPE_NAMES, {
	displayName: 'Type',
	path: 'filters.type',
	default: 'text',
	description: 'Only numbers from this list of the service',
});

/**
 * A beginning as people write it: digits with their punctuation, and a plus in front or not. Two dots, and a dash between
 * spaces, make a range.
 */
const BEGINNING = /^\+?(?!.*(?:\.\.|\s\p{Pd}\s))[\d\s()[\]./·_\p{Pd}]{1,40}$/u;

/** What a spreadsheet or a formula makes of digits. */
const DECIMALS = /^\d+\.\d+$/;

/** A (0) behind a country code, which is not dialled; Italy's belongs to the number. */
const NOT_DIALLED = /(?<=^\D*\d{1,3}\D*)(?<!^\D*39\D*)[([]\s*0\s*[)\]]/;

/** A range without spaces, and two beginnings without a comma, such as `1212-1305`, where both are as long. */
const TWO = /^\D*(\d)(\d\d+)\D+\1(\d+)\D*$/;

/** No country code begins with 0, and no number has more digits. */
const FIRST_DIGITS = /^[1-9]\d{0,14}$/;

/** Returns the first digits that a text means: with country code, and without a plus. @throws InputError */
function firstDigits(entry: unknown, place: Place): string {
	const text = plainDigits(asText(entry, place) ?? '')
		.replace(/\p{Cf}/gu, '')
		.trim()
		.replace(/^00/, '+')
		.replace(NOT_DIALLED, '');
	const digits = text.replace(/\D/g, '');
	const isWritten = BEGINNING.test(text) && !DECIMALS.test(text) && FIRST_DIGITS.test(digits);
	const [, , one = '', other] = TWO.exec(text) ?? [];
	if (isWritten && one.length !== other?.length) return digits;

	throw invalidValueError(
		entry,
		place.displayName,
		'Write the first digits of the numbers with their country code, e.g. +1415, or +44 20 for 020. Separate several with commas: for a range, write each beginning.',
	);
}

/** The first digits of the numbers that fit; undefined for a filter that was not added. */
const NUMBER_STARTS_WITH = parameter(
	{
		displayName: 'Number Starts With',
		path: 'filters.numberStartsWith',
		placeholder: 'e.g. +1415, +1628',
		description: 'Only numbers that begin with these digits. Separate several with commas.',
		type: 'string',
		default: '',
	},
	(value, place) => {
		if (value === undefined) return undefined;
		const entries = asEntries(value);
		// Of a text without entries, such as a comma, the whole is refused.
		return (entries.length > 0 ? entries : [value]).map((one) => firstDigits(one, place));
	},
);

/** Refuses first digits with which no number of the chosen country can begin. @throws InputError */
function checked(filters: PurchasableFilters): PurchasableFilters {
	const { country, numberStartsWith = [] } = filters;
	const code = callingCodeOf(country);
	const other = numberStartsWith.find(
		(digits) => code && !digits.startsWith(code) && !code.startsWith(digits),
	);
	if (other === undefined) return filters;

	throw invalidValueError(
		other,
		NUMBER_STARTS_WITH.field.displayName,
		`Numbers of the country that you chose begin with +${code}: write ${code}${other}.`,
	);
}

const FILTERS = {
	supports: SUPPORTS,
	type: TYPE,
	country: COUNTRY,
	carrier: CARRIER,
	numberStartsWith: NUMBER_STARTS_WITH,
};

/** Makes the collection of the filters of the pool, every one optional (section 4.5 of docs/service.md). */
function filtersField(filters: typeof FILTERS): Parameter<PurchasableFilters> {
	return {
		field: collectionField('filters', 'Filters', 'filter', Object.values(filters)),
		path: 'filters',
		parse: (_value, { read }) => checked(readAll(read, filters)),
	};
}

export const FILTERS_FIELD = filtersField(FILTERS);

/** The same for what only reads: an agent's model may leave a filter out. */
export const OPTIONAL_FILTERS_FIELD = filtersField(
	Object.fromEntries(
		Object.entries(FILTERS).map(([name, filter]) => [name, { ...filter, whenEmpty: 'ignore' }]),
	) as typeof FILTERS,
);
