import type { About } from '../../errors/serviceError';

/** What a status code of an answer means, as HTTP defines it: the service describes none (section 7). */
export interface Refusal {
	about?: About;
	/** Whether it passes by itself, so that a later try may succeed. */
	passes: boolean;
	/** Whether the service may have carried the request out all the same. */
	possiblyDone: boolean;
}

const refusal = (about?: About, more: Partial<Refusal> = {}): Refusal => ({
	about,
	passes: false,
	possiblyDone: false,
	...more,
});

const passing = { passes: true };
/** Of a gateway that waited too long, or a service that broke down: it may have acted before. */
const possiblyDone = { possiblyDone: true };
const brokenDown = refusal(undefined, { ...passing, ...possiblyDone });

/** What each status code means. What is repeated, and what errors say and tell n8n, follows from it. */
export const REFUSALS: ReadonlyMap<number, Refusal> = new Map([
	[400, refusal('request')],
	[401, refusal('token')],
	[402, refusal('plan')],
	[403, refusal('plan')],
	[404, refusal('number')],
	[405, refusal('address')],
	[407, refusal('address')],
	[408, brokenDown],
	[409, refusal('number')],
	[410, refusal('number')],
	[413, refusal('request')],
	[422, refusal('number')],
	[425, refusal(undefined, passing)],
	[429, refusal('limit', passing)],
	[499, refusal(undefined, possiblyDone)],
	[500, brokenDown],
	[502, brokenDown],
	[503, brokenDown],
	[504, brokenDown],
]);

/** What a status code means that does not stand in the list. */
function refusalOf(statusCode: number): Refusal {
	// A redirect leads elsewhere; 304 is no answer to what was asked.
	if (statusCode < 400) return refusal('address', possiblyDone);
	return statusCode < 500 ? refusal('request') : refusal(undefined, possiblyDone);
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
