import { plainDigits, zeroOf } from './digits';
import { problem } from './problems';

/**
 * Returns a value without what stands around a number, or why it is none: digits, spaces and punctuation, with a plus in
 * front or not. U+E000 in its place stands for the plus of a chat's link or ID, which nobody typed.
 * @param mayEndInZeros whether a number that looks rounded is one
 */
export function typedNumber(value: unknown, mayEndInZeros = false) {
	const given = /^(?:number|string)$/.test(typeof value) ? String(value) : '';
	// A longer text is not looked at, and a raised 2 is a footnote.
	if (given.length > 250 || /[^\P{N}\p{Nd}]/u.test(given)) return problem('notOneNumber');

	// Marks that turn the direction may stand around a number, as contact apps put them, but not within.
	const zeros = given
		.normalize('NFKC')
		.match(/\p{Nd}/gu)
		?.map(zeroOf);
	if (
		/[\u202d\u202e]|\p{Nd}[^\p{Nd}\u061c\u200f\u202a-\u202c\u2066-\u2069]*[\u061c\u200f\u202a-\u202c\u2066-\u2069]\P{Nd}*\p{Nd}/u.test(
			given,
		) ||
		new Set(zeros).size > 1
	)
		return problem('misleading');

	const text = plainDigits(given)
		.replace(/[！-～]/g, (wide) => wide.normalize('NFKC'))
		.replace(/\p{Cf}/gu, '')
		// What people, contact apps and programs put around a number: ="+1…", Tel.: +1…, Facebook's p:+1…
		.replace(
			/^(?:[\s\p{Cc}="'“”„‘’«»]|(?:tel|phone|mobile|cell|sms|whatsapp|p)\s?[:.]+(?!\/))+|(?<![\s\p{Cc}"'“”‘’«»,;])[\s\p{Cc}"'“”‘’«»,;]+$/giu,
			'',
		)
		// An expression such as =+{{ $json.phone }} puts a second plus before a number that has one.
		.replace(/^\+\s*\+/, '+')
		.replace(/^(\+?\d+)\.00?$/, '$1')
		// A (0) behind a country code is not dialled, except in Italy, where mobile numbers begin with 3 and others with 0.
		.replace(
			/(?<=\d[\s)\].\p{Pd}/]{0,9})(?<![^1-9]39[\s)\].\p{Pd}/]{0,9})[([]\s*0\s*[)\]]|(?<=[^1-9]39[\s)\].\p{Pd}/]{0,9})[([]\s*0\s*[)\]](?=[\s.\p{Pd}/]*[03])/u,
			'',
		)
		// 1.2025550123E10, with a digit for each place; of long numbers, a 0 at the end may be missing. Others were rounded.
		.replace(
			/(?<=^\+?)\d\.(?:\d{7}e\+?0?7|\d{8}e\+?0?8|\d{9}e\+?0?9|\d{9,10}e\+?10|\d{10,11}e\+?11|\d{11,12}e\+?12|\d{12,13}e\+?13)$/i,
			(number) => String(Number(number)),
		)
		.replace(
			/^(?:(?:(?:https?:\/\/)?(?:(?:www\.)?wa\.me\/|\w+\.whatsapp\.com\/send\/?\?(?:[^#]*&)?phone=)|whatsapp:\/\/send\/?\?(?:[^#]*&)?phone=)(?:\+|%2B)?(\d+)(?:[/?#&].*)?|\+?(\d+)(?:[.:_]\d+)*@(?:c\.us|s\.whatsapp\.net))$/i,
			'\ue000$1$2',
		);

	if (/@(?:g\.us|lid|broadcast|newsletter)$/i.test(text)) return problem('noNumber');

	// 12025550123.50, an exponent that is left, and what a spreadsheet leaves of a long number.
	if (
		/^\+?\d+\.\d{1,2}$|^\d{9,}\.|e\+?\d+$/i.test(text) ||
		(/^(?=\d{11})[1-9]\d{0,5}0+$/.test(text) && !mayEndInZeros)
	) {
		return problem('lostDigits');
	}

	return /^(?:\ue000|[\p{Zs}\t([]*(?:\+[\p{Zs}\t([]*)?)\d[\d\p{Zs}\t()[\].·‧•∙⋅_\p{Pd}−ー/]*$/u.test(
		text,
	)
		? text
		: problem('notOneNumber');
}
