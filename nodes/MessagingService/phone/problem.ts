import type { PhoneNumber } from 'libphonenumber-js/max';

/** Why a value is not read as a phone number. */
export interface PhoneProblem {
	/** Says what is wrong, to follow "it": "has no country code". */
	reason: string;
	/** Says how to write the number, without a full stop at its end. */
	nextStep: string;
	/** Whether a Default Country would help; there is none yet. */
	needsCountry?: boolean;
}

const WITH_PLUS = 'with + and country code, e.g. +12025550123';

const problem = (reason: string, nextStep = `Write the number ${WITH_PLUS}`) => ({
	reason,
	nextStep,
});

export const PROBLEMS = {
	characters: problem(
		'has other characters than digits, spaces and ( ) . - /',
		`Write one number alone, ${WITH_PLUS}`,
	),
	impossible: problem('has too few or too many digits, or an unknown country code'),
	noCountryCode: { ...problem('has no country code'), needsCountry: true },
	several: problem('has a second number or an extension', `Write one number alone, ${WITH_PLUS}`),
	spreadsheet: problem(
		'was rounded by a spreadsheet, or has decimals',
		`Format the column as text, and enter the number again ${WITH_PLUS}`,
	),
} satisfies Record<string, PhoneProblem>;

/** Returns the problem of a value that no phone of a country would dial. */
export function notOf(country: string, abroad?: PhoneNumber): PhoneProblem {
	const reason = `is not a number of the 'Default Country' (${country})`;
	return abroad ? problem(reason, `Write ${abroad.number} if that is meant`) : problem(reason);
}

/** Returns the problem of a value that could be several numbers. */
export function ambiguous(numbers: PhoneNumber[]): PhoneProblem {
	return problem(`could be ${numbers.map(({ number }) => number).join(' or ')}`);
}
