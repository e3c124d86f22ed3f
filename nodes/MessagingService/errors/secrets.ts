import { TokenFinder } from './findToken';

/** Returns a text as it is, or what stands in its place if it may hold an API token. */
export type Hide = (text: string) => string;

const HIDDEN_TEXT = '(not shown: it contains the API token)';

/** Stands for a text that is too long to be looked through, or for any text where there are too many tokens. */
const UNKNOWN_TEXT = '(not shown: it may contain the API token)';

/** Most characters that are looked through. Errors cut what they quote long before that. */
const MAX_LENGTH = 5_000;

/**
 * The API tokens of one execution, one poll or one list: no error shows any of them.
 * Whoever reads a token adds it at once; whoever makes an error hands over the secrets.
 */
export class Secrets {
	private readonly tokens = new Set<string>();

	/** Knows all the tokens. It is made for the first error, since most executions make none. */
	private finder?: TokenFinder;

	/** Adds a token as it stands in a credential. */
	add(token: string): void {
		if (this.tokens.has(token)) return;
		this.tokens.add(token);
		this.finder = undefined;
	}

	/**
	 * Hides a text that holds a token, or eight characters in a row of one, also where they are spelled as in an address, in
	 * JSON or HTML, stand apart, or are encoded as bytes or in base64. A token of fewer than eight characters is looked for as a whole.
	 * The text must be as it will be shown: whatever is changed afterwards could make a token readable.
	 */
	readonly hide: Hide = (text) => {
		if (this.tokens.size === 0) return text;

		this.finder ??= new TokenFinder(this.tokens);
		if (this.finder.isFull || text.length > MAX_LENGTH) return UNKNOWN_TEXT;
		return this.finder.isIn(text) ? HIDDEN_TEXT : text;
	};
}
