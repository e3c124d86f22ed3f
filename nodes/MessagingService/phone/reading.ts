import type { PhoneNumber } from 'libphonenumber-js/core';

import { placeOf } from './countries';
import { isPlanned } from './plans';
import { ambiguous, type PhoneProblem } from './problem';
import type { Written } from './written';

/** A number as it is read, or why it is refused. */
export type Reading = PhoneNumber | PhoneProblem;

/** One way to read numbers, e.g. as a phone of Germany would dial them. */
export type Reader = (written: Written) => Reading;

/** Tells whether a reading is a number, and no problem. */
export function isNumber(reading: Reading): reading is PhoneNumber {
	return 'number' in reading;
}

/**
 * Returns the one number that is meant, or the problem of several; undefined where there is none. Numbers that a plan has
 * are meant rather than the others.
 */
export function choose(numbers: Array<PhoneNumber | undefined>): Reading | undefined {
	const different = uniqueByNumber(numbers);
	if (different.length < 2) return different.at(0);

	const planned = different.filter(isPlanned);
	const [meant, ...others] = planned.length > 0 ? planned : different;
	return others.length > 0 ? ambiguous([meant, ...others].map(show)) : meant;
}

/** Returns each number once; of equal ones the last. */
function uniqueByNumber(numbers: Array<PhoneNumber | undefined>): PhoneNumber[] {
	const read = numbers.filter((number) => number !== undefined);
	return [...new Map(read.map((number) => [number.number, number])).values()];
}

/** Returns a number and its country, as errors name it. */
export function show(number: PhoneNumber): string {
	return `${number.number} (${placeOf(number)})`;
}
