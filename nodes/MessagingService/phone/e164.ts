import type { CountryCode } from 'libphonenumber-js/core';

import { shown } from '../errors/quote';
import { placeOf } from './countries';
import { readDigits } from './digits';
import { notationOf } from './notation';
import type { Reading } from './plans';
import { callingCodeOf, Rank, read } from './plans';
import type { Refusal } from './refusal';
import { ambiguous, UNREADABLE } from './refusal';

/** A value that cannot be sent as E.164. */
export class PhoneNumberError extends Error {
	/** The value as errors show it: short, in one line. */
	readonly value: string;

	/** What is wrong with it, to follow "it": "has no country code". */
	readonly reason: string;

	/** @param refusal why it is not read as a number */
	constructor(
		value: unknown,
		private readonly refusal: Refusal,
	) {
		super(`"${shown(value)}" ${refusal.reason}`);
		this.name = 'PhoneNumberError';
		this.value = shown(value);
		this.reason = refusal.reason;
	}

	/** How to get on, where there is no Default Country to set. */
	get wayOut(): string {
		return `${this.refusal.remedy}.`;
	}

	/** How to get on, where the option Default Country is at hand. */
	get wayOutByCountry(): string {
		const { remedy, defaultCountry } = this.refusal;
		if (!defaultCountry) return this.wayOut;
		return `${remedy}, or ${defaultCountry === 'set' ? 'set Default Country in the options' : 'change Default Country'}.`;
	}
}

/** How a number without a plus is read. */
export interface PhoneNumberOptions {
	/** The country by which numbers without a country code are read. */
	defaultCountry?: CountryCode;
	/** Whether digits without a plus begin with the country code, as the service prints numbers (section 2.1). */
	digitsHaveCountryCode?: boolean;
}

/**
 * Gives a phone number in E.164, from any common notation.
 * With a plus, only what cannot be E.164 is refused: other characters, an impossible length, an unknown
 * country code; a range that is not assigned to anyone is not. Digits without a plus are refused as well
 * where they could be two people's numbers.
 * @param value a text, or a whole number: spreadsheets lose the plus and make numbers of phone numbers
 * @throws PhoneNumberError, and nothing else
 */
export function toE164(value: unknown, options: PhoneNumberOptions = {}): string {
	const { defaultCountry: country, digitsHaveCountryCode: haveCountryCode = false } = options;
	const reading = readValue(value, { country, haveCountryCode });
	if ('e164' in reading) return reading.e164;
	throw new PhoneNumberError(value, reading);
}

function readValue(
	value: unknown,
	options: { country?: CountryCode; haveCountryCode: boolean },
): Reading | Refusal {
	const notation = notationOf(value);
	if ('reason' in notation) return notation;
	if ('digits' in notation) return readDigits(notation, options);
	const { international, withoutZero } = notation;
	if (withoutZero !== undefined) return readWithZero(international, withoutZero);
	return read(international) ?? impossible(international);
}

/** A (0) behind the country code is not dialled from abroad; but in Italy the 0 is part of the number. */
function readWithZero(withZero: string, withoutZero: string): Reading | Refusal {
	const [first, second] = [read(withZero), read(withoutZero)];
	if (!first || !second || first.e164 === second.e164) {
		return second ?? first ?? impossible(withoutZero);
	}
	const valid = [first, second].filter(({ rank }) => rank > Rank.Possible);
	if (valid.length === 1) return valid[0];
	return ambiguous([first, second].map((reading) => `${reading.e164} (${placeOf(reading)})`));
}

function impossible(text: string): Refusal {
	const code = callingCodeOf(text);
	if (code === undefined) return UNREADABLE;
	return {
		reason: `is too short or too long for a number with the country code +${code}`,
		remedy: 'Check the number for missing or doubled digits',
	};
}
