import { listUpTo } from './wording';

/** The alphabet of SMS (GSM 03.38): a text of these characters alone has 160 of them in one SMS. */
const GSM =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Characters of its extension, which count as two. */
const GSM_EXTENSION = '\f^{}\\[~]|€';

const escaped = (characters: string) => characters.replace(/[\\\]^-]/g, '\\$&');
const OUTSIDE_GSM = new RegExp(`[^${escaped(GSM + GSM_EXTENSION)}]`, 'gu');
const IN_EXTENSION = new RegExp(`[${escaped(GSM_EXTENSION)}]`, 'gu');

/** Characters in a text that is one SMS, and in each of several parts. */
const PLACES = { 'GSM-7': { alone: 160, part: 153 }, 'UCS-2': { alone: 70, part: 67 } };

/** How a text travels as SMS. */
export interface SmsParts {
	/** How many messages carriers charge for it. */
	count: number;
	encoding: keyof typeof PLACES;
	/**
	 * The characters that make the text longer, each once. In UCS-2, those that the SMS alphabet lacks; in GSM-7, those that
	 * take two places.
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
	const { alone, part } = PLACES[encoding];
	// Most texts are shorter than this: they fit, whatever their characters.
	if (text.length <= PLACES['UCS-2'].alone) return 1;

	const sizes = Array.from(text, (character) => placesOf(character, encoding));
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

/** Returns how many places a character takes. */
function placesOf(character: string, encoding: SmsParts['encoding']): number {
	if (encoding === 'UCS-2') return character.length;
	return GSM_EXTENSION.includes(character) ? 2 : 1;
}

/** Typographic characters by their plain twins, all of which an SMS holds at 160 characters. */
const TYPOGRAPHIC: Record<string, string> = {
	"'": '‘’‚‛‹›′´ʼ',
	'"': '“”„‟«»″',
	'-': '‐‑‒–—―−',
	'...': '…',
	' ': '\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
	'\n': '\u2028\u2029',
	'': '\u200b\u2060\ufeff',
};

const TWINS = new Map(
	Object.entries(TYPOGRAPHIC).flatMap(([twin, characters]) =>
		[...characters].map((character) => [character, twin] as const),
	),
);
const HAS_TWIN = new RegExp(`[${[...TWINS.keys()].join('')}]`, 'g');

/** Returns a text with its typographic characters replaced by their plain twins, and nothing else changed. */
export function withPlainCharacters(text: string): string {
	return text.replace(HAS_TWIN, (character) => TWINS.get(character) ?? character);
}

/** Most characters that are named. */
const MAX_NAMED = 10;

/** Says what some characters of a text cost. */
export function describeCostly(encoding: SmsParts['encoding'], characters: string[]): string {
	const names = characters.map(nameOf);
	const named = listUpTo(MAX_NAMED, names, (others) => ` and ${others} more`);
	if (encoding === 'GSM-7') return `Each of these counts as two characters: ${named}.`;

	const replaced = characters.filter((character) => TWINS.has(character)).length;
	const which = replaced === characters.length ? 'them' : `${replaced} of them`;
	const tip = replaced > 0 ? ` 'Smart Encoding' in the options replaces ${which}.` : '';
	return `Not in the SMS alphabet (GSM 03.38): ${named}. With such a character, one SMS holds 70 characters instead of 160, or 67 instead of 153 if the text takes several.${tip}`;
}

/** Returns a character with its code: some do not show, such as a no-break space. */
function nameOf(character: string): string {
	const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (U+${code})` : `U+${code}`;
}
