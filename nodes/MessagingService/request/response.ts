import { DateTime } from 'luxon';
import ms, { type StringValue } from 'ms';

import type { Members } from '../util/members';
import { leftNothing } from './evidence';
import { parseJson } from './words';

/** A response with any status code. */
export type HttpResponse = ReturnType<typeof readResponse>;

/** Reads a response as n8n's helpers return it (`statusCode`, `body`), or as their error has it (`status`, `data`, `request`). */
export function readResponse(response: unknown) {
	const { statusCode, status, headers, body, data, request } = (response ?? {}) as Members;
	const text = String(body ?? data ?? '');
	const code = Number(statusCode ?? status);
	// Names are in lower case.
	const named = (headers ?? {}) as Members;
	return {
		statusCode: code,
		headers: named,
		/** How long it asks to wait, in ms from now; undefined where it does not say. */
		asksToWait: waitIn(code, named),
		body: text,
		/** Undefined where the body is no JSON. */
		json: parseJson(text),
		/** Whether a proxy answered in place of the service: its refusal comes in an error, with a request that never left. */
		isOfProxy: leftNothing(request),
	};
}

/** Headers in which services ask to wait. Some send the others with every response: they count where the limit is reached. */
const WAIT_HEADERS = ['retry-after', 'ratelimit-reset', 'x-ratelimit-reset'];

/** From these numbers on, digits are a time since 1970: in seconds, or in ms. */
const EPOCH_SECONDS_FROM = 1e9;
const EPOCH_MS_FROM = 1e12;

function waitIn(statusCode: number, headers: Members) {
	const names = statusCode === 429 ? WAIT_HEADERS : WAIT_HEADERS.slice(0, 1);
	// No such header is longer.
	const wait = names
		.map((name) => readWait(String(headers[name] ?? '').slice(0, 50)))
		.find(Number.isFinite);
	return wait && Math.max(0, wait);
}

/**
 * Reads a number of seconds, with or without a unit, a time since 1970, or a date of HTTP or ISO. Of several, the first counts.
 * NaN or undefined for all else.
 */
function readWait(header: string) {
	const text = header.replace(/["']/g, '').trim();
	const [first] = text.split(/[,;]/);
	if (!first) return undefined;

	const count = Number(first);
	const asMs = count < EPOCH_MS_FROM ? count * 1000 : count;
	if (count >= EPOCH_SECONDS_FROM) return asMs - Date.now();
	if (!Number.isNaN(count)) return asMs;

	const dates = [DateTime.fromHTTP(text), DateTime.fromISO(text, { zone: 'utc' })];
	const date = dates.find(({ isValid }) => isValid);
	return date ? date.diffNow().toMillis() : ms(first as StringValue);
}
