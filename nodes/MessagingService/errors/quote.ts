import { jsonStringify } from 'n8n-workflow';

/** Returns foreign text as people may read it: one line, no control characters, no tags, at most `most` characters. */
export function quote(text: string, most = 200) {
	// Enough characters to find a quote in, and cheap for answers of any size.
	const line = withoutTags(text.slice(0, 4000))
		.replace(/[\p{C}\s]+/gu, ' ')
		.trim();
	if (line.length <= most) return line;

	// Never half of a surrogate pair.
	return `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Returns a text of which n8n's panel, which shows descriptions as HTML, makes no tag. */
export const withoutTags = (text: string) => text.replaceAll('<', '‹');

/** Returns any value as an error about it shows it: in one line, of 40 characters at most. */
export function quoteValue(value: unknown) {
	const text =
		typeof value === 'object' ? jsonStringify(value, { replaceCircularRefs: true }) : String(value);
	return quote(text, 40);
}

/** Returns the message of anything that was thrown. */
export function messageOf(thrown: unknown) {
	return thrown instanceof Error ? thrown.message : quoteValue(thrown);
}
