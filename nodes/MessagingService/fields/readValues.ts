import { InputError, quoteValue } from '../errors';

/** Returns the error for a value that a field cannot hold. @param nextStep says what to do */
export const invalidValueError = (value: unknown, displayName: string, nextStep: string) =>
	new InputError(`'${displayName}' cannot be "${quoteValue(value)}"`, nextStep);

/**
 * Finds what no text is sent with: control characters other than tab and line break, marks that turn the direction of
 * letters (a person would read them in another order than the one in which they are used), and half an emoji, where a
 * text was cut.
 */
const NOT_SENT = /(?![\t\n\r])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a text as people may read it. */
export const readable = (text: string) => text.replace(NOT_SENT, '');

/**
 * Returns a value as a text, with all of its characters; undefined where nothing of it can be seen.
 * @throws InputError for an object
 */
export function asGiven(value: unknown, { displayName }: { displayName: string }) {
	if (isBlank(value)) return undefined;
	// String() writes large numbers with an exponent.
	if (Number.isInteger(value)) return String(BigInt(value as number));
	if (/^(?:string|boolean)$/.test(typeof value) || Number.isFinite(value)) return String(value);

	throw invalidValueError(
		value,
		displayName,
		'Use a text. If an expression returns an object, pick one of its values, e.g. {{ $json.phone }}.',
	);
}

/** Returns a value as a text that people may read. @throws InputError as `asGiven` does */
export function asText(value: unknown, place: { displayName: string }) {
	const given = asGiven(value, place);
	return given && readable(given);
}

/** A character that is seen: no space, no control character, no other that is shown as nothing. */
const SEEN = /[^\s\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** True where there is no value: nothing, or a text without anything to be seen. */
export const isBlank = (value: unknown) =>
	typeof value === 'string' ? !SEEN.test(value) : value === undefined || value === null;

/** Returns the error for a value that is no country. */
export const notACountryError = (code: unknown, displayName: string) =>
	invalidValueError(
		code,
		displayName,
		'Choose the country from the list, or enter its two-letter code (ISO 3166-1), e.g. US or GB.',
	);

/** Returns what an array or a Set holds; undefined for all else. */
export const listIn = (value: unknown): unknown[] | undefined =>
	Array.isArray(value) || value instanceof Set ? [...value] : undefined;

/** Returns the values of a list, and of lists in it; of all else, the value itself. */
export const valuesIn = (value: unknown): unknown[] => (listIn(value) ?? [value]).flat();

/** Returns the entries of a list, of lists in it, or of a text with separators; blank ones are left out. */
export const asEntries = (value: unknown) =>
	valuesIn(value)
		.flatMap((entry) => (typeof entry === 'string' ? entry.split(/[,;\r\n]/) : [entry]))
		.filter((entry) => !isBlank(entry));
