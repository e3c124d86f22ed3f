import { type INode, NodeOperationError } from 'n8n-workflow';

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

/**
 * Returns a new error that says what n8n's own error says, such as one about an expression. Nothing else of that error
 * is kept: a text of any item can stand anywhere in it, of any length. Throws nothing.
 */
export function fromForeign(node: INode, thrown: unknown, secrets: Secrets): NodeOperationError {
	const description = memberOf(thrown, 'description');
	const shown = new NodeOperationError(node, foreignWords(thrown, secrets), {
		description: description ? quote(textOf(description), secrets.hide, MAX_WORDS) : undefined,
	});

	const context = memberOf(thrown, 'context');
	for (const name of CONTEXT) {
		const value = memberOf(context, name);
		if (typeof value === 'number') shown.context[name] = value;
		if (typeof value === 'string') shown.context[name] = quote(value, secrets.hide);
	}
	return shown;
}
