import { memberOf } from '../object';
import { quote } from './quote';
import type { Secrets } from './secrets';
import { messageOf, textOf } from './thrown';

/** Most characters of n8n's own message, and of its own description. */
const MAX_WORDS = 1_000;

/** Members of an error's context by which n8n's editor shows where it happened. No texts: ours stand in message and description. */
const CONTEXT = ['parameter', 'nodeCause', 'type', 'runIndex'];

/** Stands for what was thrown without a word. */
const NO_WORDS = 'Something unexpected happened';

/** Returns the words of anything that was thrown, as an error may show them. Throws nothing. */
export function foreignWords(thrown: unknown, { hide }: Secrets): string {
	return quote(messageOf(thrown), hide, MAX_WORDS) || NO_WORDS;
}

/** Returns the description of anything that was thrown, as an error may show it. Throws nothing. */
export function foreignNextStep(thrown: unknown, { hide }: Secrets): string {
	const description = memberOf(thrown, 'description');
	return description ? quote(textOf(description), hide, MAX_WORDS) : '';
}

/**
 * Returns the members of an error's context that may be shown. Nothing else of n8n's own error is kept: a text of any item can stand
 * anywhere in it, of any length. Throws nothing.
 */
export function foreignContext(
	thrown: unknown,
	{ hide }: Secrets,
): Record<string, string | number> {
	const context = memberOf(thrown, 'context');
	const shown: Record<string, string | number> = {};
	for (const name of CONTEXT) {
		const value = memberOf(context, name);
		if (typeof value === 'number') shown[name] = value;
		if (typeof value === 'string') shown[name] = quote(value, hide);
	}
	return shown;
}
