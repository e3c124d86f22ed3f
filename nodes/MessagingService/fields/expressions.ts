import { type IDataObject, jsonStringify } from 'n8n-workflow';

import { InputError, messageOf, quoteValue } from '../errors';
import { isObject, memberOf } from '../util/members';
import type { Parameter } from './parameter';
import { asEntries, isBlank, listIn } from './readValues';

/** True where n8n has to evaluate a value, or a part of it. */
export function holdsExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	return isObject(raw) && Object.values(raw).some(holdsExpression);
}

/** Returns the error for an expression that n8n cannot evaluate, with n8n's own advice: it stands under one of two names. */
export function failedExpression(
	{ field: { displayName }, kind }: Parameter<unknown>,
	raw: unknown,
	error: unknown,
): InputError {
	const message = messageOf(error);
	const context = memberOf(error, 'context');
	const node = String(memberOf(context, 'nodeCause') ?? '');
	const advice = memberOf(context, 'causeDetailed') ?? memberOf(context, 'messageTemplate');
	const ownAdvice =
		message === 'invalid syntax'
			? 'Check its brackets and names. A name with a space needs brackets: {{ $json["Phone Number"] }}.'
			: 'Open the expression in the editor to see its result.';

	const text = String(advice ?? ownAdvice).replace('{{nodeName}}', () => node);
	const named = node ? `${text} (node: ${node})` : text;
	return new InputError(
		`The expression of '${displayName}' failed: ${message}`,
		kind === 'list' ? `${named} ${listAdvice(raw)}` : named,
	);
}

/** What JavaScript writes for an object in a text. */
const OBJECT = '[object Object]';

/** Texts that JavaScript and n8n write for a missing value. */
const NO_VALUE = /^(?:undefined|null|NaN|Invalid Date|Invalid DateTime)$/;

/**
 * Refuses a text that a broken expression gives: people would read it, or it would be the same for many items.
 * @param raw the field as the user typed it
 * @param json the item, whose own data may hold any text
 * @throws InputError
 */
export function checkText(
	value: unknown,
	displayName: string,
	raw: unknown,
	json: IDataObject,
): void {
	if (typeof value !== 'string') return;

	if (value === raw && isTypedExpression(value)) {
		throw new InputError(
			`'${displayName}' is set to Fixed, but holds an expression`,
			`Switch '${displayName}' from Fixed to Expression.`,
		);
	}

	const isOfObject =
		value !== raw &&
		value.includes(OBJECT) &&
		!jsonStringify(json, { replaceCircularRefs: true }).includes(OBJECT);
	if (isOfObject || NO_VALUE.test(value.trim())) {
		throw new InputError(
			`'${displayName}' is "${quoteValue(value)}": an expression found no text`,
			'Check the names in it. $json is the output of the node just before this one. If it returns an object, pick one of its values, e.g. {{ $json.name.first }}.',
		);
	}
}

/** True where `{{` is followed by a `$` before the next `}}`. */
function isTypedExpression(text: string): boolean {
	return text
		.split('}}')
		.slice(0, -1)
		.some((part) => part.includes('{{') && part.lastIndexOf('$') > part.indexOf('{{'));
}

/** Says how to write a list, from the node that the expression names: what drag and drop writes is one row of many. */
function listAdvice(raw: unknown): string {
	const node = /\$\('([^']{1,100})'\)/.exec(String(raw))?.[1] ?? 'Opt-outs';
	return `One list for the whole run, such as {{ $('${node}').all().map((row) => row.json.phone) }}. For a yes/no column, put a Filter before this node.`;
}

/**
 * Returns the value of an entry of a collection, a group or a list; undefined where it was left empty by hand. This is the
 * one rule for expressions that give nothing: what was added with an expression gets a value from it, or is refused. A
 * guard that was set never means "no guard" by accident.
 * @param raw the user's own text, with expressions as such
 * @throws InputError
 */
export function valueOfEntry(parameter: Parameter<unknown>, raw: unknown, value: unknown): unknown {
	if (Array.isArray(raw)) {
		return raw.map((one, index) => valueOfEntry(parameter, one, memberOf(value, String(index))));
	}

	const { kind } = parameter;
	const { displayName } = parameter.field;
	if (!holdsExpression(raw)) return isBlank(value) && kind !== 'list' ? undefined : value;

	const isGuard = kind === 'guard' || kind === 'list';
	if (isGuard && JSON.stringify(raw).includes('$fromAI')) {
		throw new InputError(
			`'${displayName}' is left to the AI model, so it protects nobody`,
			'Enter a value yourself, or use an expression without $fromAI.',
		);
	}

	const isNothing = asEntries(value).length === 0;
	if (kind === 'list' ? isList(value) : !isNothing) return value;
	if (kind === 'harmless') return undefined;

	const given = isNothing ? 'nothing' : `"${quoteValue(value)}", which is no list`;
	throw new InputError(
		`The expression of '${displayName}' returned ${given}`,
		kind === 'list'
			? listAdvice(raw)
			: 'Let it return a value: check the names in it. $json is the output of the node just before this one.',
	);
}

/** True for a list, also one without entries. One of undefined and null alone comes from a column that has another name. */
function isList(value: unknown): boolean {
	const list = listIn(value) ?? [undefined];
	return list.length === 0 || list.some((one) => one !== undefined && one !== null);
}
