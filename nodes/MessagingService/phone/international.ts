import { parse, readWithPlus } from './plans';
import { CHECK_DIGITS, type PhoneProblem, PROBLEMS } from './problem';
import { choose, type Reading } from './reading';
import type { Written } from './written';

/** Reads digits by the country code that they begin with. Their range may be newer than the numbering plans. */
export function readInternational({ spellings }: Written): Reading {
	return choose(readWithPlus(spellings)) ?? impossible(spellings[0]);
}

/** Says why digits with a country code are no number. */
function impossible(digits: string): PhoneProblem {
	const code = parse(`+${digits}`)?.countryCallingCode;
	if (code === undefined) return PROBLEMS.impossible;

	const reason = `is too short or too long for a number with the country code +${code}`;
	return { reason, nextStep: CHECK_DIGITS };
}
