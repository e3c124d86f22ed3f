import { plainDigits } from '../phone';
import { COUNTRY_NAMES, type PurchasableFilters } from '../service/leases';
import { collectionField, entry, type Field, type Parameter, text } from './parameter';
import { asEntries, asText, unusable } from './readValues';

/** Makes a filter for one of some values, or any other by expression: the service knows which there are. */
const oneOf = (field: Field) => entry('filters', text({ type: 'options', ...field }));

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

/** The first digits of the numbers that fit; undefined for a filter that was not added. */
const NUMBER_STARTS_WITH = entry<string[] | undefined>('filters', {
	...text({
		displayName: 'Number Starts With',
		name: 'numberStartsWith',
		placeholder: 'e.g. +1415, +1628',
		description: 'Only numbers that begin with these digits. Separate several with commas.',
	}),
	read(value, displayName) {
		if (value === undefined) return undefined;
		const entries = asEntries(value);
		// Of a text without entries, such as a comma, the whole is refused.
		return (entries.length > 0 ? entries : [value]).map((one) => {
			const given = asText(one, displayName) ?? '';
			const digits = plainDigits(given).replace(/\D/g, '');
			if (digits && !/\p{L}/u.test(given)) return digits;
			throw unusable(
				one,
				displayName,
				'Use the first digits of the numbers, beginning with the country code, e.g. +1415.',
			);
		});
	},
});

/** What numbers can do, as the panel names it. */
const FEATURES = [
	{ name: 'iMessage', value: 'imessage' },
	{ name: 'MMS', value: 'mms' },
	{ name: 'SMS', value: 'sms' },
	{ name: 'Text', value: 'text' },
	{ name: 'Voice', value: 'voice' },
	{ name: 'WhatsApp', value: 'whatsapp' },
];

const SUPPORTS = entry<string[]>('filters', {
	field: {
		displayName: 'Supports',
		name: 'supports',
		type: 'multiOptions',
		default: ['sms'],
		description: 'Only numbers that support these features; for others, use an expression',
		options: FEATURES,
	},
	read: (value, displayName) =>
		asEntries(value).flatMap((feature) => asText(feature, displayName) ?? []),
});

const TYPE = oneOf({
	displayName: 'Type',
	name: 'type',
	default: 'text',
	description:
		"Only numbers that the service lists for this type. Adopting takes the first of them, whatever its 'type' says.",
	options: FEATURES.filter(({ value }) => ['imessage', 'text', 'whatsapp'].includes(value)),
});

const FILTERS = [SUPPORTS, TYPE, COUNTRY, CARRIER, NUMBER_STARTS_WITH];

/**
 * Makes the collection of the filters of the pool, every one optional (section 4.5 of docs/service.md).
 * @param kind whether they guard nothing, so that a model may leave them out
 */
function filtersField(kind?: 'harmless'): Parameter<PurchasableFilters> {
	return {
		field: collectionField('filters', 'Filters', 'filter', FILTERS),
		read(_value, _name, read) {
			const given = FILTERS.map((filter: Parameter<unknown>) => [
				filter.field.name,
				read({ ...filter, kind }),
			]);
			return Object.fromEntries(given) as PurchasableFilters;
		},
	};
}

export const FILTERS_FIELD = filtersField();
export const OPTIONAL_FILTERS = filtersField('harmless');
