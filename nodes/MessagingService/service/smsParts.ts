/** GSM 03.38: what an SMS can hold at 160 characters. */
const GSM = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

/** Characters of its extension, which take the place of two. */
const GSM_EXTENSION = new Set('\f^{}\\[~]|€');

/** Places for characters in a text that is one SMS, and in each of several parts. */
const GSM_PLACES = { alone: 160, part: 153 };
const UCS2_PLACES = { alone: 70, part: 67 };

/** How a text travels as SMS. */
export interface SmsParts {
	/** As many messages carriers charge for it. */
	count: number;
	/** Characters, each once, for which the whole text travels as UCS-2, with 70 places in place of 160. */
	outsideGsm: string[];
}

/** Counts the parts of an SMS (3GPP TS 23.038 and 23.040). */
export function smsParts(text: string): SmsParts {
	// It fits whatever it consists of, which saves looking at it.
	if (text.length <= UCS2_PLACES.alone) return { count: 1, outsideGsm: [] };
	const characters = [...text];
	const outsideGsm = [...new Set(characters.filter((character) => !isGsm(character)))];
	const count =
		outsideGsm.length > 0
			? countParts(characters, (character) => character.length, UCS2_PLACES)
			: countParts(characters, (character) => (GSM.has(character) ? 1 : 2), GSM_PLACES);
	return { count, outsideGsm };
}

function isGsm(character: string): boolean {
	return GSM.has(character) || GSM_EXTENSION.has(character);
}

/** @param size places that a character takes; all of them are in the same part */
function countParts(
	characters: string[],
	size: (character: string) => number,
	places: typeof GSM_PLACES,
): number {
	const sizes = characters.map(size);
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
