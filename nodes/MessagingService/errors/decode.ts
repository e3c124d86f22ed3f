/** Names that HTML has for characters, each before its character. */
const NAMES =
	'amp& lt< gt> quot" apos\' excl! num# dollar$ percnt% lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; equals= quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] hat^ lowbar_ grave` lcub{ lbrace{ verbar| vert| rcub} rbrace} hyphen- dash-';

const NAMED = new Map(NAMES.split(' ').map((entry) => [entry.slice(0, -1), entry.slice(-1)]));

/** The most characters that spell one character, with the one behind them. */
const LONGEST_SPELLING = 12;

/** Every spelling begins with one of these. */
const BEGINS_SPELLING = /[%&\\]/;

/** The ways in which addresses, JSON, programs and HTML spell a character: each with an example. */
const SPELLINGS = [
	// %41, \x41, \u0041
	/(?:%|\\x|\\u00)(?<hex>[\da-f]{2})/,
	// \u{41}
	/\\u\{0*(?<braced>[\da-f]{2})\}/,
	// \101
	/\\(?<octal>[0-3][0-7]{2})/,
	// &#65; or &#65 before another character
	/&#0?(?<decimal>\d{2,3})(?:;|(?<afterDecimal>[^\d;]))/,
	// &#x41; or &#x41 before another character
	/&#x0?(?<htmlHex>[\da-f]{2})(?:;|(?<afterHex>[^\da-f;]))/,
	// &amp;
	/&(?<name>[a-z]{2,6});/,
	// \" and \n
	/\\(?<sign>["'/\\bfnrt])/,
	// The zeros of &#0065; and &#x0041;, of which all but one are taken away.
	/(?<zeros>&#x?0)0/,
];

/** Finds a spelling at the end of a text. */
const SPELLING = new RegExp(`(?:${SPELLINGS.map(({ source }) => source).join('|')})$`, 'i');

/**
 * Returns how a text reads if no character in it is spelled in another way, also where a spelling is spelled itself:
 * `%2541`, `&amp;#65;` and `\\u0041` are A. Reads the text once: what was read last becomes one character as soon as
 * it spells one, and can then end another spelling.
 */
export function unescape(text: string): string {
	if (!BEGINS_SPELLING.test(text)) return text;

	const read: string[] = [];
	// An HTML reference without a semicolon ends with the character behind it.
	for (const unit of `${text} `.split('')) {
		read.push(unit);
		shortenEnd(read);
	}
	return read.join('').replace(/ $/, '');
}

/** Replaces the characters at the end, as long as they spell one. */
function shortenEnd(read: string[]): void {
	for (;;) {
		const end = read.slice(-LONGEST_SPELLING).join('');
		const match = SPELLING.exec(end);
		const replacement = match?.groups && spelled(match.groups);
		if (!match || replacement === undefined) return;

		read.length -= match[0].length;
		read.push(...replacement.split(''));
	}
}

/** Returns the characters that stand in place of a spelling; undefined for a name that HTML does not have. */
function spelled(parts: Partial<Record<string, string>>): string | undefined {
	const { decimal, name, octal, sign, zeros } = parts;
	if (name) return NAMED.get(name.toLowerCase());
	// In "\n" the n belongs to the escape, not to the next word.
	if (sign) return /[a-z]/i.test(sign) ? ' ' : sign;
	if (zeros) return zeros;
	if (octal) return String.fromCharCode(parseInt(octal, 8));
	if (decimal) return String.fromCharCode(Number(decimal)) + (parts.afterDecimal ?? '');

	const hex = parts.hex ?? parts.braced ?? parts.htmlHex ?? '';
	return String.fromCharCode(parseInt(hex, 16)) + (parts.afterHex ?? '');
}

const WORD = /[a-z\d]+/gi;

/** A word, with what may stand between a number and the part that it counts. */
const COUNTING_WORD = /[a-z\d]+["'\s]*[:=,]?/gi;

/**
 * Returns a text without the numbers that count its parts, from 0 or any other number on: of {"0":"m","1":"S"} and
 * [["0","m"],["1","S"]] remains "m""S", of 5:m 6:S remains mS.
 */
export function withoutCount(text: string): string {
	if (!/\d/.test(text)) return text;

	const numbers = (text.match(WORD) ?? []).map((word) => (/^\d+$/.test(word) ? Number(word) : NaN));
	// Only the word that is counted stands between two numbers of the count.
	const comesIn = (words: number, number: number, index: number) =>
		numbers.slice(index + 1, index + 1 + words).some((other) => other === number);

	let index = -1;
	let next = NaN;
	const parts = text.replace(COUNTING_WORD, (word) => {
		index++;
		const number = numbers[index];
		// Where the part that is counted is the next number itself, either of the two may go.
		const isNext = number === next;
		const isCounting = comesIn(2, next, index);
		const isFirst = !isCounting && comesIn(2, number + 1, index) && comesIn(4, number + 2, index);
		if (!isNext && !isFirst) return word;

		next = number + 1;
		return '';
	});
	// Each pair of a list has brackets of its own.
	return parts === text ? text : parts.replace(/[()[\]{}]/g, '');
}

/** Returns texts that a text holds as encoded bytes. */
export type Decoder = (text: string) => string[];

/** Reads bytes in hexadecimal, whatever stands between them: "6d53", "6d 53", "0x6d, 0x53". */
export const fromHex: Decoder = (text) => {
	const digits = text.replace(/0x|[^\da-f]/gi, '');
	// Letters of a word before the bytes may be digits, too.
	return [0, 1].map((start) => Buffer.from(digits.slice(start), 'hex').toString('latin1'));
};

/** Reads bytes in decimal, whatever stands between them: "[109,83]". */
export const fromDecimals: Decoder = (text) => {
	const numbers = (text.match(/\d+/g) ?? []).map(Number);
	// In {"b0":109,"b1":83} each second number is a byte.
	const everySecond = [0, 1].map((first) => numbers.filter((_, index) => index % 2 === first));
	return [numbers, ...everySecond].map(asText);
};

const asText = (bytes: number[]) =>
	String.fromCharCode(...bytes.map((byte) => (byte < 256 ? byte : 0)));

/** Reads base64, also in lines. What stands before it shifts where its groups of four characters begin. */
export const fromBase64: Decoder = (text) => {
	const digits = text.replace(/[^\w+/-]/g, '');
	return [0, 1, 2, 3].map((start) => Buffer.from(digits.slice(start), 'base64').toString('latin1'));
};
