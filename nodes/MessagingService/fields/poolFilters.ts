import { plainDigits } from '../phone';
import { COUNTRY_NAMES, type PurchasableFilters } from '../service/leases';
import { collectionField, readAll } from './groups';
import { type Description, parameter, type Parameter, text } from './parameter';
import { asEntries, asText, invalidValueError } from './readValues';

/** Makes a filter for one of some values, or any other by expression: the service knows which there are. */
const oneOf = (description: Description) => text({ type: 'options', ...description });

const CARRIER = oneOf({
	displayName: 'Carrier',
	path: 'filters.carrier',
	default: 'SERVICE',
	description: 'Only numbers of this carrier',
	options: [
		{ name: 'AT&T', value: 'ATT' },
		{ name: "Provider's Own", value: 'SERVICE' },
		{ name: 'T-Mobile', value: 'TMO' },
	],
});

const COUNTRY = oneOf({
	displayName: 'Country',
	path: 'filters.country',
	default: 'US',
	description: 'Only numbers of this country',
	options: [...COUNTRY_NAMES].map(([value, name]) => ({ name, value })),
});

/** The first digits of the numbers that fit; undefined for a filter that was not added. */
const NUMBER_STARTS_WITH = parameter(
	{
		displayName: 'Number Starts With',
		path: 'filters.numberStartsWith',
		placeholder: 'e.g. +1415, +1628',
		description: 'Only numbers that begin with these digits. Separate several with commas.',
	},
	{ type: 'string', default: '' },
	(value, { displayName }) => {
		if (value === undefined) return undefined;
		const entries = asEntries(value);
		// Of a text without entries, such as a comma, the whole is refused.
		return (entries.length > 0 ? entries : [value]).map((one) => {
			const given = asText(one, { displayName }) ?? '';
			const digits = plainDigits(given).replace(/\D/g, '');
			if (digits && !/\p{L}/u.test(given)) return digits;
			throw invalidValueError(
				one,
				displayName,
				'Use the first digits of the numbers, beginning with the country code, e.g. +1415.',
			);
		});
	},
);

/** What numbers can do, as the panel names it. */
const FEATURES = [
	{ name: 'iMessage', value: 'imessage' },
	{ name: 'MMS', value: 'mms' },
	{ name: 'SMS', value: 'sms' },
	{ name: 'Text', value: 'text' },
	{ name: 'Voice', value: 'voice' },
	{ name: 'WhatsApp', value: 'whatsapp' },
];

const SUPPORTS = parameter(
	{
		displayName: 'Supports',
		path: 'filters.supports',
		description: 'Only numbers that support these features; for others, use an expression',
		options: FEATURES,
	},
	{ type: 'multiOptions', default: ['sms'] },
	(value, place) => asEntries(value).flatMap((feature) => asText(feature, place) ?? []),
);

const TYPE = oneOf({
	displayName: 'Type',
	path: 'filters.type',
	default: 'text',
	description: 'Only numbers from this list of the service',
	options: FEATURES.filter(({ value }) => ['imessage', 'text', 'whatsapp'].includes(value)),
});

/** The filters of the pool, every one optional (section 4.5 of docs/service.md). */
const FILTERS = {
	supports: SUPPORTS,
	type: TYPE,
	country: COUNTRY,
	carrier: CARRIER,
	numberStartsWith: NUMBER_STARTS_WITH,
};

/** The same for what only reads: an agent's model may leave a filter out. */
const OPTIONAL_FILTERS = {
	supports: optional(SUPPORTS),
	type: optional(TYPE),
	country: optional(COUNTRY),
	carrier: optional(CARRIER),
	numberStartsWith: optional(NUMBER_STARTS_WITH),
};

function optional<Value>(filter: Parameter<Value>): Parameter<Value> {
	return { ...filter, whenEmpty: 'ignore' };
}

/** Makes the collection of some filters. */
function filtersField(filters: typeof FILTERS): Parameter<PurchasableFilters> {
	return {
		field: collectionField('filters', 'Filters', 'filter', Object.values(filters)),
		path: 'filters',
		parse: (_value, { read }) => readAll(read, filters),
	};
}

export const FILTERS_FIELD = filtersField(FILTERS);
export const OPTIONAL_FILTERS_FIELD = filtersField(OPTIONAL_FILTERS);
