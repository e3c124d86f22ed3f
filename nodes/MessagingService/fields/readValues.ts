import { InputError, quoteValue } from '../errors';

/** Returns the error for a value that a field cannot hold, and what to do next. */
export function unusable(value: unknown, displayName: string, description: string): InputError {
	return new InputError(`'${displayName}' cannot be "${quoteValue(value)}"`, description);
}

/** Returns a value as text, undefined when it is empty. Half an emoji, where a text was cut, goes. @throws InputError */
export function asText(value: unknown, displayName: string): string | undefined {
	if (typeof value === 'string') return value.replace(/\p{Cs}/gu, '') || undefined;
	if (value === null || value === undefined) return undefined;
	// String() writes large numbers with an exponent.
	if (Number.isInteger(value)) return String(BigInt(value as number));
	if (typeof value === 'boolean' || Number.isFinite(value)) return String(value);

	throw unusable(
		value,
		displayName,
		'Use a text. If an expression returns an object or a list, pick one of its values, e.g. {{ $json.phone }}.',
	);
}

/** A character that is seen: no space, no control character, no other that is shown as nothing. */
const SEEN = /[^\s\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** True where there is no value: nothing, or a text without anything to be seen. */
export function isBlank(value: unknown): boolean {
	if (typeof value === 'string') return !SEEN.test(value);
	return value === undefined || value === null;
}

/** Returns the error for a value that is no country. */
export function notACountry(code: unknown, displayName: string): InputError {
	return unusable(
		code,
		displayName,
		'Choose it from the list, or enter its two letters (ISO 3166-1), e.g. US or GB.',
	);
}

/** Separates the numbers of a text. */
const SEPARATORS = /[,;\r\n]/;

/** Returns what an array or a Set holds; undefined for all else. */
export function listIn(value: unknown): unknown[] | undefined {
	const isSet = Object.prototype.toString.call(value) === '[object Set]';
	return Array.isArray(value) || isSet ? [...(value as Iterable<unknown>)] : undefined;
}

/** Returns the entries of a list, or of a text with separators; blank ones are left out. */
export function asEntries(value: unknown): unknown[] {
	return (listIn(value) ?? [value])
		.flatMap((entry) => (typeof entry === 'string' ? entry.split(SEPARATORS) : [entry]))
		.filter((entry) => !isBlank(entry));
}
