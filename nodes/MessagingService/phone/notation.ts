import { parse } from './plans';
import { type Refusal, REFUSALS } from './refusal';

/** A value that looks like a phone number, and its digits. */
export interface Digits {
	/** Without what programs put around it. */
	text: string;
	/** All of them; in two spellings where a (0) may belong to the number or not. */
	spellings: string[];
	/** Whether they begin with a country code for certain: behind a plus, or in an address of WhatsApp. */
	hasPlus: boolean;
	/** How many stand before the first separator or bracket. */
	leading: number;
}

/** Where a second number or an extension may begin: behind seven digits, a space also before seven. */
const CUTS = /(?<=(?:\d\D*){7})(?:[/([]| (?=(?:\D*\d){7}))/g;

/** 22.11.2025 and 2025-11-22. */
const DATE = /^(?:(?:[0-3]?\d[./-]){2}(?:19|20)\d\d|(?:19|20)\d\d(?:[./-][0-3]?\d){2})$/;

/** Longer text is never a number; it is refused before anything looks at it. */
const MAX_LENGTH = 100;

/** Takes a value apart: what people, contact apps and spreadsheets put around the digits. */
export function notationOf(value: unknown): Digits | Refusal {
	if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) {
		const digits = String(value);
		return digits.endsWith('000000') ? REFUSALS.rounded : digitsOf(digits);
	}
	if (typeof value !== 'string') return REFUSALS.type;
	if (value.length > MAX_LENGTH) return REFUSALS.tooLong;
	// Superscripts, circled digits and the like would become digits below.
	if (/\p{No}/u.test(value)) return REFUSALS.characters;
	const text = plain(value);
	if (!text) return REFUSALS.empty;
	if (text.includes('..')) return REFUSALS.cutOff;
	if (DATE.test(text)) return REFUSALS.date;
	return notationOfText(withoutAddress(text));
}

/** Makes all decimal digits plain, and every dash a hyphen; invisible marks and quotes go. */
function plain(value: string): string {
	return value
		.normalize('NFKC')
		.replace(/\p{Cf}/gu, '')
		.replace(/[^\P{Nd}0-9]/gu, decimalDigit)
		.replace(/〜/g, '~')
		.replace(/[\p{Pd}\u2212]/gu, '-')
		.replace(/[^\S\r\n]+/g, ' ')
		.trim()
		.replace(/^[="'“”‘’]+|[\s"'“”‘’,;/]+$/g, '');
}

/** Returns the plain digit of any script's: ten of them follow each other in Unicode, from 0 to 9. */
function decimalDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let zero = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
	return String((code - zero) % 10);
}

/** Takes off what makes an address of a number. */
function withoutAddress(text: string): string {
	return (
		text
			.replace(/^(?:tel|sms|whatsapp|p|mailto):(?:\/\/)? ?/i, '')
			// These always have the country code.
			.replace(/^(?:https?:\/\/)?wa\.me\/\+?(.*?)(?:\/?\?.*)?$/i, '+$1')
			.replace(/^\+?(\d+)@(?:c\.us|s\.whatsapp\.net)$/i, '+$1')
	);
}

function notationOfText(text: string): Digits | Refusal {
	// A country code in brackets: (+44) 20 7946 0018.
	const opened = text.replace(/^[([]\s*\+([^)\]]*)[)\]]/, '+$1 ');
	if (holdsSeveral(opened)) return REFUSALS.several;
	if (!/^\+?[\d ().\-/[\]]*$/.test(opened) || !/\d/.test(opened)) return refusalOf(opened);
	// Programs make 12025550123.0 of a number.
	const whole = opened.replace(/^(\+?\d+)\.0$|^(\+?\d{8,15})\.00+$/, '$1$2');
	if (/^\+?\d+\.\d{1,2}$/.test(whole)) return REFUSALS.decimal;
	return digitsOf(whole);
}

/** Returns what stands before each place where a second number or an extension may begin. */
export function headsOf({ text }: Digits): Digits[] {
	return [...text.matchAll(CUTS)].map(({ index }) => digitsOf(text.slice(0, index)));
}

function digitsOf(text: string): Digits {
	const [, before = '', code, behind] =
		/^(\+|00)? ?([1-9]\d{0,2})[ .\-/]*[([]0[)\]](.*)$/.exec(text) ?? [];
	const spellings = (code ? [`${before}${code}0${behind}`, before + code + behind] : [text]).map(
		(spelling) => spelling.replace(/\D/g, ''),
	);
	const leading = /^\d*/.exec(text)?.[0].length ?? 0;
	return { text, spellings, hasPlus: text.startsWith('+'), leading };
}

/** Says what a text is that has other characters. */
function refusalOf(text: string): Refusal {
	// Groups and devices of WhatsApp have addresses, too.
	if (/^[^\s@,;:"<>]+@(?!g\.us$|s\.whatsapp)[^\s@,;:"<>]+\.\p{L}{2,}$/u.test(text))
		return { ...REFUSALS.email, typed: text };
	if (/^[+-]?\d+(?:[.,]\d+)?e\+?\d+$/i.test(text)) return REFUSALS.scientific;
	// By which country it is read does not matter to that.
	return parse(text, 'US')?.ext === undefined ? REFUSALS.characters : REFUSALS.extension;
}

/** Tells 030 1234567/68, 0171/2345678~79, or two numbers with a comma between them from +1/202/555/0123. */
function holdsSeveral(text: string): boolean {
	const count = (part: string) => part.replace(/\D/g, '').length;
	const numbers = text.split(/[^\d ().\-[\]]/).filter((part) => count(part) >= 7);
	const [before, last] = text.split('/').map(count).slice(-2);
	return numbers.length > 1 || (before >= 5 && last <= 3) || /\d ?~ ?\d/.test(text);
}
