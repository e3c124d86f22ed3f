import { quote } from '../../errors/quote';
import type { Hide } from '../../errors/secrets';

/** Keys under which services put the reason of a refusal, the most telling first. */
const REASON_KEYS =
	'message error_description detail msg error errors title description reason data'.split(' ');

/** `{ data: { error: { message } } }` and `{ detail: [{ msg }] }` are among the deepest that are read. */
const MAX_DEPTH = 5;

/** Most reasons of one answer that are read. */
const MAX_REASONS = 5;

const HTML_TITLE = /<title[^<>]*>([^<]*)/i;
const HTML_START = /^\s*(?:<!doctype html|<html|<head|<body)/i;

/** The reason of an answer, and its form. */
export interface ErrorBody {
	/** At most 200 characters, no control characters, without the token. */
	reason?: string;
	/** `JSON`, as the service answers; `HTML`, as a website or a proxy in its place; plain text tells neither. */
	form: 'JSON' | 'HTML' | 'text';
}

/**
 * Reads the service's own reason from the body of its answer.
 * The shape of errors is not known (section 7): the usual ones are read, and else the body as it is. Never throws.
 */
export function readErrorBody(body: string, hide?: Hide): ErrorBody {
	const inOneLine = (text: string) => quote(text, hide) || undefined;
	const { form, value } = parse(body);
	if (form === 'HTML') {
		return { form, reason: inOneLine(HTML_TITLE.exec(body.slice(0, 10_000))?.[1] ?? '') };
	}
	// An empty object says nothing.
	return { form, reason: inOneLine(reasonIn(value, 0) ?? (/\w/.test(body) ? body : '')) };
}

/** Reads what a body is, and what it holds where that is JSON. */
export function parse(body: string): Pick<ErrorBody, 'form'> & { value?: unknown } {
	try {
		const value: unknown = JSON.parse(body);
		return { form: typeof value === 'object' && value !== null ? 'JSON' : 'text', value };
	} catch {
		return { form: HTML_START.test(body.slice(0, 500)) ? 'HTML' : 'text' };
	}
}

function reasonIn(value: unknown, depth: number): string | undefined {
	if (typeof value === 'string') return value.trim() || undefined;
	if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return undefined;
	if (Array.isArray(value)) {
		const reasons = value.slice(0, MAX_REASONS).map((entry) => reasonIn(entry, depth + 1));
		return reasons.filter(Boolean).join('; ') || undefined;
	}
	for (const key of REASON_KEYS) {
		const found = reasonIn((value as Record<string, unknown>)[key], depth + 1);
		if (found) return found;
	}
	return undefined;
}
