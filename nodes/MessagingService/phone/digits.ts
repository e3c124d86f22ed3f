import type { CountryCode } from 'libphonenumber-js/core';

import { placeOf } from './countries';
import type { Notation } from './notation';
import type { Reading } from './plans';
import { callingCode, callingCodeOf, Rank, read } from './plans';
import type { Refusal } from './refusal';
import { ambiguous, WRITE_WITH_PLUS } from './refusal';

type Digits = Extract<Notation, { digits: string }>;

/** How digits without a plus are read. */
export interface DigitsOptions {
	/** The country by which they are read. */
	country?: CountryCode;
	/** Whether they begin with a country code, as the service prints numbers (section 2.1). */
	haveCountryCode: boolean;
}

/** What North Americans write without their country code, 1. */
const TEN_DIGITS = /^[2-9]\d{9}$/;

/** Digits of the longest landline numbers that are given out; plans allow for more, to dial through. */
const LONGEST_LANDLINE = 11;

/** Fewer digits are no number with its country code, unless a range says so: 15551234567 has eleven. */
const FEWEST_WITH_CODE = 11;

/**
 * Reads digits without a plus. A valid number of the default country is what they are, else a valid number with
 * its country code, else what is possible. Where both are valid, only a mobile number is taken for what is meant:
 * a wrong number is worse than none.
 */
export function readDigits(value: Digits, { country, haveCountryCode }: DigitsOptions) {
	const international = readInternational(value, country);
	return country
		? readByCountry(value, international, country, haveCountryCode)
		: readWithoutCountry(value, international, haveCountryCode);
}

/** The digits with their country code, also behind the 00 that most countries dial before it. */
function readInternational(
	{ digits, startsWithArea }: Digits,
	country?: CountryCode,
): Reading | undefined {
	const withCode = digits.replace(/^00/, '');
	const reading = read(`+${withCode}`);
	if (!reading || (country && reading.callingCode === callingCode(country))) return reading;
	if (startsWithArea) return undefined;
	// A zero behind the country code was dropped: a mobile number has certainly been meant then.
	const isWhole = reading.e164 === `+${withCode}`;
	return isWhole || reading.rank === Rank.Mobile ? reading : undefined;
}

function readWithoutCountry(
	{ digits }: Digits,
	international: Reading | undefined,
	haveCountryCode: boolean,
): Reading | Refusal {
	const american = readAmerican(digits);
	if (american && isValid(international)) {
		return {
			...ambiguous([show(international), `${american.e164} (area code ${digits.slice(0, 3)})`]),
			defaultCountry: 'set',
		};
	}
	if (isValid(international)) return international;
	if (isLikely(international, digits, haveCountryCode) && !american) return international;
	return { reason: 'has no country code', remedy: WRITE_WITH_PLUS, defaultCountry: 'set' };
}

function readByCountry(
	{ digits, isNumber }: Digits,
	international: Reading | undefined,
	country: CountryCode,
	haveCountryCode: boolean,
): Reading | Refusal {
	const national = read(digits, country);
	if (isValid(national) && isValid(international) && national.e164 !== international.e164) {
		return choose(national, international, { digits, country, haveCountryCode });
	}
	// The numbers of some countries begin with 0, e.g. Italian landlines: a spreadsheet dropped it.
	const restored = isNumber ? read(`0${digits}`, country) : undefined;
	const withZero = restored?.national === `0${digits}` && isValid(restored) ? restored : undefined;
	const valid = [national, international].find(isValid);
	if (valid && withZero && withZero.rank >= valid.rank) {
		return ambiguous([show(valid), show(withZero)]);
	}
	const likely = isLikely(international, digits, haveCountryCode) ? international : undefined;
	const possible = haveCountryCode ? (likely ?? national) : (national ?? likely);
	return (
		valid ??
		withZero ??
		possible ?? {
			reason: `is too short or too long for a number with the country code +${callingCodeOf(digits, country)}`,
			remedy:
				'Check the number for missing or doubled digits, or write it with + and its own country code',
			defaultCountry: 'change',
		}
	);
}

function isLikely(
	international: Reading | undefined,
	digits: string,
	haveCountryCode: boolean,
): international is Reading {
	return international !== undefined && (haveCountryCode || digits.length >= FEWEST_WITH_CODE);
}

/** Two valid numbers that digits may be: by the default country, and with their country code. */
function choose(
	national: Reading,
	international: Reading,
	{ digits, country, haveCountryCode }: { digits: string } & Required<DigitsOptions>,
): Reading | Refusal {
	const both = ambiguous([show(national), show(international)]);
	// Countries dial abroad in their own way, some by 00 and digits of a carrier.
	if (digits.startsWith('00')) return both;
	if (haveCountryCode) return readAmerican(digits) ? both : international;
	if (national.rank === Rank.Mobile) return national;
	const isOwn = international.callingCode === callingCode(country);
	const isLong = national.national.length > LONGEST_LANDLINE;
	return international.rank === Rank.Mobile && (isOwn || isLong) ? international : both;
}

function readAmerican(digits: string): Reading | undefined {
	const reading = TEN_DIGITS.test(digits) ? read(`+1${digits}`) : undefined;
	return isValid(reading) ? reading : undefined;
}

function isValid(reading: Reading | undefined): reading is Reading {
	return reading !== undefined && reading.rank > Rank.Possible;
}

function show(reading: Reading): string {
	return `${reading.e164} (${placeOf(reading)})`;
}
