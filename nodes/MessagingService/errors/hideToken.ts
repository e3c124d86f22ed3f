/** Gives a text without the API token. */
export type Hide = (text: string) => string;

/** What stands in its place. */
const HIDDEN = '[API token]';

/** So many characters of a token in a row give it away. */
const TELLING = 8;

/** A shorter text is no secret, and stands in many a word. */
const SHORTEST = 4;

/**
 * Gives what takes a token out of texts that are quoted: any part of it of 8 characters or more, so that
 * none is left where a text was cut within it, also as it stands in an address or in JSON.
 * A token of less than 8 characters is taken out where it stands as a word of its own.
 */
export function hideToken(token: string): Hide {
	if (token.length < SHORTEST) return (text) => text;
	if (token.length < TELLING) {
		const word = new RegExp(`(?<!\\w)${token.replace(/[^\w]/g, '\\$&')}(?!\\w)`, 'g');
		return (text) => text.replace(word, HIDDEN);
	}
	const forms = [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)];
	const parts = new Set(forms.flatMap(partsOf));
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
