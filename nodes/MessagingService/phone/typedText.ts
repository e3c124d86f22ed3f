import { plainDigits, zeroOf } from './digits';
import { type PhoneProblem, problem } from './problems';

/** Most characters of a number with all that stands around it; a longer text is not looked at. */
const MAX_LENGTH = 250;

/** What people, contact apps and programs put around a number: ="+1…", Tel.: +1…, Facebook's p:+1… */
const AROUND =
	/^(?:[\s\p{Cc}="'“”„‘’«»]|(?:tel|phone|mobile|cell|sms|whatsapp|p)\s?[:.]+(?!\/))+|[\s\p{Cc}"'“”‘’«»,;]+$/giu;

/** A link that opens a chat of WhatsApp, or the ID of a person or of a device: the digits begin with a country code. */
const WHATSAPP =
	/^(?:(?:(?:https?:\/\/)?(?:(?:www\.)?wa\.me\/|\w+\.whatsapp\.com\/send\/?\?(?:[^#]*&)?phone=)|whatsapp:\/\/send\/?\?(?:[^#]*&)?phone=)(?:\+|%2B)?(\d+)(?:[/?#&].*)?|\+?(\d+)(?:[.:_]\d+)*@(?:c\.us|s\.whatsapp\.net))$/i;

/** What turns the direction of what follows; it may stand around a number, as contact apps put it, but not within. */
const TURNS = /[\u202d\u202e]|\p{Nd}\P{Nd}*[\u202a-\u202c\u2066-\u2069]\P{Nd}*\p{Nd}/u;

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
const NUMBER = /^[\p{Zs}\t([]*(?:\+[\p{Zs}\t([]*)?\d[\d\p{Zs}\t()[\].·‧•∙⋅_\p{Pd}−ー/]*$/u;

/**
 * Returns a value without what stands around a number, or why it is none: digits, spaces and punctuation, with a plus in
 * front or not. An @ in its place stands for the plus of a chat's link or ID, which nobody typed.
 * @param mayEndInZeros whether a number that looks rounded is one
 */
export function typedNumber(value: unknown, mayEndInZeros = false): string | PhoneProblem {
	const given = ['number', 'string'].includes(typeof value) ? String(value) : '';
	// A raised 2 is a footnote.
	if (given.length > MAX_LENGTH || /[^\P{N}\p{Nd}]/u.test(given)) return problem('notOneNumber');
	const zeros = given
		.normalize('NFKC')
		.match(/\p{Nd}/gu)
		?.map(zeroOf);
	if (TURNS.test(given) || new Set(zeros).size > 1) return problem('misleading');

	const text = plainDigits(given)
		.replace(/[！-～]/g, (wide) => wide.normalize('NFKC'))
		.replace(/\p{Cf}/gu, '')
		.replace(AROUND, '')
		// An expression such as =+{{ $json.phone }} puts a second plus before a number that has one.
		.replace(/^\+\s*\+/, '+')
		.replace(/^(\+?\d+)\.00?$/, '$1')
		.replace(NOT_DIALLED, '')
		.replace(EXPONENT, (number) => String(Number(number)));

	const chat = WHATSAPP.exec(text);
	if (chat) return `@${chat[1] ?? chat[2]}`;
	if (/@g\.us$/i.test(text)) return problem('group');

	if (DECIMALS.test(text) || (ROUNDED.test(text) && !mayEndInZeros)) return problem('lostDigits');
	return NUMBER.test(text) ? text : problem('notOneNumber');
}
