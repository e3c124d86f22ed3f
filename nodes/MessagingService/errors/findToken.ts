import { type Decoder, fromBase64, fromDecimals, fromHex, unescape } from './decode';

/** This many characters of a token in a row give it away. */
const REVEALING_RUN = 8;

/** Shorter tokens occur inside ordinary words, so they are no secrets. */
const SHORTEST_TOKEN = 4;

/** A token may be encoded this many times, one encoding in another. */
const MAX_ENCODINGS = 3;

/** Most pieces of tokens that are kept: about 60 MB, enough for 900 tokens of 900 characters or 15,000 of 40. */
const MAX_PIECES = 1_000_000;

/** How tokens of one kind are looked for. */
interface Search {
	/** Returns each form of a text in which a token would be readable. */
	formsOf: (text: string) => string[];
	decoders: Decoder[];
}

/** Finds a long token also if something stands between its characters: spaces, line breaks, dashes, or quotation marks of a list. */
const LONG: Search = {
	formsOf: (text) =>
		[text, unescape(text)].flatMap((form) => [
			form.replace(/\s/g, ''),
			form.replace(/[\s"',]/g, ''),
			form.replace(/[^a-z\d]/gi, ''),
		]),
	decoders: [fromHex, fromDecimals, fromBase64],
};

/** Finds a short token where its characters stand together or in a list. Joined words and base64 would hold any short token. */
const SHORT: Search = {
	formsOf: (text) => {
		const singles = text.match(/(?<![a-z\d])[a-z\d](?![a-z\d])/gi) ?? [];
		return [text, unescape(text), singles.join('')];
	},
	decoders: [fromHex, fromDecimals],
};

/** Finds tokens in texts. The time that a text takes depends on its length, and not on how many tokens there are. */
export class TokenFinder {
	/** Pieces that give a token away, by their length. */
	private readonly pieces = new Map<number, Set<string>>();

	private pieceCount = 0;

	/** Whether there are more tokens than can be kept, so that no text is known to be without them. */
	get isFull(): boolean {
		return this.pieceCount >= MAX_PIECES;
	}

	add(token: string): void {
		if (token.length < SHORTEST_TOKEN) return;

		const length = Math.min(token.length, REVEALING_RUN);
		const pieces = this.pieces.get(length) ?? new Set();
		this.pieces.set(length, pieces);

		const { formsOf } = length < REVEALING_RUN ? SHORT : LONG;
		const before = pieces.size;
		for (const form of new Set([token, ...formsOf(token)])) {
			if (this.pieceCount + pieces.size - before >= MAX_PIECES) break;
			for (const piece of piecesOf(form, length)) pieces.add(piece);
		}
		this.pieceCount += pieces.size - before;
	}

	/** Tells whether a text holds a token, or eight characters in a row of one, however they are spelled. */
	isIn(text: string): boolean {
		return [...this.pieces].some(([length, pieces]) => {
			const search = length < REVEALING_RUN ? SHORT : LONG;
			const isReadable = (form: string) =>
				piecesOf(form, length).some((piece) => pieces.has(piece));
			return isReadableIn(text, search, isReadable, MAX_ENCODINGS);
		});
	}
}

/** Returns all parts of a text that have a given length. */
function piecesOf(text: string, length: number): string[] {
	const pieces: string[] = [];
	for (let end = length; end <= text.length; end++) pieces.push(text.slice(end - length, end));
	return pieces;
}

/** Tells whether any form of a text is readable, also of the texts that are encoded in it. */
function isReadableIn(
	text: string,
	search: Search,
	isReadable: (form: string) => boolean,
	encodings: number,
): boolean {
	if ([...new Set(search.formsOf(text))].some(isReadable)) return true;
	if (encodings === 0) return false;

	const encoded = [...new Set([text, unescape(text)])];
	const decoded = search.decoders.flatMap((decode) => encoded.flatMap(decode));
	return decoded
		.flatMap(printableParts)
		.some((part) => isReadableIn(part, search, isReadable, encodings - 1));
}

/** Returns the parts of decoded bytes that are text, as tokens are: all other bytes were no encoded text. */
function printableParts(bytes: string): string[] {
	// UTF-16 has a zero byte beside each character.
	return bytes.replaceAll('\0', '').match(/[\t\n\r\x20-\x7e]{4,}/g) ?? [];
}
