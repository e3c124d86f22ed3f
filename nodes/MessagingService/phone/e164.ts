import { shown } from '../errors/quote';
import type { PhoneNumberOptions } from './digits';
import { readDigits } from './digits';
import { notationOf } from './notation';
import type { Refusal } from './refusal';

/** A value that cannot be sent as E.164. */
export class PhoneNumberError extends Error {
	/** The value as errors show it: short, in one line. */
	readonly value: string;

	/** @param refusal why it is not read as a number, and what to do next */
	constructor(
		value: unknown,
		readonly refusal: Refusal,
	) {
		super(`"${shown(value)}" ${refusal.reason}`);
		this.name = 'PhoneNumberError';
		this.value = shown(value);
	}
}

/**
 * Returns a phone number in E.164, from any common notation. What begins with a plus or a dialling prefix is read
 * by its country code, whether its range is assigned or not. All else is a number of the default country, or is
 * refused; without one, it is read by the country code that it begins with, in assigned ranges alone.
 * @param value a text, or a whole number: spreadsheets lose the plus and make numbers of phone numbers
 * @throws PhoneNumberError, and nothing else
 */
export function toE164(value: unknown, options: PhoneNumberOptions = {}): string {
	const digits = notationOf(value);
	const reading = 'reason' in digits ? digits : readDigits(digits, options);
	if ('e164' in reading) return reading.e164;
	throw new PhoneNumberError(value, reading);
}
