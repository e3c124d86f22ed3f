import type { Hide } from './hideToken';

/** Most characters of the service's words that an error quotes. */
const MAX_QUOTE = 200;

/** Most characters of a value that an error about it shows. */
const MAX_VALUE = 40;

// Enough to find MAX_QUOTE printable characters in, and cheap for answers of any size.
const MAX_READ = 4000;

/** Returns a text of which n8n's panel, which shows descriptions as HTML, can make no tag and no link. */
export function disarm(text: string): string {
	return text.replace(/<(?=[a-z/!?])/gi, '< ');
}

/**
 * Returns foreign text as it may stand in an error: one line, no control or formatting characters, no HTML,
 * at most `most` characters.
 * @param hide takes out what must not be shown, before the text is cut
 */
export function quote(text: string, hide: Hide = (same) => same, most = MAX_QUOTE): string {
	const line = disarm(hide(text.slice(0, MAX_READ)).replace(/[\p{C}\s]+/gu, ' ')).trim();
	if (line.length <= most) return line;
	// Never half of a surrogate pair.
	return line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '') + '…';
}

/** Returns any value as an error about it shows it: short, in one line, and never as `[object Object]`. */
export function quoteValue(value: unknown, hide?: Hide): string {
	if (typeof value !== 'object') return quote(String(value), hide, MAX_VALUE);
	try {
		return quote(JSON.stringify(value), hide, MAX_VALUE);
	} catch {
		// Circular, or holding a bigint.
		return Object.prototype.toString.call(value);
	}
}

/** Returns the message of something that was thrown, to be quoted. */
export function messageOf(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message : String(thrown);
}
