import { quote } from '../../errors/quote';
import type { Hide } from '../../errors/secrets';
import { isObject, memberOf } from '../../object';

/** Keys under which services put the reason of a refusal, the most telling first. */
const REASON_KEYS =
	'message error_description detail msg error errors title description reason data'.split(' ');

/** `{ data: { error: { message } } }` and `{ detail: [{ msg }] }` are among the deepest that are read. */
const MAX_DEPTH = 5;

/** Most reasons of one answer that are read. */
const MAX_REASONS = 5;

/** A refusal that is longer, in characters, is not read as JSON, which would take its length in memory several times over. */
const MAX_JSON = 1_000_000;

const HTML_TITLE = /<title[^<>]*>([^<]*)/i;
const HTML_START = /^\s*(?:<!doctype html|<html|<head|<body)/i;

/** The reason of an answer, and its form. */
export interface ErrorBody {
	/** At most 200 characters, no control characters, without any token. */
	reason?: string;
	/** `JSON`, as the service answers; `HTML`, as a website or a proxy in its place; plain text says neither. */
	form: 'JSON' | 'HTML' | 'text';
}

/**
 * Reads the service's own reason from the body of its answer. Throws nothing.
 * The shape of errors is not known (section 7 of `docs/service.md`): the usual ones are read, and else the body as it is.
 */
export function readErrorBody(body: string, hide?: Hide): ErrorBody {
	const inOneLine = (text: string) => quote(text, hide) || undefined;

	if (body.length > MAX_JSON) return { form: formOfStart(body), reason: inOneLine(body) };

	const { form, value } = parseBody(body);
	if (form === 'HTML') return { form, reason: inOneLine(titleOf(body)) };

	const reason = reasonIn(value, 0);
	if (reason !== undefined) return { form, reason: inOneLine(reason) };
	// An empty object says nothing.
	return { form, reason: /\w/.test(body) ? inOneLine(body) : undefined };
}

/** Reads what a body is, and what it holds if that is JSON. */
export function parseBody(body: string): Pick<ErrorBody, 'form'> & { value?: unknown } {
	try {
		const value: unknown = JSON.parse(body);
		return { form: isObject(value) ? 'JSON' : 'text', value };
	} catch {
		return { form: isHtml(body) ? 'HTML' : 'text' };
	}
}

/** Tells the form of a body by its beginning alone. */
function formOfStart(body: string): ErrorBody['form'] {
	if (/^\s*[[{]/.test(body.slice(0, 500))) return 'JSON';
	return isHtml(body) ? 'HTML' : 'text';
}

const isHtml = (body: string) => HTML_START.test(body.slice(0, 500));

const titleOf = (page: string) => HTML_TITLE.exec(page.slice(0, 10_000))?.[1] ?? '';

/** Returns the first reason that a value holds, the one that says most. */
function reasonIn(value: unknown, depth: number): string | undefined {
	if (typeof value === 'string') return value.trim() || undefined;
	if (!isObject(value) || depth >= MAX_DEPTH) return undefined;

	if (Array.isArray(value)) {
		const reasons = value.slice(0, MAX_REASONS).map((entry) => reasonIn(entry, depth + 1));
		return reasons.filter(Boolean).join('; ') || undefined;
	}

	for (const key of REASON_KEYS) {
		const found = reasonIn(memberOf(value, key), depth + 1);
		if (found) return found;
	}
	return undefined;
}
