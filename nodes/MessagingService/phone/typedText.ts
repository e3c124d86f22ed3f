/** Why a value is not read as a phone number. */
export interface PhoneProblem {
	/** Says what is wrong, to follow "it": "has no country code". It names the number that was probably meant. */
	reason: string;
	/** Says how to write the number. */
	nextStep: string;
}

const WITH_PLUS = 'with + and country code, e.g. +12025550123';

export const WRITE = `Write the number ${WITH_PLUS}.`;

/** Letters, an extension, a second number, or a whole text. */
export const NOT_ONE_NUMBER: PhoneProblem = {
	reason: 'is more than the digits, spaces and ( ) [ ] . - / of one number',
	nextStep: `Write one number alone, ${WITH_PLUS}.`,
};

/** Digits that a spreadsheet has lost. */
export const LOST_DIGITS: PhoneProblem = {
	reason: 'was rounded by a spreadsheet, or has decimals',
	nextStep: `Format the column as text, and enter the number again ${WITH_PLUS}.`,
};

/** The same where a Default Country would help too. */
export const OR_COUNTRY = `${WRITE} For a column that always has the country code, write +{{ $json.phone }}. For numbers of one country, set 'Default Country' in the options.`;

/** Returns a problem. @param meant the number that was probably meant, in E.164 */
export function problem(reason: string, meant?: string, nextStep = WRITE): PhoneProblem {
	return { reason: meant ? `${reason}; probably ${meant} is meant` : reason, nextStep };
}

/** Most characters of a number with all that stands around it; a longer text is not looked at. */
const MAX_LENGTH = 250;

/** What people, contact apps and programs put around a number: ="+1…", tel:+1…, Facebook's p:+1… */
const AROUND = /^(?:[\s\p{Cc}="'“”„‘’«»]|(?:tel|sms|whatsapp|p):)+|[\s\p{Cc}"'“”‘’«»,;]+$/giu;

/** A link that opens a chat of WhatsApp, or the ID of one or of its device: the digits begin with a country code. */
const WHATSAPP =
	/^(?:(?:https?:\/\/)?wa\.me\/\+?(\d+)(?:[/?#].*)?|\+?(\d+)(?:[.:_]\d+)*@(?:c\.us|s\.whatsapp\.net))$/i;

/** A (0) behind a country code. It is not dialled, except in Italy, where mobile numbers begin with 3 and others with 0. */
const NOT_DIALLED =
	/(?<=\d[\s)\].\p{Pd}/]*)(?<![^1-9]39[\s)\].\p{Pd}/]*)[([]\s*0\s*[)\]]|(?<=[^1-9]39[\s)\].\p{Pd}/]*)[([]\s*0\s*[)\]](?=[\s.\p{Pd}/]*[03])/u;

/** 1.2025550123E10, with a digit for each place; of long numbers, a 0 at the end may be missing. Others were rounded. */
const EXPONENT =
	/(?<=^\+?)\d\.(?:\d{7}e\+?0?7|\d{8}e\+?0?8|\d{9}e\+?0?9|\d{9,10}e\+?10|\d{10,11}e\+?11|\d{11,12}e\+?12|\d{12,13}e\+?13)$/i;

/** 12025550123.50, and an exponent that is left. */
const DECIMALS = /^\+?\d+\.\d{1,2}$|^\d{9,}\.|e\+?\d+$/i;

/** What a spreadsheet leaves of a long number. */
const ROUNDED = /^(?=\d{11})[1-9]\d{0,5}0+$/;

/** Digits, spaces and punctuation, with a plus in front or not. */
const NUMBER = /^[\p{Zs}\t([]*(?:\+[\p{Zs}\t([]*)?\d[\d\p{Zs}\t()[\].\p{Pd}−ー/]*$/u;

/**
 * Returns a value without what stands around a number, or why it is none.
 * @param mayEndInZeros whether a number that looks rounded is one
 */
export function numberText(value: unknown, mayEndInZeros = false): string | PhoneProblem {
	const isReadable = typeof value === 'number' || typeof value === 'string';
	if (!isReadable || String(value).length > MAX_LENGTH) return NOT_ONE_NUMBER;

	const text = plainDigits(String(value))
		.replace(/[！-～]/g, (wide) => wide.normalize('NFKC'))
		.replace(/\p{Cf}/gu, '')
		.replace(AROUND, '')
		.replace(WHATSAPP, '+$1$2')
		.replace(/^(\+?\d+)\.00?$/, '$1')
		.replace(NOT_DIALLED, '')
		.replace(EXPONENT, (number) => String(Number(number)));

	const isRounded = ROUNDED.test(text) && !mayEndInZeros;
	if (isRounded || DECIMALS.test(text)) return LOST_DIGITS;
	return NUMBER.test(text) ? text : NOT_ONE_NUMBER;
}

/** Writes digits of every script as 0 to 9. In Unicode the ten of a script follow each other. */
export function plainDigits(text: string): string {
	return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
		const code = digit.codePointAt(0) ?? 0;
		let zero = code;
		while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
		return String((code - zero) % 10);
	});
}

/** An e-mail address, which no ID and no link of WhatsApp is. */
const EMAIL =
	/^(?=.{6,250}$)(?!.*@(?:[cg]\.us|s\.whatsapp\.net|hosted\.lid)$)[^\s@,;:"<>/]+@[^\s@,;:"<>/]+\.\p{L}{2,}$/iu;

/** Returns the e-mail address that a value is, as typed, without invisible marks and without spaces around it. */
export function emailIn(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.replace(/\p{Cf}/gu, '').trim() : '';
	return EMAIL.test(text) ? text : undefined;
}

/**
 * Returns the one spelling of a recipient by which recipients are compared, in lists, keys and lanes. An e-mail address
 * is in small letters. A phone in Argentina is the same with and without the 9, one in Brazil with and without the ninth
 * digit, unless the others are a landline's, which begin with 2 to 5; Mexico's 1 is no part of a number that was read.
 * @param recipient a number in E.164, or an e-mail address
 */
export function subscriberOf(recipient: string): string {
	return recipient
		.toLowerCase()
		.replace(/^\+549(?=\d{10}$)/, '+54')
		.replace(/^(\+55\d\d)9(?=[^2-5]\d{7}$)/, '$1');
}
