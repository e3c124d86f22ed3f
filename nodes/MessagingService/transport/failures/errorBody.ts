import { isObject } from '../../host/object';

/** Names under which services put the reason of a refusal, the most telling first. */
const REASON_NAMES =
	'message error_description detail msg error errors title description reason data'.split(' ');

/** `{ data: { error: { message } } }` and `{ detail: [{ msg }] }` are among the deepest that are read. */
const MAX_DEPTH = 5;

/**
 * Returns the service's own words from the body of its answer, or an empty text. The shape of errors is not known
 * (section 7 of `docs/service.md`): the usual ones are read, and else the body as it is.
 */
export function reasonOf(body: string): string {
	const title = /^\s*</.test(body) ? /<title[^<>]*>([^<]*)/i.exec(body.slice(0, 10_000)) : null;
	const reason = title?.[1] ?? reasonIn(parseJson(body), MAX_DEPTH) ?? body;
	// An empty object says nothing.
	return /[\p{L}\p{N}]/u.test(reason) ? reason : '';
}

/** Returns what a body holds as JSON; undefined where it is none. */
export function parseJson(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

/** Returns the first reason that a value holds, the one that says most. */
function reasonIn(value: unknown, depth: number): string | undefined {
	if (typeof value === 'string') return value.trim() || undefined;
	if (!isObject(value) || depth === 0) return undefined;

	const parts = Array.isArray(value) ? value : REASON_NAMES.map((name) => value[name]);
	for (const part of parts) {
		const reason = reasonIn(part, depth - 1);
		if (reason) return reason;
	}
	return undefined;
}
