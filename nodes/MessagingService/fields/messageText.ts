import { InputError } from '../errors';
import { flag, number, parameter, type Read, required } from './parameter';
import { asGiven, readable } from './readValues';
import twins from './twins.json';

/** A text of nothing but the GSM alphabet and its extension (3GPP TS 23.038). */
const GSM =
	/^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà\f^{}\\[~\]|€]*$/;

/** The extension, whose characters take two places. */
const EXTENSION = /[\f^{}\\[~\]|€]/g;

/** Returns how many messages carriers charge for a text (3GPP TS 23.040), and how its characters are encoded. */
function smsParts(text: string) {
	if (!GSM.test(text)) return { parts: countOfParts(text, 70, 67), encoding: 'UCS-2' };

	// Any character that JavaScript counts as two stands for one of the extension.
	return { parts: countOfParts(text.replace(EXTENSION, '😀'), 160, 153), encoding: 'GSM-7' };
}

/** Counts the parts of a text, by the places in one that stands alone, and in each of several. */
function countOfParts(text: string, alone: number, each: number) {
	if (text.length <= alone) return 1;

	let parts = 0;
	for (let start = 0; start < text.length; parts += 1) {
		start += each;
		// A character of two places is never split.
		if (/[\uDC00-\uDFFF]/.test(text.charAt(start))) start -= 1;
	}
	return parts;
}

/** Replaces the characters that a table has. */
const withTwins = (text: string, table: Record<string, string>) =>
	Array.from(text, (one) => table[one] ?? one).join('');

/** Wide, small and vertical forms, ligatures, letters of formulas, double marks: Unicode knows their twins. */
const COMPATIBLE =
	/[\ufb00-\ufb06\ufe10-\ufe19\ufe50-\ufe6b\uff01-\uff65\uffe1\uffe5‼⁇⁈⁉\u{1d400}-\u{1d7ff}]/gu;

const INVISIBLE = /(?![\t\v\n\f\r\u0080-\u009f])[\p{Cf}\p{Cc}]/gu;

/**
 * Returns a text whose typographic characters are plain. Everything else that has a plain twin is replaced, and invisible
 * characters are dropped, only where the text then fits the GSM alphabet.
 */
function smartlyEncoded(text: string) {
	const normalized = text.normalize('NFC');
	const plain = normalized
		.replace(INVISIBLE, '')
		.replace(COMPATIBLE, (one) => one.normalize('NFKC'))
		.replace(/\d(?=[¼½¾])/g, '$& ')
		.normalize('NFC');

	const fitting = withTwins(withTwins(plain, twins.others), twins.typographic);
	return GSM.test(fitting) ? fitting : withTwins(normalized, twins.typographic);
}

/** The text of a message, with all of its characters: Smart Encoding reads some that no text is sent with. */
export const MESSAGE = required(
	parameter(
		{
			displayName: 'Message',
			path: 'message',
			typeOptions: { rows: 3 },
			placeholder: 'e.g. Your table is ready',
			description: 'Text of the message',
		},
		asGiven,
	),
);

/** Shows a field where a text is sent by SMS. */
const SMS_ONLY = { displayOptions: { show: { '/channel': ['sms'] } } };

/** Most parts of a text. 24 parts hold 1,600 characters of any script, which is what providers take. */
export const MAX_SMS_PARTS = number({
	displayName: 'Max SMS Parts',
	path: 'options.maxSmsParts',
	typeOptions: { minValue: 0, maxValue: 255 },
	default: 24,
	description:
		'Maximum number of parts of an SMS. Longer texts are refused. Each part may be charged. Defaults to 24; 0 means no limit.',
	...SMS_ONLY,
});

/** Sends typographic characters as their plain twins. */
export const SMART_ENCODING = flag({
	displayName: 'Smart Encoding',
	path: 'options.smartEncoding',
	description:
		'Whether to send curly quotes, dashes and the like as plain characters, so that a text may take fewer SMS parts',
	...SMS_ONLY,
});

/** Reads a text as it is sent by SMS. @throws InputError where it takes more than Max SMS Parts */
export function readSmsText(read: Read, given: string) {
	const message = readable(read(SMART_ENCODING) ? smartlyEncoded(given) : given);
	const sms = smsParts(message);
	const most = read(MAX_SMS_PARTS);
	if (most === 0 || sms.parts <= most) return { message, ...sms };

	throw new InputError(
		`'Message' takes ${sms.parts} SMS parts (${sms.encoding}), and 'Max SMS Parts' allows ${most}`,
		"Shorten the text, or add 'Max SMS Parts' to the options with a higher number, or 0 for no limit.",
	);
}
