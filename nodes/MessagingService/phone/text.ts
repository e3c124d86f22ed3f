import { type PhoneProblem, PROBLEMS } from './problem';

/** What people, contact apps and programs put around a number: ="+1…", tel:+1…, Facebook's p:+1… */
const AROUND = /^(?:[\s="'“”„‘’«»]|(?:tel|sms|whatsapp|p):)+|[\s"'“”‘’«»,;]+$/giu;

/** A link that opens a chat of WhatsApp. */
const CHAT = /^(?:https?:\/\/)?wa\.me\/\+?/i;

/** Digits, blanks and punctuation, with a plus in front or not. */
const NUMBER = /^\(?\+?[\d(][\d\p{Zs}\t().\p{Pd}−/]*$/u;

/** 12025550123.0 and 1.20256E+10 */
const DECIMAL = /^\+?\d+\.\d{1,2}$|^\d+(?:[.,]\d+)?e\+?\d+$/i;

/** Returns a value without what stands around a number, or why it is none. */
export function numberText(value: unknown): string | PhoneProblem {
	if (typeof value !== 'string' && typeof value !== 'number') return PROBLEMS.characters;

	const text = plainDigits(String(value))
		.replace(/[！-～]/g, (wide) => wide.normalize('NFKC'))
		.replace(/\p{Cf}/gu, '')
		.replace(AROUND, '')
		.replace(CHAT, '+');
	if (DECIMAL.test(text)) return PROBLEMS.spreadsheet;
	return NUMBER.test(text) ? text : PROBLEMS.characters;
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

const EMAIL = /^[^\s@,;:"<>]+@[^\s@,;:"<>]+\.\p{L}{2,}$/u;

/** Returns the e-mail address that a value is, as typed, without spaces around it. */
export function emailIn(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	return EMAIL.test(text) ? text : undefined;
}
