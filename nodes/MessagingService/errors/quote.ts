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
	const spellings = [
		token,
		encodeURIComponent(token),
		inJson(token),
		// Some services escape the slash too.
		inJson(token).replaceAll('/', '\\/'),
		...inBase64(token),
	];
	const isHeld = spellings.some((spelling) => text.includes(spelling));
	return isHeld ? '(not shown: it contains the API token)' : text;
}

const inJson = (token: string) => JSON.stringify(token).slice(1, -1);

/** Returns the token in base64, by how many bytes stand before it in its group of three; without shared characters. */
function inBase64(token: string): string[] {
	return [0, 1, 2].map((before) => {
		const encoded = Buffer.from(`${'-'.repeat(before)}${token}`).toString('base64');
		const bits = (before + token.length) * 8;
		return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
	});
}
