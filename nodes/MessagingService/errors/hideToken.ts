/** Gives a text without the API token. */
export type Hide = (text: string) => string;

/** What stands in its place. */
const HIDDEN = '[API token]';

/** So many characters of a token in a row give it away. */
const TELLING = 8;

/** A shorter text is no secret, and stands in many a word. */
const SHORTEST = 4;

/** How HTML, addresses, JSON and programs spell a character otherwise. */
const SPELT =
	/&#0*(\d{2,3})(?!\d);?|(?:&#x0*(?=..(?![0-9a-f]))|%|\\x|\\u00)([0-9a-f]{2});?|&(amp|lt|gt|quot|apos);|\\(["'/\\])/gi;

/** How often one text may be spelt otherwise: JSON in a page, in an address, and once more. */
const MAX_TIMES = 4;

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Gives what takes a token out of texts that are quoted: any part of it of 8 characters or more, so that
 * none is left where a text was cut within it, also as it stands in an address, in JSON or HTML, in base64
 * or hexadecimal. A token of less than 8 characters is taken out where it stands as a word of its own.
 */
export function hideToken(token: string): Hide {
	if (token.length < SHORTEST) return (text) => text;
	// Most executions quote nothing.
	let cut: Hide | undefined;
	return (text) => {
		cut ??= token.length < TELLING ? cutWord(token) : cutParts(token);
		let shown = cut(text);
		let spelt = shown;
		for (let times = 0; times < MAX_TIMES; times++) {
			const plain = lessSpelt(spelt);
			if (plain === spelt) break;
			spelt = cut(plain);
			// As it came, the text would give the token away to whoever reads it so.
			if (spelt !== plain) shown = spelt;
		}
		return shown;
	};
}

/** Gives a text with the characters that are spelt otherwise as they are, or as they are spelt in turn. */
const lessSpelt = (text: string): string =>
	text.replace(
		SPELT,
		(_, decimal?: string, hex?: string, name?: string, sign?: string) =>
			sign ??
			NAMED[name?.toLowerCase() ?? ''] ??
			String.fromCodePoint(Number(decimal ?? `0x${hex}`)),
	);

/** Base64 and hexadecimal, which anything else may stand before and behind in the same run of letters. */
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

function cutWord(token: string): Hide {
	// A shorter run of letters stands in many a word.
	const forms = encodings(token).filter((form) => form.length >= TELLING);
	const [word, ...others] = [token, ...forms].map((form) => form.replace(/\W/g, '\\$&'));
	// The letter of a line break in JSON, as in \n, is none of a word.
	const start = '(?:(?<!\\w)|(?<=\\\\[bfnrt]))';
	const any = new RegExp([`${start}${word}(?!\\w)`, ...others].join('|'), 'g');
	return (text) => text.replace(any, HIDDEN);
}

function cutParts(token: string): Hide {
	const parts = new Set([token, lessSpelt(token), ...encodings(token)].flatMap(partsOf));
	return (text) => withoutParts(text, parts);
}

function partsOf(form: string): string[] {
	const count = form.length - TELLING + 1;
	return Array.from({ length: count }, (_, start) => form.slice(start, start + TELLING));
}

function withoutParts(text: string, parts: Set<string>): string {
	let shown = '';
	let from = 0;
	for (let start = 0; start + TELLING <= text.length; start++) {
		if (!parts.has(text.slice(start, start + TELLING))) continue;
		let end = start + TELLING;
		while (parts.has(text.slice(end - TELLING + 1, end + 1)) && end < text.length) end++;
		shown += text.slice(from, start) + HIDDEN;
		from = end;
		start = end - 1;
	}
	return shown + text.slice(from);
}
