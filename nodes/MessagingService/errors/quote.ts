/** Most characters of the service's words that an error quotes. */
const MAX_QUOTE = 200;

/** Most characters of a value that an error about it shows. */
const MAX_VALUE = 40;

/** Enough characters to find a quote in, and cheap for answers of any size. */
const MAX_READ = 4000;

/** Returns foreign text as it may stand in an error: one line, no control characters, at most `most` characters. */
export function quote(text: string, most = MAX_QUOTE): string {
	const line = text
		.slice(0, MAX_READ)
		.replace(/[\p{C}\s]+/gu, ' ')
		.trim();
	if (line.length <= most) return line;

	// Never half of a surrogate pair.
	return `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Returns any value as an error about it shows it: short and in one line. */
export function quoteValue(value: unknown): string {
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return quote(text, MAX_VALUE);
}

/** Returns the message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message : quoteValue(thrown);
}

/** Returns a text of the service, or what stands in its place where it holds the API token in any usual spelling. */
export function redact(text: string, token: string): string {
	const spellings = [token, ...inBase64(token)];
	const readings = [text, withoutEscapes(text), withoutPercents(text)];
	const isHeld = readings.some((reading) => spellings.some((one) => reading.includes(one)));
	return isHeld ? '(not shown: it contains the API token)' : text;
}

/** Returns a text of JSON as it reads: `\u0041` and `\/`. */
const withoutEscapes = (text: string) =>
	text
		.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
		.replace(/\\(.)/g, '$1');

/** Returns a text of an address as it reads: `%41`. A token has no other characters than those of ASCII. */
const withoutPercents = (text: string) =>
	text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** Returns the token in both kinds of base64, by how many bytes stand before it in its group of three. */
function inBase64(token: string): string[] {
	return [0, 1, 2].flatMap((before) => {
		const bytes = Buffer.from(`${'-'.repeat(before)}${token}`);
		// The characters at both ends hold bits of what stands beside the token.
		const start = Math.ceil((before * 8) / 6);
		const end = Math.floor((bytes.length * 8) / 6);
		return [bytes.toString('base64'), bytes.toString('base64url')].map((text) =>
			text.slice(start, end),
		);
	});
}
