import { InputError } from '../errors/inputError';
import { quoteValue } from '../errors/quote';
import { type CountryCode, isCountry, plainDigits } from '../phone';

/** Returns the error for a value that a field cannot hold, and what to do next. */
export function unusable(displayName: string, value: unknown, description: string): InputError {
	return new InputError(`'${displayName}' cannot be "${quoteValue(value)}"`, description);
}

/** Returns a value as text, undefined when it is empty. @throws InputError */
export function asText(displayName: string, value: unknown): string | undefined {
	if (typeof value === 'string') return value === '' ? undefined : value;
	if (value === null || value === undefined) return undefined;
	// Never in exponent notation.
	if (Number.isInteger(value)) return BigInt(value as number).toString();
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	throw unusable(
		displayName,
		value,
		'Use a text. If an expression returns an object or a list, pick one of its values, e.g. {{ $json.phone }}.',
	);
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
export function asCountry(displayName: string, code: string): CountryCode {
	if (isCountry(code)) return code;
	throw unusable(
		displayName,
		code,
		'Choose it from the list, or enter its two letters (ISO 3166-1), e.g. US or GB.',
	);
}

/** Returns the error for a choice of a country that was added and not made. */
export function noCountry(displayName: string): InputError {
	return new InputError(
		`'${displayName}' has no country`,
		`Choose a country, or remove '${displayName}'.`,
	);
}

/** Returns the entries of a value that may be a list, one entry, or nothing. */
export function asList(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	return value === undefined || value === null || value === '' ? [] : [value];
}
