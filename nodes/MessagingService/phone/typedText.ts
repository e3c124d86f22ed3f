import { plainDigits, zeroOf } from './digits';
import { problem } from './problems';

/**
 * Finds marks that turn the direction of digits: two of them anywhere, all others between digits. Around a number they may
 * stand, as contact apps put them.
 */
const TURNED =
	/[\u202d\u202e]|\p{Nd}[^\p{Nd}\u061c\u200f\u202a-\u202c\u2066-\u2069]*[\u061c\u200f\u202a-\u202c\u2066-\u2069]\P{Nd}*\p{Nd}/u;

/** Finds what people, contact apps and programs put around a number: `="+1…"`, `Tel.: +1…`, Facebook's `p:+1…`. */
const AROUND =
	/^(?:[\s\p{Cc}="'“”„‘’«»]|(?:tel|phone|mobile|cell|sms|whatsapp|p)\s?[:.]+(?!\/))+|(?<![\s\p{Cc}"'“”‘’«»,;])[\s\p{Cc}"'“”‘’«»,;]+$/giu;

/**
 * Finds a (0) behind a country code, which is not dialled: `+44 (0)20`. Behind Italy's 39 it is, as in `+39 (0)6`, unless
 * another 0 or the 3 of a mobile number follows.
 */
const ZERO_IN_BRACKETS =
	/(?<=\d[\s)\].\p{Pd}/]{0,9})(?<![^1-9]39[\s)\].\p{Pd}/]{0,9})[([]\s*0\s*[)\]]|(?<=[^1-9]39[\s)\].\p{Pd}/]{0,9})[([]\s*0\s*[)\]](?=[\s.\p{Pd}/]*[03])/u;

/** Finds `1.2025550123E10`, with a digit for each place; of long numbers, a 0 at the end may be missing. Others were rounded. */
const EXACT_EXPONENT =
	/(?<=^\+?)\d\.(?:\d{7}e\+?0?7|\d{8}e\+?0?8|\d{9}e\+?0?9|\d{9,10}e\+?10|\d{10,11}e\+?11|\d{11,12}e\+?12|\d{12,13}e\+?13)$/i;

/** Finds the number in a link or an ID of WhatsApp: `https://wa.me/12025550123`, `12025550123@c.us`. */
const CHAT =
	/^(?:(?:(?:https?:\/\/)?(?:(?:www\.)?wa\.me\/|\w+\.whatsapp\.com\/send\/?\?(?:[^#]*&)?phone=)|whatsapp:\/\/send\/?\?(?:[^#]*&)?phone=)(?:\+|%2B)?(\d+)(?:[/?#&].*)?|\+?(\d+)(?:[.:_]\d+)*@(?:c\.us|s\.whatsapp\.net))$/i;

/** Finds digits, spaces and punctuation, with a plus in front or not. */
const NUMBER =
	/^(?:\ue000|[\p{Zs}\t([]*(?:\+[\p{Zs}\t([]*)?)\d[\d\p{Zs}\t()[\].·‧•∙⋅_\p{Pd}−ー/]*$/u;

/**
 * Returns a value without what stands around a number, or why it is none: digits, spaces and punctuation, with a plus in
 * front or not. U+E000 in its place stands for the plus of a chat's link or ID, which nobody typed.
 * @param mayEndInZeros whether a number that looks rounded is one
 */
export function typedText(value: unknown, mayEndInZeros = false) {
	const given = /^(?:number|string)$/.test(typeof value) ? String(value) : '';
	// A longer text is not looked at, and a raised 2 is a footnote.
	if (given.length > 250 || /[^\P{N}\p{Nd}]/u.test(given)) return problem('notOneNumber');

	const digits = given.normalize('NFKC').match(/\p{Nd}/gu);
	const scripts = new Set(digits?.map(zeroOf));
	if (TURNED.test(given) || scripts.size > 1) return problem('misleading');

	const text = plainDigits(given)
		// Wide letters and punctuation, as in ＋１（２０２）.
		.replace(/[！-～]/g, (wide) => wide.normalize('NFKC'))
		.replace(/\p{Cf}/gu, '')
		.replace(AROUND, '')
		// An expression such as =+{{ $json.phone }} puts a second plus before a number that has one.
		.replace(/^\+\s*\+/, '+')
		// A spreadsheet writes 12025550123.0.
		.replace(/^(\+?\d+)\.00?$/, '$1')
		.replace(ZERO_IN_BRACKETS, '')
		.replace(EXACT_EXPONENT, (number) => String(Number(number)))
		// A link has its number in the first group, an ID in the second.
		.replace(CHAT, '\ue000$1$2');

	if (/@(?:g\.us|lid|broadcast|newsletter)$/i.test(text)) return problem('noNumber');

	// 12025550123.50, an exponent that is left, and what a spreadsheet leaves of a long number.
	const isRounded = /^(?=\d{11})[1-9]\d{0,5}0+$/.test(text) && !mayEndInZeros;
	if (isRounded || /^\+?\d+\.\d{1,2}$|^\d{9,}\.|e\+?\d+$/i.test(text)) return problem('lostDigits');

	return NUMBER.test(text) ? text : problem('notOneNumber');
}
