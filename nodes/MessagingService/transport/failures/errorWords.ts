import type { Hide } from '../../errors/hideToken';
import { MAX_QUOTE, quote } from '../../errors/quote';
import type { WordsForm } from '../../errors/serviceError';

/**
 * Keys under which services put the reason of a refusal, the most telling first: RFC 9457 (`detail`,
 * `title`), OAuth (`error_description`), FastAPI (`msg`), GraphQL (`errors`), envelopes (`data`).
 */
const REASON_KEYS = [
	'message',
	'error_description',
	'detail',
	'msg',
	'error',
	'errors',
	'title',
	'description',
	'reason',
	'data',
] as const;

/** `{ data: { error: { message } } }` and `{ detail: [{ msg }] }` are among the deepest that are read. */
const MAX_DEPTH = 5;

/** Most reasons of one answer that are read. */
const MAX_REASONS = 5;

const HTML_TITLE = /<title[^<>]*>([^<]*)/i;
const HTML_START = /^\s*(?:<!doctype html|<html|<head|<body)/i;

/** Tells whether an answer's text is a web page. */
export function isHtml(text: string): boolean {
	return HTML_START.test(text.slice(0, 500));
}

/** What an answer says of what went wrong. */
export interface ErrorWords {
	/** At most 200 characters, no control characters, without the token. */
	words?: string;
	/** What they stand in, or would. */
	form: WordsForm;
}

/**
 * Gives the service's own words on what went wrong, from the body of its answer.
 * The shape of errors is not known (section 7), so the usual ones are read; nothing is assumed. Never throws.
 */
export function errorWords(body: string, hide?: Hide): ErrorWords {
	const inOneLine = (text: string | undefined) => quote(text ?? '', MAX_QUOTE, hide) || undefined;
	if (isHtml(body)) {
		return { words: inOneLine(HTML_TITLE.exec(body.slice(0, 10_000))?.[1]), form: 'HTML' };
	}
	let parsed: unknown;
	try {
		parsed = JSON.parse(body);
	} catch {
		return { words: inOneLine(body), form: 'text' };
	}
	const form = typeof parsed === 'object' && parsed !== null ? 'JSON' : 'text';
	return { words: inOneLine(reason(parsed, 0)), form };
}

function reason(value: unknown, depth: number): string | undefined {
	if (typeof value === 'string') return value.trim() || undefined;
	if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return undefined;
	if (Array.isArray(value)) {
		return joined(value.slice(0, MAX_REASONS).map((entry) => reason(entry, depth + 1)));
	}
	const object = value as Record<string, unknown>;
	for (const key of REASON_KEYS) {
		const given = object[key];
		const found = reason(given, depth + 1) ?? (key === 'errors' ? byField(given) : undefined);
		if (found) return withPlace(found, object.loc);
	}
	return undefined;
}

const joined = (reasons: Array<string | undefined>) =>
	reasons.filter(Boolean).join('; ') || undefined;

/** `{ errors: { to: ['is not a number'] } }`: reasons by the field that they are about. */
function byField(errors: unknown): string | undefined {
	if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) return undefined;
	const entries = Object.entries(errors).slice(0, MAX_REASONS);
	return joined(
		entries.map(([field, given]) => {
			const found = reason(given, MAX_DEPTH - 2);
			return found && `${field}: ${found}`;
		}),
	);
}

/** FastAPI's `loc` says where the reason lies: `['body', 'to']`. */
function withPlace(found: string, loc: unknown): string {
	if (!Array.isArray(loc)) return found;
	const place = loc.slice(1).filter((part) => typeof part === 'string' || typeof part === 'number');
	return place.length > 0 ? `${place.join('.')}: ${found}` : found;
}
