/**
 * Reads a Retry-After header: seconds, or a date.
 * Gives ms from now, 0 for a date that has passed, undefined where there is nothing to be read.
 */
export function readRetryAfter(value: unknown, now = Date.now()): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
	// An HTTP date starts with the name of a day; Date.parse alone would read almost anything.
	if (!/^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return undefined;
	const date = Date.parse(text);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
