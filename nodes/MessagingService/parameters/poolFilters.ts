import type { PurchasableFilters } from '../service/client';
import { COUNTRY_NAMES, FEATURE_NAMES } from '../service/numbers';
import { collection, type Parameter, type Read, text } from './parameter';
import { asList, asText, noCountry, unusable } from './values';

/** Refuses a filter whose expression returns nothing: all numbers would fit, and they cost money. */
function refuseNothing({ field: { displayName: name } }: Parameter<unknown>, typed: unknown): void {
	const isNothing = (entry: unknown) => entry === null || entry === undefined;
	if (typed !== null && !asList(typed).some(isNothing)) return;
	throw unusable(typed, name, `Let its expression return a value, or remove '${name}'.`);
}

const CARRIER = text({
	displayName: 'Carrier',
	name: 'carrier',
	type: 'options',
	default: 'SERVICE',
	description: 'Only numbers of this carrier. Service stands for the carrier of your provider.',
	options: [
		{ name: 'ATT', value: 'ATT' },
		{ name: 'Service (Own Carrier)', value: 'SERVICE' },
		{ name: 'TMO', value: 'TMO' },
	],
});

const COUNTRY: Parameter<string | undefined> = {
	field: {
		displayName: 'Country',
		name: 'country',
		type: 'options',
		default: '',
		description: 'Only numbers of this country',
		options: [...COUNTRY_NAMES].map(([value, name]) => ({ name, value })),
	},
	read(value, name) {
		const country = asText(value, name);
		// Numbers of all countries cost money where nobody meant them.
		if (value !== undefined && !country) throw noCountry(name);
		return country;
	},
};

const SUPPORTS: Parameter<string[]> = {
	field: {
		displayName: 'Supports',
		name: 'supports',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Feature' },
		default: [],
		placeholder: 'e.g. sms',
		description:
			'Only numbers that support these features, one per entry, as your provider names them, such as sms',
	},
	read: (value, name) => asList(value).flatMap((entry) => asText(entry, name) ?? []),
};

const TYPE = text({
	displayName: 'Requested Type',
	name: 'type',
	type: 'options',
	default: 'text',
	description:
		"Type that the request asks for. The service may return records of another type: look at 'type' and 'pool' of a number before you adopt it.",
	options: ['imessage', 'text', 'whatsapp'].map((value) => ({
		name: FEATURE_NAMES.get(value) ?? value,
		value,
	})),
});

/** The filters of the pool, every one optional (section 4.5). */
export const FILTERS = collection(
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
	},
	[CARRIER, COUNTRY, TYPE, SUPPORTS],
);

/** Reads the filters of the pool (section 4.5). @throws InputError */
export function readFilters(read: Read): PurchasableFilters {
	const filters = read(FILTERS);
	for (const filter of [SUPPORTS, TYPE, CARRIER]) refuseNothing(filter, filters.typed(filter));
	return {
		supports: filters(SUPPORTS),
		type: filters(TYPE),
		country: filters(COUNTRY),
		carrier: filters(CARRIER),
	};
}
