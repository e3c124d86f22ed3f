/** Why a value is not read as a number. */
export interface Refusal {
	/** What is wrong with it, to follow "it": "has no country code". */
	reason: string;
	/** How to get on, a sentence without its full stop; none of it speaks of options. */
	remedy: string;
	/** What to do with Default Country instead, where there is such an option and it would help. */
	defaultCountry?: 'set' | 'change';
}

export const WRITE_WITH_PLUS = 'Write the number with + and country code, e.g. +12025550123';

export const UNREADABLE: Refusal = {
	reason: 'has characters or a country code that no phone number has',
	remedy: WRITE_WITH_PLUS,
	defaultCountry: 'set',
};

export const HAS_EXTENSION: Refusal = {
	reason: 'has an extension, which cannot be reached by message',
	remedy: 'Leave the extension out',
};

/** @param readings what the value could be, each with whose number that is, e.g. "+6592801168 (Singapore)" */
export function ambiguous(readings: string[]): Refusal {
	return {
		reason: `could be ${readings.join(' or ')}`,
		remedy: 'Write the number with + and its country code',
	};
}
