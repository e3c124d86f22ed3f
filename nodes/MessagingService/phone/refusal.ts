/** Why a value is not read as a number. */
export interface Refusal {
	/** What is wrong with it, to follow "it": "has no country code". */
	reason: string;
	/** What to do next, without the full stop at its end. */
	remedy: string;
	/** Whether a Default Country would help; there is none yet. */
	needsCountry?: boolean;
	/** What Message → Send may pass on: one national number, or an e-mail address. */
	typed?: string;
}

const WRITE_WITH_PLUS = 'Write the number with + and country code, e.g. +12025550123';

export const CHECK_DIGITS = 'Check the number for missing or doubled digits';

const KEEP_AS_TEXT =
	'Format the column as text in the spreadsheet, and enter the number again with + and country code';

const refusal = (reason: string, remedy = WRITE_WITH_PLUS): Refusal => ({ reason, remedy });

/** What a value is instead of a phone number. */
export const REFUSALS = {
	characters: refusal('contains invalid characters'),
	cutOff: refusal('is cut off'),
	date: refusal('looks like a date'),
	decimal: refusal('has a decimal fraction', KEEP_AS_TEXT),
	email: refusal('is an e-mail address, and only Message → Send over iMessage accepts one'),
	empty: refusal('is empty'),
	extension: refusal(
		'has an extension, and messages cannot reach extensions',
		'Leave the extension out',
	),
	impossible: refusal('has too few or too many digits, or no known country code', CHECK_DIGITS),
	noCountryCode: { ...refusal('has no country code'), needsCountry: true },
	rounded: refusal(
		'ends in six or more zeros: a spreadsheet has probably rounded it',
		KEEP_AS_TEXT,
	),
	scientific: refusal('is in scientific notation, so its last digits are lost', KEEP_AS_TEXT),
	several: refusal(
		'contains more than one number, or an extension',
		'Use one number per item, e.g. with the node "Split Out" before this one',
	),
	tooLong: refusal('is too long'),
	type: refusal('is neither text nor a whole number'),
} satisfies Record<string, Refusal>;

/** Returns the refusal of a value that could be several numbers, e.g. "+6592801168 (Singapore)". */
export function ambiguous(readings: string[]): Refusal {
	return refusal(`could be ${readings.join(' or ')}`);
}
