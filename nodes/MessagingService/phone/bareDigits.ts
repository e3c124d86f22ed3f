import type { CountryCode, PhoneNumber } from 'libphonenumber-js/core';

import { readNational } from './national';
import { isPlanned, readDigits, readWithPlus } from './plans';
import { ambiguous, type PhoneProblem, PROBLEMS } from './problem';
import { choose, isNumber, type Reading, show } from './reading';
import type { Written } from './written';

/** Numbers that North Americans write without their country code, 1. */
const TEN_DIGITS = /^[2-9]\d{9}$/;

/** Reads digits without a plus by their country code: a plan must have the number, and no other may be meant. */
export function readBareDigits({ text, spellings }: Written): Reading {
	const number = choose(readWithPlus(spellings));
	if (number && !isNumber(number)) return number;

	const [digits] = spellings;
	if (!isPlanned(number)) return withoutCode(digits);

	const american = asAmerican(digits);
	if (american) return couldBe(number, american);
	// 131 2345 6789 is not +1 312 345 6789: its first group is no country code.
	const [firstGroup] = text.split(/\D/, 1);
	const isCode = firstGroup.length === number.countryCallingCode.length;
	if (firstGroup !== text && !isCode) return couldBe(number, 'a number without country code');
	return number;
}

/**
 * Reads digits as the service prints its numbers (section 2.1 of docs/service.md), with their country code, also in a
 * range that is newer than the plans. What has none is read by the default country.
 */
export function readPrinted(written: Written, defaultCountry?: CountryCode): Reading {
	const number = choose(readWithPlus(written.spellings));
	if (number && !isNumber(number)) return number;

	const [digits] = written.spellings;
	const american = asAmerican(digits);
	if (number && !american) return number;
	if (american && isPlanned(number)) {
		return { ...couldBe(number, american), needsCountry: !defaultCountry };
	}
	return defaultCountry ? readNational(written, defaultCountry) : withoutCode(digits);
}

/** Returns the North American number, as errors name it, that ten digits are without their country code. */
function asAmerican(digits: string): string | undefined {
	if (!TEN_DIGITS.test(digits)) return undefined;

	const number = readDigits(`+1${digits}`);
	return number?.isValid() ? `${number.number} (area code ${digits.slice(0, 3)})` : undefined;
}

function couldBe(number: PhoneNumber, other: string): PhoneProblem {
	return { ...ambiguous([show(number), other]), needsCountry: true };
}

function withoutCode(digits: string): PhoneProblem {
	return /^\d{7,15}$/.test(digits) ? PROBLEMS.noCountryCode : PROBLEMS.impossible;
}
