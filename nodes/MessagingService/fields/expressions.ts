import type { INode } from 'n8n-workflow';

import { InputError, messageOf } from '../errors';
import { expressionAdvice, isAgentTool, isReview } from '../n8n/undocumented';
import { isObject } from '../util/members';
import type { Parameter } from './parameter';
import { asEntries, isBlank, listIn } from './readValues';

/** True where n8n has to evaluate a value, or a part of it. */
export function holdsExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	return isObject(raw) && Object.values(raw).some(holdsExpression);
}

const CHECK_NAMES =
	'Let it return a value: check the names in it. $json is the output of the node just before this one.';

/** Returns the error for an expression that n8n cannot evaluate, with n8n's own advice: it stands under one of two names. */
export function failedExpressionError(
	{ field: { displayName }, advice }: Parameter<unknown>,
	raw: unknown,
	error: unknown,
): InputError {
	const message = messageOf(error);
	const { advice: ofN8n, node } = expressionAdvice(error);
	const own =
		message === 'invalid syntax'
			? 'Check its brackets and names. A name with a space needs brackets: {{ $json["Phone Number"] }}.'
			: 'Open the expression in the editor to see its result.';

	const text = ofN8n ?? own;
	const named = node ? `${text} (node: ${node})` : text;
	return new InputError(
		`The expression of '${displayName}' failed: ${message}`,
		advice ? `${advice(raw)} ${named}` : named,
	);
}

/**
 * Returns the value of an entry of a collection, a group or a list; undefined where it was left empty by hand. What was
 * added with an expression gets a value from it, or is refused: a rule that was set never means "no rule" by accident.
 * @throws InputError
 */
export function valueOfEntry(entry: Parameter<unknown>, raw: unknown, value: unknown): unknown {
	const { whenEmpty = 'refuse', advice, field } = entry;
	if (whenEmpty === 'parse') return value;

	const isNothing = (listIn(value) ?? [value]).every(isBlank);
	if (whenEmpty === 'ignore' || !holdsExpression(raw)) return isNothing ? undefined : value;

	// A text of nothing but separators, such as two empty columns joined by a comma, gives nothing either.
	if (asEntries(value).length > 0) return value;
	throw new InputError(
		`The expression of '${field.displayName}' returned nothing`,
		advice?.(raw) ?? CHECK_NAMES,
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

/** The collections whose entries protect people, or decide how the node works. */
const PROTECTED = /^(?:options|recipientRules)\./;

/** Refuses an expression whose result a model can set, in a field that has to hold against the model. @throws InputError */
export function refuseModelsChoice(parameter: Parameter<unknown>, raw: unknown, node: INode): void {
	const { path, isRecipient } = parameter;
	const isProtected = PROTECTED.test(path);
	if (!isProtected && !isRecipient) return;

	const typed = JSON.stringify(raw).replaceAll('\\"', '"');
	const isSetByModel = isAgentTool(node) && MODELS_DATA.test(typed);
	const isLeftToModel = MODELS_CHOICE.test(typed) && (isProtected || isReview(node));
	if (!isSetByModel && !isLeftToModel) return;

	const orOpenly = isProtected || isReview(node) ? '' : ' To let the model choose, use $fromAI.';
	throw new InputError(
		`The AI model can set what the expression of '${parameter.field.displayName}' returns`,
		`Enter a value yourself, or name the node that has it, e.g. {{ $('Chat Trigger').first().json.phone }}. In a tool, the model can set $json and $input.${orOpenly}`,
	);
}
