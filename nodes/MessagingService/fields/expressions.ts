import type { INode } from 'n8n-workflow';

import { InputError, messageOf } from '../errors';
import { expressionAdvice, isAgentTool, isReview } from '../n8n/undocumented';
import { isObject } from '../util/members';
import type { Parameter } from './parameter';

/** True where n8n has to evaluate what the user typed, or a part of it. */
export const holdsExpression = (typed: unknown): boolean =>
	typeof typed === 'string'
		? typed.startsWith('=')
		: isObject(typed) && Object.values(typed).some(holdsExpression);

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

/** Returns the error for an expression that gives nothing, where there must be a value. */
export const emptyExpressionError = (displayName: string) =>
	new InputError(
		`The expression of '${displayName}' returned nothing`,
		'Let it return a value: check the names in it. $json is the output of the node just before this one.',
	);

/**
 * Finds what a model may set where the node is its tool: n8n lays the model's arguments over the item's own data, which has
 * many names. So every name counts but those that lead to nothing of the item: a node by its name (not its parameters, which
 * are evaluated with the item), the time, the execution. JavaScript also writes a name with escapes.
 */
const MODELS_DATA =
	/\$(?!(?:items)?\s*\(\s*["'`]|(?:node(?!.*parameter)|now|today|execution|workflow|vars|env|secrets|itemIndex|runIndex|mode|jmespath|if|ifEmpty|not|min|max|fromai)\b)[a-z_\\(]|\\u/i;

/** What says openly that the model chooses; n8n knows it in three spellings. */
const MODELS_CHOICE = /\$fromai\b/i;

/**
 * Finds the path of what has to hold against the model: the recipient, and all entries, which stand in a group and so have a
 * dot in their path. They protect people, name the buttons, and say how the node works. A filter only says what to look for: it is
 * the model's to fill, and so are all other fields.
 */
const GUARDED = /^(?:to$|(?!filters\.).+\.)/;

/** Refuses an expression whose result a model can set, in a field that has to hold against the model. @throws InputError */
export function refuseModelsChoice({ path, field }: Parameter, typed: unknown, node: INode) {
	if (!GUARDED.test(path)) return;

	// It may choose the recipient openly; but in a review, that is the person who is asked.
	const mayChooseOpenly = path === 'to' && !isReview(node);
	// Without the escapes of JSON, which has the parts of a list in one text.
	const code = JSON.stringify(typed).replaceAll('\\"', '"');
	const isItsData = isAgentTool(node) && MODELS_DATA.test(code);
	const isItsChoice = MODELS_CHOICE.test(code) && !mayChooseOpenly;
	if (!isItsData && !isItsChoice) return;

	throw new InputError(
		`The AI model can set what the expression of '${field.displayName}' returns`,
		`Enter a value yourself, or name the node that has it, e.g. {{ $('Chat Trigger').first().json.phone }}. In a tool, the model can set $json and $input. To let it choose whom a tool sends to, use $fromAI.`,
	);
}
