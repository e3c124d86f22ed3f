/** Finds an escape of an address (`%41`) or of JSON (`\u0041`, `\/`) at the beginning of a text. */
const ESCAPE = /^(?:%|\\u00)([\da-f]{2})|^\\(?=.)/is;

/** Most characters of an escape. */
const LONGEST = 6;

/**
 * True where a text holds the API token: as it is, or as services repeat what they got, after any number of rounds of the
 * escapes of JSON and of addresses.
 */
export function holdsToken(text: string, token: string): boolean {
	return text.includes(token) || withoutEscapes(text).includes(withoutEscapes(token));
}

/**
 * Returns a text without its escapes, however often they were applied. It is read from its end: what stands behind an escape
 * holds none any more, so one pass undoes all rounds.
 */
function withoutEscapes(text: string): string {
	// The last character first.
	const read: string[] = [];
	for (let index = text.length - 1; index >= 0; index--) {
		read.push(text[index]);
		// What an escape stands for may begin another one.
		while (read.at(-1) === '%' || read.at(-1) === '\\') {
			const [escape, code] = ESCAPE.exec(read.slice(-LONGEST).reverse().join('')) ?? [];
			if (!escape) break;
			read.length -= escape.length;
			if (code) read.push(String.fromCharCode(parseInt(code, 16)));
		}
	}
	return read.reverse().join('');
}
