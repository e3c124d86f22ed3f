import type { PhoneNumber } from 'libphonenumber-js/core';

import { isMobile, isPlanned } from './plans';
import { PROBLEMS } from './problem';
import { isNumber, type Reader, type Reading } from './reading';
import { onlyDigits, type Written, writtenAs } from './written';

/** Where a second number or an extension may begin: behind seven digits, a space also before seven. */
const CUTS = /(?<=(?:\d\D*){7})(?:[/([]| (?=(?:\D*\d){7}))/g;

/** Finds a possible extension of a mobile number: up to two digits behind a dash, up to five where it has a space. */
const DASHED = / ?-\d{1,2}$| -\d{1,5}$| ?- \d{1,5}$/g;

/** Fewer digits than these are a part of a number. */
const LEAST_DIGITS = 7;

/** Reads a text as one number, and refuses it where it holds more. */
export function readAlone(written: Written, read: Reader): Reading {
	const whole = read(written);
	return holdsMore(written, whole, read) ? PROBLEMS.several : whole;
}

/**
 * Tells whether a text holds more than one number, or an extension: it does where a number ends before the text does.
 * @param whole what the text is read as
 */
function holdsMore({ text }: Written, whole: Reading, read: Reader): boolean {
	if (endsInExtension(text)) return true;

	const numbersBefore = (places: RegExp) =>
		[...text.matchAll(places)]
			.map(({ index }) => read(writtenAs(text.slice(0, index))))
			.filter(isNumber);
	if (numbersBefore(DASHED).some(isMobile)) return true;

	const parts = numbersBefore(CUTS).filter((part) => !takesCodeForArea(part, whole));
	if (parts.some(isPlanned)) return true;

	if (isNumber(whole)) return false;
	const lengths = lengthsOfParts(text);
	const areLong = lengths.filter((length) => length >= LEAST_DIGITS).length > 1;
	return areLong || (whole === PROBLEMS.noCountryCode && text.search(CUTS) !== -1);
}

/** Tells the 4901512 of 49 01512 3456789 from a number of its own: it would be a landline there, in the area 4901. */
function takesCodeForArea(part: PhoneNumber, whole: Reading): boolean {
	if (!isNumber(whole) || whole.number.startsWith(part.number)) return false;

	const beginsWithCode = part.nationalNumber.startsWith(whole.countryCallingCode);
	return beginsWithCode && !isMobile(part);
}

/** Tells 030 1234567/68 from +1/202/555/0123. */
function endsInExtension(text: string): boolean {
	const lengths = lengthsOfParts(text);
	if (lengths.length < 2) return false;

	const [before, last] = lengths.slice(-2);
	return before >= 5 && last <= 3;
}

/** Returns the number of digits before, between and behind the slashes of a text. */
function lengthsOfParts(text: string): number[] {
	return text.split('/').map((part) => onlyDigits(part).length);
}
