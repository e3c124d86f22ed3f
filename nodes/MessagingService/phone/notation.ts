import type { Refusal } from './refusal';
import { HAS_EXTENSION, UNREADABLE, WRITE_WITH_PLUS } from './refusal';
import { hasExtension } from './plans';

/** A value that looks like a phone number, with nothing left but its digits. */
export type Notation =
	| {
			/** The number behind a plus, e.g. +442079460018. */
			international: string;
			/** The same without the (0) that stands behind the country code. */
			withoutZero?: string;
	  }
	| {
			/** Digits without a plus. */
			digits: string;
			/** Whether the value was a number: spreadsheets drop the plus, and zeros in front. */
			isNumber: boolean;
			/** Whether brackets stand around its first digits, as around area codes. */
			startsWithArea: boolean;
	  };

/** Longer text is never a number; it is refused before anything looks at it. */
const MAX_LENGTH = 100;

const NOT_A_TEXT: Refusal = {
	reason: 'is neither text nor a whole number',
	remedy: WRITE_WITH_PLUS,
};

const TOO_LONG: Refusal = { reason: 'is too long', remedy: WRITE_WITH_PLUS };

const EMPTY: Refusal = { reason: 'is empty', remedy: WRITE_WITH_PLUS };

const NOT_ONE_NUMBER: Refusal = {
	reason: 'is cut off, or more than one number',
	remedy: 'Give one number, complete, with + and country code, e.g. +12025550123',
};

const DECIMAL: Refusal = {
	reason: 'has a decimal fraction, which no phone number has',
	remedy: 'Keep phone numbers as text, with + and country code, e.g. +12025550123',
};

/** Takes a value apart: what people, contact apps, spreadsheets and RFC 3966 put around the digits. */
export function notationOf(value: unknown): Notation | Refusal {
	if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) {
		return { digits: String(value), isNumber: true, startsWithArea: false };
	}
	if (typeof value !== 'string') return NOT_A_TEXT;
	if (value.length > MAX_LENGTH) return TOO_LONG;
	// Superscripts, circled digits and the like would become digits below.
	if (/\p{No}/u.test(value)) return UNREADABLE;
	if (/…|\.\./.test(value)) return NOT_ONE_NUMBER;
	const text = plain(value);
	if (!text) return EMPTY;
	const number = withoutScheme(text);
	return typeof number === 'string' ? notationOfText(number) : number;
}

/** Full-width and Arabic digits become plain ones, and every dash a hyphen; invisible marks go. */
function plain(value: string): string {
	return value
		.normalize('NFKC')
		.replace(/\p{Cf}/gu, '')
		.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
		.replace(/[\p{Pd}\u2212~]/gu, '-')
		.replace(/\s+/g, ' ')
		.trim();
}

/** Takes `tel:` and its parameters off (RFC 3966): the library forgets an extension behind a context. */
function withoutScheme(text: string): string | Refusal {
	const [number, ...parameters] = text.replace(/^tel:\s*/i, '').split(';');
	let context = '';
	for (const parameter of parameters) {
		const [name, content = ''] = parameter.toLowerCase().split('=');
		if (name === 'ext' || name === 'isub') return HAS_EXTENSION;
		if (name !== 'phone-context') return UNREADABLE;
		// A context may also be a domain, which says nothing of the country.
		if (content.startsWith('+')) context = content;
	}
	return number.startsWith('+') ? number : context + number;
}

function notationOfText(text: string): Notation | Refusal {
	// A country code in brackets: (+44) 20 7946 0018.
	const opened = text.replace(/^[([]\s*\+([^)\]]*)[)\]]/, '+$1 ');
	if (!/^\+?[\d ().\-/[\]]*\d[\d ().\-/[\]]*$/.test(opened)) {
		return hasExtension(opened) ? HAS_EXTENSION : UNREADABLE;
	}
	if (endsInAnother(opened)) return NOT_ONE_NUMBER;
	// Programs make 12025550123.0 of a number.
	const whole = opened.replace(/^(\+?\d+)\.0$|^(\+?\d{8,15})\.00+$/, '$1$2');
	if (/^\+?\d+\.\d{1,2}$/.test(whole)) return DECIMAL;
	const digits = whole.replace(/\D/g, '');
	const zero = /^(?:\+|00)? ?([1-9]\d{0,2})[ .\-/]*[([]0[)\]](.*)$/.exec(whole);
	if (zero) {
		const [, code, rest] = zero;
		const behind = rest.replace(/\D/g, '');
		return { international: `+${code}0${behind}`, withoutZero: `+${code}${behind}` };
	}
	if (whole.startsWith('+')) return { international: `+${digits}` };
	// What begins with 00, or stands in brackets as a whole, is no area.
	const startsWithArea = /^[([][^)\]]*[)\]].*\d/.test(whole) && !digits.startsWith('00');
	return { digits, isNumber: false, startsWithArea };
}

/** 030 1234567/68 are two numbers, and so are 0171/2345678/79; +1/202/555/0123 is one. */
function endsInAnother(text: string): boolean {
	const parts = text.split('/').map((part) => part.replace(/\D/g, '').length);
	const [before, last] = parts.slice(-2);
	return parts.length > 1 && last <= 3 && (parts.length === 2 || before >= 5);
}
