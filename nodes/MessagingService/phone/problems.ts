const WITH_PLUS = 'with + and country code, e.g. +12025550123';
const WRITE = `Write the number ${WITH_PLUS}.`;

/** Why a value is not read as a phone number, to follow "it", and what to do next. */
const PROBLEMS = {
	/** Letters, an extension, a second number, or a whole text. */
	notOneNumber: [
		'has letters, more than one number, or none',
		`Write one number alone, ${WITH_PLUS}. If it holds several, put a "Split Out" node before this one, or take the first: {{ $json.phone.split(':::')[0] }}`,
	],
	/** An ID of WhatsApp that stands for a group, for a list, or for somebody whose number it hides (`@lid`). */
	noNumber: [
		'is a WhatsApp ID without a phone number',
		'For an ID that ends in @lid, take the number from another field of the message, e.g. remoteJidAlt. To a group, send to the number of each member.',
	],
	lostDigits: [
		'was rounded by a spreadsheet, or has decimals',
		`Format the column as text, and enter the number again ${WITH_PLUS}.`,
	],
	/** Marks that turn the direction of digits, or digits of two scripts. */
	misleading: [
		'has invisible marks or digits of two scripts, so people may see another number',
		`Type the number again ${WITH_PLUS}.`,
	],
	severalReadings: ['could be ', WRITE],
	wrongCode: ['has an unknown country code, or digits that do not fit it', WRITE],
	notAtHome: ["is no number of the 'Default Country'", WRITE],
	noCountryCode: [
		'has no country code',
		`${WRITE} For a column that always has the country code, write +{{ $json.phone }}. For numbers of one country, set 'Default Country' in the options.`,
	],
};

/** Why a value is not read as a phone number. */
export type PhoneProblem = ReturnType<typeof problem>;

/**
 * Returns a problem.
 * @param named numbers that its reason names
 * @param numbers that the value could be
 */
export function problem(code: keyof typeof PROBLEMS, named = '', numbers: string[] = []) {
	const [reason, nextStep] = PROBLEMS[code];
	return { code, nextStep, numbers, reason: reason + named };
}
