/** Returns a text as it is, or in its place that it holds the API token. */
export type Hide = (text: string) => string;

/** What stands in the place of a text that is not shown. */
export const HELD = '(not shown: it contains the API token)';

/** So many characters of a token in a row give it away. */
const TELLING = 8;

/** A shorter text is no secret, and stands in many a word. */
const SHORTEST = 4;

/** How addresses, HTML, JSON and programs spell a character otherwise, also several times over. */
const SPELT =
	/(?:%(?:25)*|(?<!\\)\\+(?:x|u00)|&(?:amp;)*#x0*(?=..(?![0-9a-f])))([0-9a-f]{2});?|&(?:amp;)*#0*(\d{2,3})(?!\d);?|&(?:amp;)*(amp|lt|gt|quot|apos);|(?<!\\)\\+(["'/\\bfnrt])/gi;

/** How often one text is read so: JSON in a page, in an address, and once more. */
const MAX_TIMES = 4;

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Returns what keeps a token out of errors: a text in which 8 characters of it stand in a row is not shown,
 * also where they are spelt as in an address, in JSON or HTML, in base64 or hexadecimal. A token of less than
 * 8 characters is looked for as a word of its own.
 */
export function hideToken(token: string): Hide {
	if (token.length < SHORTEST) return (text) => text;
	// Most executions quote nothing.
	let isIn: ((text: string) => boolean) | undefined;
	return (text) => {
		isIn ??= token.length < TELLING ? asWord(token) : inParts(token);
		return readings(text).some(isIn) ? HELD : text;
	};
}

/** Returns a text, and how it reads once its characters are no longer spelt otherwise. */
function readings(text: string): string[] {
	const found = [text];
	for (let plain = text; found.length <= MAX_TIMES; found.push(plain)) {
		plain = plain.replace(SPELT, plainly);
		if (plain === found[found.length - 1]) break;
	}
	return found;
}

function plainly(_: string, hex?: string, decimal?: string, name?: string, sign = ' '): string {
	if (name) return NAMED[name.toLowerCase()];
	if (hex ?? decimal) return String.fromCharCode(Number(decimal ?? `0x${hex}`));
	// The letter of a line break belongs to no word.
	return /[a-z]/i.test(sign) ? ' ' : sign;
}

/** Returns a token in base64 and hexadecimal, as it stands amid other letters. */
function encodings(token: string): string[] {
	const encoded = (encoding: BufferEncoding, before = 0) =>
		Buffer.from(' '.repeat(before) + token).toString(encoding);
	// Six bits a letter: the first and last may hold something of what stands beside the token.
	const letters = (bytes: number) => (bytes * 8) / 6;
	const base64 = [0, 1, 2].flatMap((before) =>
		(['base64', 'base64url'] as const).map((alphabet) =>
			encoded(alphabet, before).slice(
				Math.ceil(letters(before)),
				Math.floor(letters(before + token.length)),
			),
		),
	);
	const hex = encoded('hex');
	return [...base64, hex, hex.toUpperCase()];
}

function asWord(token: string): (text: string) => boolean {
	// A shorter run of letters stands in many a word.
	const forms = encodings(token).filter((form) => form.length >= TELLING);
	const word = new RegExp(`(?<!\\w)${token.replace(/\W/g, '\\$&')}(?!\\w)`);
	return (text) => word.test(text) || forms.some((form) => text.includes(form));
}

function inParts(token: string): (text: string) => boolean {
	const parts = new Set([...readings(token), ...encodings(token)].flatMap(partsOf));
	return (text) => partsOf(text).some((part) => parts.has(part));
}

function partsOf(text: string): string[] {
	const count = Math.max(text.length - TELLING + 1, 0);
	return Array.from({ length: count }, (_, start) => text.slice(start, start + TELLING));
}
