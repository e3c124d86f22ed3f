import { parse } from './plans';
import { type PhoneProblem, PROBLEMS } from './problem';
import { numberInLink, unwrap } from './wrapping';

/** 22.11.2025 and 2025-11-22. */
const DATE = /^(?:(?:[0-3]?\d[./-]){2}(?:19|20)\d\d|(?:19|20)\d\d(?:[./-][0-3]?\d){2})$/;

/** Groups and devices of WhatsApp have addresses, too. */
const EMAIL = /^[^\s@,;:"<>]+@(?![cg]\.us$|s\.whatsapp)[^\s@,;:"<>]+\.\p{L}{2,}$/iu;

/** Digits and punctuation, with a plus before them or not. */
const NUMBER = /^\+?[\d ().\-/[\]]*\d[\d ().\-/[\]]*$/;

/** Longer text is never a number; it is refused before anything looks at it. */
const MAX_LENGTH = 100;

/**
 * Returns the digits of a value and their punctuation, behind a plus if it has one: without what people, contact apps
 * and spreadsheets put around them.
 */
export function numberText(value: unknown): string | PhoneProblem {
	if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return String(value);
	if (typeof value !== 'string') return PROBLEMS.type;

	const typed = numberInLink(value) ?? value;
	if (typed.length > MAX_LENGTH) return PROBLEMS.tooLong;
	if (emailIn(typed)) return PROBLEMS.email;
	// Superscripts, circled digits and the like would become digits below.
	if (/\p{No}/u.test(typed)) return PROBLEMS.characters;

	const text = plain(typed);
	if (!text) return PROBLEMS.empty;
	if (text.includes('..')) return PROBLEMS.cutOff;
	if (DATE.test(text)) return PROBLEMS.date;
	return checkNumber(unwrap(text));
}

/** Returns the e-mail address that a value is, as typed: without spaces, quotation marks and `mailto:` around it. */
export function emailIn(value: unknown): string | undefined {
	if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;

	const email = value
		.replace(/^[\s\p{Cf}]+|[\s\p{Cf},;/]+$/gu, '')
		.replace(/^["'“‘](.*)["'”’]$/su, '$1')
		.replace(/^mailto:/i, '');
	return EMAIL.test(email) ? email : undefined;
}

/** Makes digits, dashes, dots and spaces plain; invisible marks, and quotation marks around the text, go. */
function plain(value: string): string {
	return plainDigits(value.normalize('NFKC').replace(/\p{Cf}/gu, ''))
		.replace(/〜/g, '~')
		.replace(/[·•∙⋅‧・]/g, '.')
		.replace(/[\p{Pd}\u2212]/gu, '-')
		.replace(/[^\S\r\n]+/g, ' ')
		.trim()
		.replace(/^[="'“”‘’]+|[\s"'“”‘’,;/]+$/g, '');
}

/** Writes digits of every script as 0 to 9. */
export function plainDigits(text: string): string {
	return text.replace(/[^\P{Nd}0-9]/gu, decimalDigit);
}

/** Returns the plain digit for one of any script. In Unicode the ten of a script follow each other, from 0 to 9. */
function decimalDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let zero = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
	return String((code - zero) % 10);
}

/** Returns a text that has the characters of a number alone. */
function checkNumber(text: string): string | PhoneProblem {
	if (!NUMBER.test(text)) return problemOf(text);

	// Programs make 12025550123.0 of a number.
	const whole = text.replace(/^(\+?\d+)\.0$|^(\+?\d{8,15})\.00+$/, '$1$2');
	return /^\+?\d+\.\d{1,2}$/.test(whole) ? PROBLEMS.decimal : whole;
}

/** Says what is wrong with a text that has other characters. */
function problemOf(text: string): PhoneProblem {
	if (holdsSeveral(text)) return PROBLEMS.several;
	if (/^[+-]?\d+(?:[.,]\d+)?e\+?\d+$/i.test(text)) return PROBLEMS.scientific;
	// Extensions are written alike everywhere, so any country will do.
	return parse(text, 'US')?.ext === undefined ? PROBLEMS.characters : PROBLEMS.extension;
}

/** Tells 0171/2345678~79, and two numbers with a comma between them, from one number and other characters. */
function holdsSeveral(text: string): boolean {
	const parts = text.split(/[^\d ().\-/[\]]/).map((part) => part.replace(/\D/g, ''));
	const long = parts.filter(({ length }) => length >= 7);
	return long.length > 1 || /\d ?~ ?\d/.test(text);
}
