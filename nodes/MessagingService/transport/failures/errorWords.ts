import { quote } from '../../errors/quote';

/** Keys under which services put the reason of a refusal, the most telling first. */
const REASON_KEYS = ['message', 'error', 'errors', 'detail', 'title', 'data'] as const;

/** `{ data: { error: { message } } }` is the deepest shape that is read. */
const MAX_DEPTH = 4;

const HTML_TITLE = /<title[^>]*>([^<]*)/i;
const HTML_START = /^\s*(?:<!doctype html|<html|<head|<body)/i;

/** Tells whether an answer's text is a web page. */
export function isHtml(text: string): boolean {
	return HTML_START.test(text.slice(0, 500));
}

/**
 * Gives the service's own words on what went wrong, from the body of its answer.
 * The shape of errors is not known (section 7), so the usual ones are read; nothing is assumed.
 * Gives undefined where there are no words. Never throws, at most 200 characters, no control characters.
 */
export function errorWords(body: string): string | undefined {
	if (isHtml(body)) return words(HTML_TITLE.exec(body.slice(0, 10_000))?.[1]);
	let parsed: unknown;
	try {
		parsed = JSON.parse(body);
	} catch {
		return words(body);
	}
	return reason(parsed, 0);
}

function words(text: string | undefined): string | undefined {
	return quote(text ?? '') || undefined;
}

function reason(value: unknown, depth: number): string | undefined {
	if (typeof value === 'string') return words(value);
	if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return undefined;
	if (Array.isArray(value)) {
		const reasons = value.slice(0, 5).map((entry) => reason(entry, depth + 1));
		return words(reasons.filter(Boolean).join('; '));
	}
	for (const key of REASON_KEYS) {
		const found = reason((value as Record<string, unknown>)[key], depth + 1);
		if (found) return found;
	}
	return undefined;
}
