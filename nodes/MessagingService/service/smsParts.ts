/** GSM 03.38: what an SMS can hold at 160 characters. */
const GSM =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Characters of its extension, which take the place of two. */
const GSM_EXTENSION = '\f^{}\\[~]|€';

const escaped = (characters: string) => characters.replace(/[\\\]^-]/g, '\\$&');
const OUTSIDE_GSM = new RegExp(`[^${escaped(GSM + GSM_EXTENSION)}]`, 'gu');
const IN_EXTENSION = new RegExp(`[${escaped(GSM_EXTENSION)}]`, 'gu');

/** Places for characters in a text that is one SMS, and in each of several parts. */
const PLACES = { 'GSM-7': { alone: 160, part: 153 }, 'UCS-2': { alone: 70, part: 67 } };

/** How a text travels as SMS. */
export interface SmsParts {
	/** As many messages carriers charge for it. */
	count: number;
	encoding: keyof typeof PLACES;
	/**
	 * Characters that take room, each once: those for which the whole text travels as UCS-2; in a text
	 * that travels as GSM-7, those that take two places.
	 */
	costly: string[];
}

/** Counts the parts of an SMS (3GPP TS 23.038 and 23.040). */
export function smsParts(text: string): SmsParts {
	const outside = text.match(OUTSIDE_GSM);
	const encoding = outside ? 'UCS-2' : 'GSM-7';
	const costly = [...new Set(outside ?? text.match(IN_EXTENSION))];
	return { count: countParts(text, encoding), encoding, costly };
}

function countParts(text: string, encoding: SmsParts['encoding']): number {
	// It fits whatever it consists of, which saves looking at it.
	if (text.length <= PLACES['UCS-2'].alone) return 1;
	const { alone, part } = PLACES[encoding];
	const placesOf = (character: string) => {
		if (encoding === 'UCS-2') return character.length;
		return GSM_EXTENSION.includes(character) ? 2 : 1;
	};
	const sizes = Array.from(text, placesOf);
	if (sizes.reduce((sum, each) => sum + each, 0) <= alone) return 1;
	let count = 1;
	let taken = 0;
	for (const size of sizes) {
		// All places of a character are in the same part.
		if (taken + size > part) {
			count++;
			taken = 0;
		}
		taken += size;
	}
	return count;
}
