import type { INode } from 'n8n-workflow';

import { InputError, messageOf } from '../errors';
import { expressionAdvice, isAgentTool, isReview } from '../n8n/undocumented';
import { isObject } from '../util/members';
import type { Parameter } from './parameter';

/** True where n8n has to evaluate a value, or a part of it. */
export const holdsExpression = (raw: unknown): boolean =>
	typeof raw === 'string'
		? raw.startsWith('=')
		: isObject(raw) && Object.values(raw).some(holdsExpression);

/** Returns the error for an expression that n8n cannot evaluate, with n8n's own advice where it has one. */
export function failedExpressionError(displayName: string, error: unknown) {
	const message = messageOf(error);
	const own =
		message === 'invalid syntax'
			? 'Check its brackets and names. A name with a space needs brackets: {{ $json["Phone Number"] }}.'
			: 'Open the expression in the editor to see its result.';
	return new InputError(
		`The expression of '${displayName}' failed: ${message}`,
		expressionAdvice(error, own),
	);
}

/**
 * Finds what a model may set where the node is its tool: n8n lays the model's arguments over the item's own data, which has
 * many names. So every name counts but those that lead to nothing of the item: a node by its name, the time, the execution.
 * JavaScript also writes a name with escapes.
 */
const MODELS_DATA =
	/\$(?!(?:items)?\s*\(\s*["'`]|(?:node(?!.*parameter)|now|today|execution|workflow|vars|env|secrets|itemIndex|runIndex|mode|jmespath|if|ifEmpty|not|min|max|fromai)\b)[a-z_\\(]|\\u/i;

/** What says openly that the model chooses; n8n knows it in three spellings. */
const MODELS_CHOICE = /\$fromai\b/i;

/**
 * Finds the path of each field that has to hold against the model: the recipient, what protects people, what buttons say, and
 * how the node works. All other fields are the model's to fill.
 */
const GUARDED = /^(?:to$|options\.|approvalOptions\.|recipientRules\.)/;

/** Refuses an expression whose result a model can set, in a field that has to hold against the model. @throws InputError */
export function refuseModelsChoice({ path, field }: Parameter, raw: unknown, node: INode) {
	if (!GUARDED.test(path)) return;

	// It may choose the recipient openly; but in a review, that is the person who is asked.
	const mayChooseOpenly = path === 'to' && !isReview(node);
	const typed = JSON.stringify(raw).replaceAll('\\"', '"');
	const isItsData = isAgentTool(node) && MODELS_DATA.test(typed);
	const isItsChoice = MODELS_CHOICE.test(typed) && !mayChooseOpenly;
	if (!isItsData && !isItsChoice) return;

	throw new InputError(
		`The AI model can set what the expression of '${field.displayName}' returns`,
		`Enter a value yourself, or name the node that has it, e.g. {{ $('Chat Trigger').first().json.phone }}. In a tool, the model can set $json and $input. To let it choose whom a tool sends to, use $fromAI.`,
	);
}
