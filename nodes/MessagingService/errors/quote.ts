import type { Hide } from './secrets';
import { textOf } from './thrown';

/** Most characters of the service's words that an error quotes. */
const MAX_QUOTE = 200;

/** Most characters of a value that an error about it shows. */
const MAX_VALUE = 40;

// Enough to find MAX_QUOTE printable characters in, and cheap for answers of any size.
const MAX_READ = 4000;

/** Returns a text that n8n's panel cannot turn into a tag or a link: it shows descriptions as HTML. */
export function disarm(text: string): string {
	return text.replace(/<(?=[a-z/!?])/gi, '< ');
}

/**
 * Returns foreign text as it may stand in an error: one line, no control or formatting characters, no HTML,
 * at most `most` characters.
 * @param hide takes what must not be shown out of the text, in exactly the form in which it would be shown
 */
export function quote(text: string, hide: Hide = (same) => same, most = MAX_QUOTE): string {
	const line = disarm(text.slice(0, MAX_READ).replace(/[\p{C}\s]+/gu, ' ')).trim();
	return hide(shorten(line, most));
}

function shorten(line: string, most: number): string {
	if (line.length <= most) return line;
	// Never half of a surrogate pair.
	return `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Returns any value as an error about it shows it: short and in one line. */
export function quoteValue(value: unknown, hide?: Hide): string {
	return quote(textOf(value), hide, MAX_VALUE);
}
