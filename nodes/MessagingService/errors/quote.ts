import { jsonStringify } from 'n8n-workflow';

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
	const text =
		typeof value === 'object' ? jsonStringify(value, { replaceCircularRefs: true }) : String(value);
	return quote(text, MAX_VALUE);
}

/** Returns the message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message : quoteValue(thrown);
}

/** True where a text holds the API token: as it is, URL-encoded, or as JSON escapes it. */
export function holdsToken(text: string, token: string): boolean {
	const readings = [text, withoutEscapes(text), withoutPercents(text)];
	return readings.some((reading) => reading.includes(token));
}

/** Returns a text of the service, or what stands in its place where it holds the API token. */
export function redact(text: string, token: string): string {
	return holdsToken(text, token) ? '(not shown: it contains the API token)' : text;
}

/** Returns a text of JSON as it reads: `\u0041` and `\/`. */
const withoutEscapes = (text: string) =>
	text
		.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
		.replace(/\\(.)/g, '$1');

/** Returns a text of an address as it reads: `%41`. A token has no other characters than those of ASCII. */
const withoutPercents = (text: string) =>
	text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
