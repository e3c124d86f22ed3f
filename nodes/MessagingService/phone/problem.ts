/** Why a value is not read as a phone number. */
export interface PhoneProblem {
	/** Says what is wrong, to follow "it": "has no country code". */
	reason: string;
	/** Says what to do next, without a full stop at its end. */
	nextStep: string;
	/** Whether a Default Country would help; there is none yet. */
	needsCountry?: boolean;
}

const WRITE_WITH_PLUS = 'Write the number with + and country code, e.g. +12025550123';

export const CHECK_DIGITS = 'Check the number for missing or doubled digits';

const KEEP_AS_TEXT =
	'Format the column as text in the spreadsheet, and enter the number again with + and country code';

const problem = (reason: string, nextStep = WRITE_WITH_PLUS) => ({ reason, nextStep });

export const PROBLEMS = {
	characters: problem('contains invalid characters'),
	cutOff: problem('is cut off'),
	date: problem('looks like a date'),
	decimal: problem('has a decimal fraction', KEEP_AS_TEXT),
	email: problem('is an e-mail address, and only Message → Send over iMessage accepts one'),
	empty: problem('is empty'),
	extension: problem('has an extension, which no message reaches', 'Leave the extension out'),
	impossible: problem('has too few or too many digits, or no known country code', CHECK_DIGITS),
	noCountryCode: { ...problem('has no country code'), needsCountry: true },
	rounded: problem('ends in many zeros: a spreadsheet has probably rounded it', KEEP_AS_TEXT),
	scientific: problem('is in scientific notation, so its last digits are lost', KEEP_AS_TEXT),
	several: problem(
		'contains more than one number, or an extension',
		'Put each number into an item, or a line, of its own',
	),
	tooLong: problem('is too long'),
	type: problem('is neither text nor a whole number'),
} satisfies Record<string, PhoneProblem>;

/** Returns the problem of a value that could be several numbers, e.g. "+6592801168 (Singapore)". */
export function ambiguous(readings: string[]): PhoneProblem {
	return problem(`could be ${readings.join(' or ')}`);
}
