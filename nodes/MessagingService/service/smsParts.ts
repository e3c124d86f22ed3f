/** GSM 03.38: what an SMS can hold at 160 characters. */
const GSM =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Characters of its extension, which take the place of two. */
const GSM_EXTENSION = '\f^{}\\[~]|€';

const escaped = (characters: string) => characters.replace(/[\\\]^-]/g, '\\$&');
const OUTSIDE_GSM = new RegExp(`[^${escaped(GSM + GSM_EXTENSION)}]`, 'gu');
const IN_EXTENSION = new RegExp(`[${escaped(GSM_EXTENSION)}]`, 'gu');

/** Places for characters in a text that is one SMS, and in each of several parts. */
const GSM_PLACES = { alone: 160, part: 153 };
const UCS2_PLACES = { alone: 70, part: 67 };

/** How a text travels as SMS. */
export interface SmsParts {
	/** As many messages carriers charge for it. */
	count: number;
	encoding: 'GSM-7' | 'UCS-2';
	/**
	 * Characters that take room, each once: those for which the whole text travels as UCS-2; in a text
	 * that travels as GSM-7, those that take two places.
	 */
	costly: string[];
}

/** Counts the parts of an SMS (3GPP TS 23.038 and 23.040). */
export function smsParts(text: string): SmsParts {
	const outside = text.match(OUTSIDE_GSM);
	const count = outside
		? countParts(text, (character) => character.length, UCS2_PLACES)
		: countParts(text, (character) => (GSM_EXTENSION.includes(character) ? 2 : 1), GSM_PLACES);
	return {
		count,
		encoding: outside ? 'UCS-2' : 'GSM-7',
		costly: [...new Set(outside ?? text.match(IN_EXTENSION))],
	};
}

/** @param size places that a character takes; all of them are in the same part */
function countParts(
	text: string,
	size: (character: string) => number,
	places: typeof GSM_PLACES,
): number {
	// It fits whatever it consists of, which saves looking at it.
	if (text.length <= UCS2_PLACES.alone) return 1;
	const sizes = Array.from(text, size);
	if (sizes.reduce((sum, each) => sum + each, 0) <= places.alone) return 1;
	let count = 1;
	let taken = 0;
	for (const each of sizes) {
		if (taken + each > places.part) {
			count++;
			taken = 0;
		}
		taken += each;
	}
	return count;
}
