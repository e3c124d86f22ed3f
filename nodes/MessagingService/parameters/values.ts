import { InputError } from '../errors/inputError';
import { quoteValue } from '../errors/quote';
import { isObject } from '../object';
import { type CountryCode, isCountry, plainDigits } from '../phone';

/** Returns the error for a value that a field cannot hold, and what to do next. */
export function unusable(value: unknown, name: string, description: string): InputError {
	return new InputError(`'${name}' cannot be "${quoteValue(value)}"`, description);
}

/** Returns a value as text, undefined when it is empty. @throws InputError */
export function asText(value: unknown, name: string): string | undefined {
	if (typeof value === 'string') return value === '' ? undefined : value;
	if (value === null || value === undefined) return undefined;
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	// String() writes large numbers with an exponent.
	if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value).toString();
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);

	throw unusable(
		value,
		name,
		'Use a text. If an expression returns an object or a list, pick one of its values, e.g. {{ $json.phone }}.',
	);
}

/** Tells whether there is no value: nothing, or a text of nothing but spaces. */
export function isBlank(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() === '';
	return value === undefined || value === null;
}

/** Returns a text without spaces and invisible marks, and its digits as 0 to 9. */
export function asCode(text: string): string {
	return plainDigits(text.replace(/[\s\p{Cf}]+/gu, ''));
}

/** Returns a value as number, NaN for all else: an expression may return a number as text. */
export function asNumber(value: unknown): number {
	const isNumber = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
	return isNumber ? Number(value) : NaN;
}

/** Returns a code of ISO 3166-1 alpha-2, in capitals, as a country. @throws InputError for all else */
export function asCountry(code: string, name: string): CountryCode {
	if (isCountry(code)) return code;
	throw unusable(
		code,
		name,
		'Choose it from the list, or enter its two letters (ISO 3166-1), e.g. US or GB.',
	);
}

/** Returns the error for an option that should name a country and names none. */
export function noCountry(name: string): InputError {
	return new InputError(`'${name}' has no country`, `Choose a country, or remove '${name}'.`);
}

/** Separates the numbers of a text. */
export const SEPARATORS = /[,;\r\n]/;

/** Returns the entries of a value that may be a list, such as an array or a set, one entry, or nothing. */
export function asList(value: unknown): unknown[] {
	if (value === undefined || value === null || value === '') return [];
	return isList(value) ? [...value] : [value];
}

/**
 * Tells whether a value has entries. A text is one value, though its characters can be listed too; an iterator is one
 * value, since it may have given its entries to somebody else.
 */
function isList(value: unknown): value is Iterable<unknown> {
	return isObject(value) && Symbol.iterator in value && !('next' in value);
}
