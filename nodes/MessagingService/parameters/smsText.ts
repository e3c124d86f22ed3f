import { SegmentedMessage } from 'sms-segments-calculator';

/** How a text travels as SMS. */
export interface SmsParts {
	/** How many messages carriers charge for it. */
	count: number;
	encoding: 'GSM-7' | 'UCS-2';
}

/** Fewest characters that each part of a long text holds: 67 in UCS-2, one less where a pair would be split. */
const LEAST_IN_PART = 66;

/** True where a text fits into so many parts whatever its characters are, so that nothing need be counted. */
export function certainlyFits(text: string, most: number): boolean {
	return text.length <= most * LEAST_IN_PART;
}

/** Returns the parts of a text that is sent as SMS (3GPP TS 23.038 and 23.040). */
export function smsParts(text: string): SmsParts {
	const { segmentsCount: count, encodingName: encoding } = new SegmentedMessage(text);
	return { count, encoding };
}

/** Typographic characters by their plain twins, which the GSM alphabet has. */
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
