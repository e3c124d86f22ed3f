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

/** Counts the parts of a text (3GPP TS 23.040). */
export function smsParts(text: string): SmsParts {
	if (!GSM.test(text)) return { parts: countOfParts(text, 70, 67), encoding: 'UCS-2' };

	// Any character that JavaScript counts as two stands for one of the extension.
	return { parts: countOfParts(text.replace(EXTENSION, '😀'), 160, 153), encoding: 'GSM-7' };
}

/** Counts the parts of a text, by the places in one that stands alone, and in each of several. */
function countOfParts(text: string, alone: number, each: number): number {
	if (text.length <= alone) return 1;

	let parts = 0;
	for (let start = 0; start < text.length; parts += 1) {
		start += each;
		// A character of two places is never split.
		if (/[\uDC00-\uDFFF]/.test(text.charAt(start))) start -= 1;
	}
	return parts;
}

/** The plain twin of each typographic character, and of each that belongs to a language or is an ornament. */
const ALL_TWINS = { ...twins.typographic, ...twins.others };

const withTwins = (text: string, table: Record<string, string>) =>
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
	return GSM.test(fitting) ? fitting : withTwins(normalized, twins.typographic);
}
