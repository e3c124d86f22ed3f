import twins from './twins.json';

/** How a text travels as SMS. */
export interface SmsParts {
	/** How many messages carriers charge for it. */
	parts: number;
	encoding: 'GSM-7' | 'UCS-2';
}

/** A text of nothing but the GSM alphabet and its extension (3GPP TS 23.038). */
const GSM =
	/^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà\f^{}\\[~\]|€]*$/;

/** The extension, whose characters take two places. */
const EXTENSION = /[\f^{}\\[~\]|€]/g;

/** Places in a text of one part, and in each part of a longer one, which also says where it belongs. */
const PLACES = {
	'GSM-7': { alone: 160, each: 153 },
	'UCS-2': { alone: 70, each: 67 },
};

/** Counts the parts of a text (3GPP TS 23.040). What a reader sees as one character is never split. */
export function smsParts(text: string): SmsParts {
	const encoding = GSM.test(text) ? 'GSM-7' : 'UCS-2';
	const { alone, each } = PLACES[encoding];
	// Any character that JavaScript counts as two stands for one of the extension.
	const places = encoding === 'GSM-7' ? text.replace(EXTENSION, '😀') : text;
	if (places.length <= alone) return { parts: 1, encoding };

	const rest = places.replaceAll('\r\n', '\n\n');
	let parts = 0;
	for (let start = 0; start < rest.length; parts += 1) {
		start += partLength(rest.slice(start, start + each + 1), each);
	}
	return { parts, encoding };
}

const CHARACTERS = new Intl.Segmenter();

/** Returns how much of a text goes into a part: what stands on its end belongs to the next, unless nothing else fits. */
function partLength(text: string, room: number): number {
	if (text.length <= room) return text.length;
	return CHARACTERS.segment(text).containing(room)?.index || room;
}

/** Returns the plain twin of each character. */
const twinsOf = (table: Record<string, string>) =>
	Object.entries(table).flatMap(([twin, characters]) =>
		Array.from(characters, (one) => [one, twin] as const),
	);

/** Typographic characters. */
const TYPOGRAPHIC = new Map(twinsOf(twins.always));

/** These and what else has a plain twin: it belongs to a language, or is an ornament. */
const ALL_TWINS = new Map([...TYPOGRAPHIC, ...twinsOf(twins.whereItFits)]);

const withTwins = (text: string, table: ReadonlyMap<string, string>) =>
	Array.from(text, (one) => table.get(one) ?? one).join('');

/** Wide, small and vertical forms, ligatures, letters of formulas, double marks: Unicode knows their twins. */
const COMPATIBLE =
	/[\ufb00-\ufb06\ufe10-\ufe19\ufe50-\ufe6b\uff01-\uff65\uffe1\uffe5‼⁇⁈⁉\u{1d400}-\u{1d7ff}]/gu;

const INVISIBLE = /\p{Cf}|[^\P{Cc}\t\v\n\f\r\u0085]/gu;

/**
 * Returns a text whose typographic characters are plain. Everything else that has a plain twin is replaced, and invisible
 * characters are dropped, only where the text then fits the GSM alphabet.
 */
export function smartlyEncoded(text: string): string {
	const normalized = text.normalize('NFC');
	const plain = normalized
		.replace(INVISIBLE, '')
		.replace(COMPATIBLE, (one) => one.normalize('NFKC'))
		.replace(/\d(?=[¼½¾])/g, '$& ')
		.normalize('NFC');

	const fitting = withTwins(plain, ALL_TWINS);
	return GSM.test(fitting) ? fitting : withTwins(normalized, TYPOGRAPHIC);
}

/** Most characters that the advice names. */
const MAX_NAMED = 10;

/** Says which characters of some texts force UCS-2, and what Smart Encoding would save; empty where none does. */
export function smsAdvice(texts: string[]): string {
	const characters = [...new Set(texts.join(''))].filter((one) => !GSM.test(one));
	if (characters.length === 0) return '';

	const named = characters.slice(0, MAX_NAMED).map(visible).join(' ');
	const more = characters.length > MAX_NAMED ? ' and others' : '';
	const { alone } = PLACES['GSM-7'];
	const reason = `These characters force UCS-2, with ${PLACES['UCS-2'].alone} characters a part instead of ${alone}: ${named}${more}.`;

	const now = countParts(texts);
	const smart = countParts(texts.map(smartlyEncoded));
	if (smart >= now) return reason;
	return `${reason} With 'Smart Encoding': ${smart} SMS ${smart === 1 ? 'part' : 'parts'} instead of ${now}.`;
}

const countParts = (texts: string[]) => texts.reduce((sum, text) => sum + smsParts(text).parts, 0);

/** Returns a character as a person can see it: an invisible one by its number. */
const visible = (one: string) =>
	/[\p{L}\p{N}\p{P}\p{S}]/u.test(one)
		? one
		: `U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
