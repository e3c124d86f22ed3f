import type { About } from '../../errors/serviceError';

/** What a failure means. */
export interface Refusal {
	about?: About;
	/** Whether it passes by itself, so that a later try may succeed. */
	passes?: boolean;
	/** Whether the service may have carried the request out all the same, were it one that does anything. */
	mayHaveBeenSent?: boolean;
}

/** Of a gateway that waited too long, or a service that broke down: it may have acted before. */
const BROKEN_DOWN: Refusal = { passes: true, mayHaveBeenSent: true };

/**
 * What each status code means, as HTTP defines it: the service describes none (section 7). What is repeated, and what
 * errors say and tell n8n, follows from it.
 */
export const REFUSALS: ReadonlyMap<number, Refusal> = new Map<number, Refusal>([
	[400, { about: 'request' }],
	[401, { about: 'token' }],
	[402, { about: 'plan' }],
	[403, { about: 'plan' }],
	[404, { about: 'number' }],
	[405, { about: 'address' }],
	[407, { about: 'address' }],
	[408, BROKEN_DOWN],
	[409, { about: 'number' }],
	[410, { about: 'number' }],
	[413, { about: 'request' }],
	[422, { about: 'number' }],
	[425, { passes: true }],
	[429, { about: 'limit', passes: true }],
	[499, { mayHaveBeenSent: true }],
	[500, BROKEN_DOWN],
	[502, BROKEN_DOWN],
	[503, BROKEN_DOWN],
	[504, BROKEN_DOWN],
]);

/** What a status code means that does not stand in the list. */
function refusalOf(statusCode: number): Refusal {
	// A redirect leads elsewhere; 304 is no answer to what was asked.
	if (statusCode < 400) return { about: 'address', mayHaveBeenSent: true };
	return statusCode < 500 ? { about: 'request' } : { mayHaveBeenSent: true };
}

/**
 * What an answer's words stand in: `JSON`, as those of the service do; `HTML`, as those of a website or a
 * proxy that answers in its place; or plain text, which tells neither.
 */
export type Form = 'JSON' | 'HTML' | 'text';

const OF_THE_SERVICE: ReadonlySet<About | undefined> = new Set(['number', 'plan', 'request']);

/** Returns what an answer means that is no success. */
export function readRefusal(statusCode: number, form: Form): Refusal {
	const found = REFUSALS.get(statusCode) ?? refusalOf(statusCode);
	// Only the service knows numbers and plans. What is not its own comes from another address.
	const isOwn = form === 'JSON' || (form === 'text' && found.about !== 'plan');
	return isOwn || !OF_THE_SERVICE.has(found.about) ? found : { ...found, about: 'address' };
}

/**
 * Reads a Retry-After header: seconds, or a date.
 * Returns ms from now, 0 for a date that has passed, undefined where there is nothing to be read.
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
