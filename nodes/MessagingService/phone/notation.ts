import { parse } from './plans';
import { type PhoneProblem, PROBLEMS } from './problem';

/** A value that looks like a phone number, and its digits. */
export interface Digits {
	/** Without what programs put around it. */
	text: string;
	/** All of them; in two spellings where a (0) may belong to the number or not. */
	spellings: string[];
}

/** Where a second number or an extension may begin: behind seven digits, a space also before seven. */
export const CUTS = /(?<=(?:\d\D*){7})(?:[/([]| (?=(?:\D*\d){7}))/g;

/** Finds a possible extension of a mobile number: up to two digits behind a dash, up to five where it has a space. */
export const DASHED = / ?-\d{1,2}$| -\d{1,5}$| ?- \d{1,5}$/g;

/** 22.11.2025 and 2025-11-22. */
const DATE = /^(?:(?:[0-3]?\d[./-]){2}(?:19|20)\d\d|(?:19|20)\d\d(?:[./-][0-3]?\d){2})$/;

/** Groups and devices of WhatsApp have addresses, too. */
const EMAIL = /^[^\s@,;:"<>]+@(?![cg]\.us$|s\.whatsapp)[^\s@,;:"<>]+\.\p{L}{2,}$/iu;

/** Longer text is never a number; it is refused before anything looks at it. */
const MAX_LENGTH = 100;

/** Takes a value apart: what people, contact apps and spreadsheets put around the digits. */
export function notationOf(value: unknown): Digits | PhoneProblem {
	if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0)
		return digitsOf(String(value));
	if (typeof value !== 'string') return PROBLEMS.type;
	if (value.length > MAX_LENGTH) return PROBLEMS.tooLong;
	if (emailIn(value)) return PROBLEMS.email;
	// Superscripts, circled digits and the like would become digits below.
	if (/\p{No}/u.test(value)) return PROBLEMS.characters;
	const text = plain(value);
	if (!text) return PROBLEMS.empty;
	if (text.includes('..')) return PROBLEMS.cutOff;
	if (DATE.test(text)) return PROBLEMS.date;
	return notationOfText(withoutAddress(text));
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

/** Makes all decimal digits plain, and every dash a hyphen; invisible marks and quotes go. */
function plain(value: string): string {
	return plainDigits(value.normalize('NFKC').replace(/\p{Cf}/gu, ''))
		.replace(/〜/g, '~')
		.replace(/[\p{Pd}\u2212]/gu, '-')
		.replace(/[^\S\r\n]+/g, ' ')
		.trim()
		.replace(/^[="'“”‘’]+|[\s"'“”‘’,;/]+$/g, '');
}

/** Writes digits of every script as 0 to 9. */
export function plainDigits(text: string): string {
	return text.replace(/[^\P{Nd}0-9]/gu, decimalDigit);
}

/** Returns the plain digit of any script's: ten of them follow each other in Unicode, from 0 to 9. */
function decimalDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let zero = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
	return String((code - zero) % 10);
}

/** Takes off what makes an address of a number. Those of WhatsApp always have the country code. */
function withoutAddress(text: string): string {
	return text
		.replace(/^(?:tel|sms|whatsapp|p):(?:\/\/)? ?/i, '')
		.replace(/^(?:https?:\/\/)?wa\.me\/\+?(.*?)(?:\/?\?.*)?$/i, '+$1')
		.replace(/^\+?(\d+)@(?:c\.us|s\.whatsapp\.net)$/i, '+$1');
}

function notationOfText(text: string): Digits | PhoneProblem {
	// A country code in brackets: (+44) 20 7946 0018.
	const opened = text.replace(/^[([]\s*\+([^)\]]*)[)\]]/, '+$1 ');
	if (holdsSeveral(opened)) return PROBLEMS.several;
	if (!/^\+?[\d ().\-/[\]]*$/.test(opened) || !/\d/.test(opened)) return problemOf(opened);
	// Programs make 12025550123.0 of a number.
	const whole = opened.replace(/^(\+?\d+)\.0$|^(\+?\d{8,15})\.00+$/, '$1$2');
	return /^\+?\d+\.\d{1,2}$/.test(whole) ? PROBLEMS.decimal : digitsOf(whole);
}

/** Returns the text before each of the places where a second number or an extension may begin. */
export function headsOf({ text }: Digits, places: RegExp): Digits[] {
	return [...text.matchAll(places)].map(({ index }) => digitsOf(text.slice(0, index)));
}

function digitsOf(text: string): Digits {
	const [, before = '', code, behind] =
		/^(\+|00)? ?([1-9]\d{0,2})[ .\-/]*[([]0[)\]](.*)$/.exec(text) ?? [];
	const spellings = (code ? [`${before}${code}0${behind}`, before + code + behind] : [text]).map(
		(spelling) => spelling.replace(/\D/g, ''),
	);
	return { text, spellings };
}

/** Says what is wrong with a text that has other characters. */
function problemOf(text: string): PhoneProblem {
	if (/^[+-]?\d+(?:[.,]\d+)?e\+?\d+$/i.test(text)) return PROBLEMS.scientific;
	// By which country it is read does not matter to that.
	return parse(text, 'US')?.ext === undefined ? PROBLEMS.characters : PROBLEMS.extension;
}

/** Tells 030 1234567/68, 0171/2345678~79, or two numbers with a comma between them from +1/202/555/0123. */
function holdsSeveral(text: string): boolean {
	const count = (part: string) => part.replace(/\D/g, '').length;
	const numbers = text.split(/[^\d ().\-[\]]/).filter((part) => count(part) >= 7);
	const [before, last] = text.split('/').map(count).slice(-2);
	return numbers.length > 1 || (before >= 5 && last <= 3) || /\d ?~ ?\d/.test(text);
}
