import { plainDigits } from '../phone';
import { COUNTRY_NAMES, type PurchasableFilters } from '../service/leases';
import { collectionField, type Field, type Parameter, type Read, text } from './parameter';
import { asEntries, asText, unusable } from './readValues';

/** Makes an entry of the collection 'Filters'. */
const filter = <Value>(parameter: Parameter<Value>): Parameter<Value> => ({
	...parameter,
	collection: 'filters',
});

/** Makes a filter for one of some values, or any other by expression: the service knows which there are. */
const oneOf = (field: Field) => filter(text({ type: 'options', ...field }));

const CARRIER = oneOf({
	displayName: 'Carrier',
	name: 'carrier',
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
	name: 'country',
	default: 'US',
	description: 'Only numbers of this country',
	options: [...COUNTRY_NAMES].map(([value, name]) => ({ name, value })),
});

/** The first digits of the numbers that fit, in order; undefined for a filter that was not added. */
const NUMBER_STARTS_WITH = filter<string[] | undefined>({
	field: {
		displayName: 'Number Starts With',
		name: 'numberStartsWith',
		type: 'string',
		default: '',
		placeholder: 'e.g. +1415, +1628',
		description: 'Only numbers that begin with these digits. Separate several with commas.',
	},
	read(value, displayName) {
		if (value === undefined) return undefined;
		const entries = asEntries(value);
		// Of a text without entries, such as a comma, the whole is refused.
		const beginnings = (entries.length > 0 ? entries : [value]).map((entry) =>
			firstDigits(asText(entry, displayName) ?? '', displayName),
		);
		return [...new Set(beginnings)].sort();
	},
});

/** Returns the digits that a text stands for: "+1 (415)" for 1415. @throws InputError where there are none, or letters */
function firstDigits(entry: string, displayName: string): string {
	const digits = plainDigits(entry).replace(/\D/g, '');
	if (digits !== '' && !/\p{L}/u.test(entry)) return digits;

	throw unusable(
		entry,
		displayName,
		'Use the first digits of the numbers, beginning with the country code, e.g. +1415.',
	);
}

/** What numbers can do, as the panel names it. */
const FEATURES = [
	{ name: 'iMessage', value: 'imessage' },
	{ name: 'MMS', value: 'mms' },
	{ name: 'SMS', value: 'sms' },
	{ name: 'Text', value: 'text' },
	{ name: 'Voice', value: 'voice' },
	{ name: 'WhatsApp', value: 'whatsapp' },
];

const SUPPORTS = filter<string[]>({
	field: {
		displayName: 'Supports',
		name: 'supports',
		type: 'multiOptions',
		default: ['sms'],
		description: 'Only numbers that support these features; for others, use an expression',
		options: FEATURES,
	},
	read: (value, displayName) =>
		asEntries(value).flatMap((entry) => asText(entry, displayName) ?? []),
});

const TYPE = oneOf({
	displayName: 'Type',
	name: 'type',
	default: 'text',
	description:
		"Only numbers that the service lists for this type. Adopting takes the first of them, whatever its 'type' says.",
	options: FEATURES.filter(({ value }) => ['imessage', 'text', 'whatsapp'].includes(value)),
});

/**
 * Makes the collection of the filters of the pool, every one optional (section 4.5 of docs/service.md).
 * @param mayBeBlank whether they guard nothing, so that a model may leave them out
 */
function filtersField(mayBeBlank: boolean): Parameter<PurchasableFilters> {
	const filters = [CARRIER, COUNTRY, NUMBER_STARTS_WITH, SUPPORTS, TYPE];
	return {
		field: collectionField('filters', 'Filters', 'filter', filters),
		read(_value, _name, read) {
			const filterOf: Read = (parameter) => read({ ...parameter, mayBeBlank });
			return {
				supports: filterOf(SUPPORTS),
				type: filterOf(TYPE),
				country: filterOf(COUNTRY),
				carrier: filterOf(CARRIER),
				numberStartsWith: filterOf(NUMBER_STARTS_WITH),
			};
		},
	};
}

export const FILTERS_FIELD = filtersField(false);
export const OPTIONAL_FILTERS = filtersField(true);
