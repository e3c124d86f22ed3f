import type { CountryCode } from 'libphonenumber-js/core';

import { readBareDigits, readPrinted } from './bareDigits';
import { readDialled } from './dialled';
import { readInternational } from './international';
import { readNational } from './national';
import { numberText } from './notation';
import { ambiguous, type PhoneProblem, PROBLEMS } from './problem';
import { isNumber, type Reading } from './reading';
import { readAlone } from './several';
import { type Written, writtenAs } from './written';

/** How a number without a plus is read. */
export interface PhoneNumberOptions {
	/** The country whose phones would dial them, with or without its own country code. */
	defaultCountry?: CountryCode;
	/** Whether digits begin with a country code, as the service prints numbers (section 2.1 of docs/service.md). */
	digitsHaveCountryCode?: boolean;
}

/** The rest that a spreadsheet leaves of a long number: at most six digits before zeros. */
const ROUNDED = /^(?=\d{11})[1-9]\d{0,5}0+$/;

/**
 * Returns a phone number in E.164, from any common notation, or why it is refused. A number with a plus or a dialling
 * prefix is read by its country code, also where its range is newer than the numbering plans. Any other number is read as
 * a phone of the default country would dial it; without one, by the country code that it begins with. A plan must have it.
 * @param value a text, or a whole number: spreadsheets make numbers of phone numbers
 */
export function toE164(value: unknown, options: PhoneNumberOptions = {}): string | PhoneProblem {
	const text = numberText(value);
	if (typeof text !== 'string') return text;
	if (ROUNDED.test(text) && !options.digitsHaveCountryCode) return PROBLEMS.rounded;

	const reading = readText(text, options);
	if (!isNumber(reading)) return reading;

	const atHome = hasPlusBehind(value) ? readText(text.slice(1), options) : undefined;
	return atHome && isNumber(atHome) && atHome.number !== reading.number
		? ambiguous([reading.number, atHome.number])
		: reading.number;
}

/** Tells whether the plus of a text stands behind its digits, as in text that is written from right to left. */
function hasPlusBehind(value: unknown): boolean {
	return typeof value === 'string' && /\+\s*$/.test(value.replace(/\p{Cf}/gu, ''));
}

/** Reads a text by its plus, else by its dialling prefix, else as digits without either. */
function readText(text: string, options: PhoneNumberOptions): Reading {
	if (text.startsWith('+')) return readAlone(writtenAs(text), readInternational);

	const dialled = readDialled(text, options.defaultCountry);
	return dialled ?? readAlone(writtenAs(text), (written) => readWithoutPrefix(written, options));
}

function readWithoutPrefix(written: Written, options: PhoneNumberOptions): Reading {
	const { defaultCountry, digitsHaveCountryCode } = options;
	if (digitsHaveCountryCode) return readPrinted(written, defaultCountry);
	return defaultCountry ? readNational(written, defaultCountry) : readBareDigits(written);
}
