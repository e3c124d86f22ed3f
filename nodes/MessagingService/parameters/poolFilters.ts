import { isObject } from '../object';
import { plainDigits } from '../phone';
import type { PurchasableFilters } from '../service/client';
import { COUNTRY_NAMES, FEATURE_NAMES } from '../service/numbers';
import { collection, isExpression, type Parameter, type Read, text } from './parameter';
import { asList, asText, isBlank, noCountry, SEPARATORS, unusable } from './values';

const CARRIER = text({
	displayName: 'Carrier',
	name: 'carrier',
	type: 'options',
	default: 'SERVICE',
	description: "Only numbers of this carrier. 'Service' is the service's own carrier.",
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
		// Without a country, a number of any country could be bought.
		if (value !== undefined && !country) throw noCountry(name);
		return country;
	},
};

/** The first digits of the numbers that fit, in order; undefined for a filter that was not added, or left empty. */
const NUMBER_STARTS_WITH: Parameter<string[] | undefined> = {
	field: {
		displayName: 'Number Starts With',
		name: 'numberStartsWith',
		type: 'string',
		default: '',
		placeholder: 'e.g. +1415, +1628',
		description:
			'Only numbers that begin with these digits: country code and area code. Separate several with commas.',
	},
	read(value, name) {
		if (value === undefined || value === '') return undefined;

		const texts = asList(value).map((entry) => asText(entry, name) ?? '');
		const entries = texts.flatMap((text) => text.split(SEPARATORS));
		const given = entries.filter((entry) => !isBlank(entry));
		if (given.length === 0) throw withoutDigits(value, name);

		const beginnings = given.map((entry) => firstDigits(entry, name));
		return [...new Set(beginnings)].sort();
	},
};

/** Returns the digits that a text stands for: "+1 (415)" for 1415. @throws InputError where there are none, or letters */
function firstDigits(text: string, name: string): string {
	const digits = plainDigits(text).replace(/\D/g, '');
	if (digits === '' || /\p{L}/u.test(text)) throw withoutDigits(text, name);
	return digits;
}

const withoutDigits = (value: unknown, name: string) =>
	unusable(
		value,
		name,
		'Use the first digits of the numbers, beginning with the country code, e.g. +1415. Separate several with commas.',
	);

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
		"Type that the request asks for. The service may return numbers of another type, too: 'type' and 'pool' of each say which, and Adopt First Available takes any.",
	options: ['imessage', 'text', 'whatsapp'].map((value) => ({
		name: FEATURE_NAMES.get(value) ?? value,
		value,
	})),
});

/** The filters of the pool, every one optional (section 4.5 of docs/service.md). */
export const FILTERS = collection(
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
	},
	[CARRIER, COUNTRY, NUMBER_STARTS_WITH, TYPE, SUPPORTS],
);

/** Reads the filters of the pool. @throws InputError */
export function readFilters(read: Read): PurchasableFilters {
	const filters = read(FILTERS);
	for (const filter of [SUPPORTS, TYPE, CARRIER, NUMBER_STARTS_WITH]) refuseNothing(filter, read);

	return {
		supports: filters(SUPPORTS),
		type: filters(TYPE),
		country: filters(COUNTRY),
		carrier: filters(CARRIER),
		numberStartsWith: filters(NUMBER_STARTS_WITH),
	};
}

/** Refuses a filter whose expression returns nothing: without it, numbers of any kind could be bought. @throws InputError */
function refuseNothing(filter: Parameter<unknown>, read: Read): void {
	const { displayName, name } = filter.field;
	const value = read(FILTERS).raw(filter);
	if (value === undefined) return;

	const raw = rawFilter(read.raw(FILTERS), name);
	const isNothing = (entry: unknown, index: number) => {
		const rawEntry: unknown = Array.isArray(raw) ? raw[index] : raw;
		if (entry === null || entry === undefined) return true;
		return (
			isExpression(rawEntry) &&
			(isBlank(entry) || (isListOfExpressions(rawEntry) && hasEmptyPart(entry)))
		);
	};

	const entries: unknown[] = Array.isArray(value) ? value : [value];
	if (!entries.some(isNothing)) return;
	throw unusable(
		value,
		displayName,
		`Let its expression return a value, or remove '${displayName}'.`,
	);
}

/** Tells whether separators stand beside the expressions of a text, as in `={{ $json.area }},+44`. */
function isListOfExpressions(raw: unknown): boolean {
	return typeof raw === 'string' && SEPARATORS.test(raw.replace(/\{\{[^]*?\}\}/g, ''));
}

/** Tells whether nothing stands between two separators of a text. */
function hasEmptyPart(entry: unknown): boolean {
	return typeof entry === 'string' && entry.split(SEPARATORS).some(isBlank);
}

/** Returns the user's own text for one filter; for filters that are all one expression, that expression. */
function rawFilter(raw: unknown, name: string): unknown {
	return isObject(raw) ? raw[name] : raw;
}
