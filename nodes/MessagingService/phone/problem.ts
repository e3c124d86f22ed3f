/** Why a value is not read as a phone number. */
export interface PhoneProblem {
	/** Says what is wrong, to follow "it": "has no country code". It names the number that was probably meant. */
	reason: string;
	/** Says how to write the number, without a full stop at its end. */
	nextStep: string;
	/** Whether a Default Country would help; there is none yet. */
	needsCountry?: boolean;
}

const WITH_PLUS = 'with + and country code, e.g. +12025550123';
const WRITE = `Write the number ${WITH_PLUS}`;

/** Letters, an extension, a second number, or a whole text. */
export const NOT_ONE_NUMBER: PhoneProblem = {
	reason: 'is more than the digits, spaces and ( ) [ ] . - / of one number',
	nextStep: `Write one number alone, ${WITH_PLUS}`,
};

/** Digits that a spreadsheet has lost. */
export const LOST_DIGITS: PhoneProblem = {
	reason: 'was rounded by a spreadsheet, or has decimals',
	nextStep: `Format the column as text, and enter the number again ${WITH_PLUS}`,
};

/** How to write what is read with a Default Country alone. */
export const WRITE_PLUS = `${WRITE}. For a column that always has the country code, write +{{ $json.phone }}`;

/** Returns a problem. @param meant the number that was probably meant, in E.164 */
export function problem(reason: string, meant?: string, nextStep = WRITE): PhoneProblem {
	return { reason: meant ? `${reason}. Did you mean ${meant}?` : reason, nextStep };
}
