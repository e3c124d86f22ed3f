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

/** Counts the parts of a text (3GPP TS 23.040). What a reader sees as one character is never split. */
export function smsParts(text: string): SmsParts {
	if (!GSM.test(text)) return { parts: countOfParts(text, 70, 67), encoding: 'UCS-2' };

	// Any character that JavaScript counts as two stands for one of the extension.
	return { parts: countOfParts(text.replace(EXTENSION, '😀'), 160, 153), encoding: 'GSM-7' };
}

/** Counts the parts of a text, by the places in one that stands alone, and in each of several. */
function countOfParts(text: string, alone: number, each: number): number {
	if (text.length <= alone) return 1;

	const places = text.replaceAll('\r\n', '\n\n');
	let parts = 0;
	for (let start = 0; start < places.length; parts += 1) {
		start += partLength(places.slice(start, start + each + 1), each);
	}
	return parts;
}

const CHARACTERS = new Intl.Segmenter();

/** Returns how much of a text goes into a part: what stands on its end belongs to the next, unless nothing else fits. */
function partLength(text: string, room: number): number {
	if (text.length <= room) return text.length;
	return CHARACTERS.segment(text).containing(room)?.index || room;
}

/** The plain twin of each typographic character, and of each that belongs to a language or is an ornament. */
const TYPOGRAPHIC: Twins = twins.typographic;
const ALL_TWINS: Twins = { ...TYPOGRAPHIC, ...twins.others };

type Twins = Record<string, string>;

const withTwins = (text: string, table: Twins) =>
	Array.from(text, (one) => table[one] ?? one).join('');

/** Wide, small and vertical forms, ligatures, letters of formulas, double marks: Unicode knows their twins. */
const COMPATIBLE =
	/[\ufb00-\ufb06\ufe10-\ufe19\ufe50-\ufe6b\uff01-\uff65\uffe1\uffe5‼⁇⁈⁉\u{1d400}-\u{1d7ff}]/gu;

const INVISIBLE = /\p{Cf}|[^\P{Cc}\t\v\n\f\r\u0080-\u009f]/gu;

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
	const now = countParts(texts);
	const smart = countParts(texts.map(smartlyEncoded));
	return [
		`These characters force UCS-2, with 70 characters a part instead of 160: ${named}`,
		characters.length > MAX_NAMED ? ' and others.' : '.',
		smart < now ? ` With 'Smart Encoding': ${smart} instead of ${now} SMS parts.` : '',
	].join('');
}

const countParts = (texts: string[]) => texts.reduce((sum, text) => sum + smsParts(text).parts, 0);

/** Returns a character as a person can see it: an invisible one by its number. */
const visible = (one: string) =>
	/[\p{L}\p{N}\p{P}\p{S}]/u.test(one) ? one : `U+${one.codePointAt(0)?.toString(16).toUpperCase()}`;
