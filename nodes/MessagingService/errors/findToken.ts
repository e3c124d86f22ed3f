import { type Decoder, fromBase64, fromDecimals, fromHex, unescape, withoutCount } from './decode';
import { Runs } from './runs';

/** This many characters of a token in a row give it away. */
const REVEALING_RUN = 8;

/** Shorter tokens occur inside ordinary words, so they are no secrets. */
const SHORTEST_TOKEN = 4;

/** A token may be encoded this many times, one encoding in another. */
const MAX_ENCODINGS = 3;

/** Most characters of tokens that are kept: about 60 MB, enough for 5,500 tokens of 900 characters or 125,000 of 40. */
const MAX_CHARACTERS = 5_000_000;

/** How tokens of one kind are looked for. */
interface Search {
	/** Returns each form of a text in small letters in which a token would be readable. */
	formsOf: (text: string) => string[];
	decoders: Decoder[];
}

/** Finds a long token also if something stands between its characters: spaces, line breaks, dashes, or quotation marks of a list. */
const LONG: Search = {
	formsOf: (text) => [
		text.replace(/\s/g, ''),
		text.replace(/[\s"',]/g, ''),
		text.replace(/[^a-z\d]/g, ''),
	],
	decoders: [fromHex, fromDecimals, fromBase64],
};

/** Finds a short token where its characters stand together or in a list. Joined words and base64 would hold any short token. */
const SHORT: Search = {
	formsOf: (text) => {
		const singles = text.match(/(?<![a-z\d])[a-z\d](?![a-z\d])/g) ?? [];
		return [text, singles.join('')];
	},
	decoders: [fromHex, fromDecimals],
};

/** Finds tokens in texts. The time that a text takes depends on its length, and hardly on how many tokens there are. */
export class TokenFinder {
	/** Whether there are more tokens than can be kept, so that no text is known to be without them. */
	readonly isFull: boolean;

	/** The texts that hold the tokens, by how many characters in a row give one away. */
	private readonly revealing: Map<number, Runs>;

	constructor(tokens: ReadonlySet<string>) {
		const secret = [...tokens].filter((token) => token.length >= SHORTEST_TOKEN);
		const characters = secret.reduce((sum, token) => sum + token.length, 0);
		this.isFull = characters > MAX_CHARACTERS;

		const forms = this.isFull ? new Map<number, string[]>() : tokenForms(secret);
		this.revealing = new Map(
			[...forms].map(([length, texts]) => [length, new Runs(texts, length)]),
		);
	}

	/** Tells whether a text holds a token, or eight characters in a row of one, however they are spelled. */
	isIn(text: string): boolean {
		return [...this.revealing].some(([length, runs]) =>
			isAnyIn(text, runs, searchOf(length), MAX_ENCODINGS),
		);
	}
}

const searchOf = (length: number) => (length < REVEALING_RUN ? SHORT : LONG);

/** Returns the forms of tokens, by how many characters of them in a row give them away. */
function tokenForms(tokens: string[]): Map<number, string[]> {
	const forms = new Map<number, string[]>();
	for (const token of tokens) {
		const length = Math.min(token.length, REVEALING_RUN);
		const ofLength = forms.get(length) ?? [];
		forms.set(length, ofLength);
		ofLength.push(...formsOf([token, unescape(token)], searchOf(length)));
	}
	return forms;
}

/** Tells whether any of the runs is in any form of a text, also of the texts that are encoded in it. */
function isAnyIn(text: string, runs: Runs, search: Search, encodings: number): boolean {
	const readings = readingsOf(text);
	if (formsOf(readings, search).some((form) => runs.hasAny(form))) return true;
	if (encodings === 0) return false;

	const decoded = search.decoders.flatMap((decode) => readings.flatMap(decode));
	return decoded.flatMap(printableParts).some((part) => isAnyIn(part, runs, search, encodings - 1));
}

/** Returns how a text can be read: as it is, with no character spelled in another way, and without the numbers that count its parts. */
function readingsOf(text: string): string[] {
	const spelled = [text, unescape(text)];
	return [...new Set([...spelled, ...spelled.map(withoutCount)])];
}

/** Returns each form of the readings once, in small letters: a token that is shown in capitals is given away, too. */
function formsOf(readings: string[], search: Search): string[] {
	const forms = readings.flatMap((reading) => search.formsOf(reading.toLowerCase()));
	return [...new Set(forms)];
}

/** Returns the parts of decoded bytes that are text, as tokens are: all other bytes were no encoded text. */
function printableParts(bytes: string): string[] {
	// UTF-16 has a zero byte beside each character.
	return bytes.replaceAll('\0', '').match(/[\t\n\r\x20-\x7e]{4,}/g) ?? [];
}
