import type { IDataObject, IExecuteFunctions, INodeParameters, IPollFunctions } from 'n8n-workflow';

import { isObject, isPlainObject } from '../object';
import { explained } from './invalidSyntax';
import { isExpression, makeRead, type Parameter, type Read } from './parameter';

/** Returns n8n's value of a parameter that the user has set. */
type Evaluate = (parameter: Parameter<unknown>, raw: unknown) => unknown;

/** Returns where n8n finds a parameter among those of its node. */
const pathOf = ({ field, isOption }: Parameter<unknown>) =>
	isOption ? `options.${field.name}` : field.name;

/**
 * Returns the reader of a node's parameters. An option is evaluated by itself, so that an expression in another one
 * costs nothing and cannot fail here.
 */
export function readerOf(parameters: INodeParameters, evaluate: Evaluate): Read {
	const options = (parameters.options ?? {}) as IDataObject;

	const raw = ({ field, isOption }: Parameter<unknown>) =>
		(isOption ? options : parameters)[field.name];

	const valueOf = (parameter: Parameter<unknown>) => {
		const set = raw(parameter);
		// An option whose expression returns nothing was added all the same: a Dry Run must not send then.
		if (set !== undefined) return evaluate(parameter, set) ?? null;
		return parameter.isOption ? undefined : parameter.field.default;
	};

	return makeRead({ valueOf, raw });
}

/** Returns the reader of a node that runs without items: a trigger, or a webhook. */
export function nodeReader(context: Pick<IPollFunctions, 'getNode' | 'getNodeParameter'>): Read {
	return readerOf(context.getNode().parameters, (parameter) =>
		context.getNodeParameter(pathOf(parameter)),
	);
}

/** Returns a parameter's value for an item, undefined where n8n has to evaluate it. */
type Shortcut = (item: IDataObject) => unknown;

/**
 * Returns the reader of each item, by its index. For each expression of each item, n8n prepares all that an expression may
 * use, which takes longer than everything else that this package does for a message. Most parameters are the same for
 * every item, or just a field of the item: these are read here, without n8n.
 */
export function itemReader(context: IExecuteFunctions): (itemIndex: number) => Read {
	const { parameters } = context.getNode();
	const items = context.getInputData().map(({ json }) => json);
	/** By parameter, once it has been read; undefined where there is none. */
	const shortcuts = new Map<Parameter<unknown>, Shortcut | undefined>();

	const evaluated = (parameter: Parameter<unknown>, raw: unknown, itemIndex: number): unknown => {
		try {
			return context.getNodeParameter(pathOf(parameter), itemIndex);
		} catch (error) {
			const name = parameter.field.displayName;
			throw explained(error, { name, raw, item: items[itemIndex] });
		}
	};

	return (itemIndex) => {
		const item = items[itemIndex];

		const evaluate: Evaluate = (parameter, raw) => {
			const short = shortcuts.get(parameter)?.(item);
			if (short !== undefined) return short;

			const value = evaluated(parameter, raw, itemIndex);
			if (!shortcuts.has(parameter)) shortcuts.set(parameter, shortcutOf(raw, value, item));
			return value;
		};

		return readerOf(parameters, evaluate);
	};
}

/** Returns the shortcut to a parameter, undefined where there is none; n8n has returned `value` for one item. */
function shortcutOf(raw: unknown, value: unknown, item: IDataObject): Shortcut | undefined {
	if (isConstant(raw)) return () => value;
	if (typeof raw === 'string') return fieldShortcut(raw, value, item);
	if (!isPlainObject(raw)) return undefined;

	const given = value as IDataObject;
	const entries = Object.entries(raw).map(
		([name, entry]) => [name, shortcutOf(entry, given[name], item)] as const,
	);
	if (entries.some(([, shortcut]) => !shortcut)) return undefined;

	return (other) => {
		const values: Record<string, unknown> = {};
		for (const [name, shortcut] of entries) {
			values[name] = shortcut?.(other);
			if (values[name] === undefined) return undefined;
		}
		return values;
	};
}

/** Tells whether nothing in a parameter is an expression. */
function isConstant(raw: unknown): boolean {
	if (!isObject(raw)) return !isExpression(raw);
	return Object.values(raw).every(isConstant);
}

/** An expression that is nothing but a field of the item: `={{ $json.phone }}`, `={{ $json["to"] }}`. */
const FIELD = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\[(["'])([^"'\\]+)\2\])\s*\}\}$/;

function fieldShortcut(expression: string, value: unknown, item: IDataObject) {
	const [, plain, , quoted] = FIELD.exec(expression) ?? [];
	const field = plain ?? quoted;
	// The `$json` of a tool is not its own item.
	const isOfItem = field !== undefined && fieldOf(item, field) === value;
	return isOfItem ? (other: IDataObject) => fieldOf(other, field) : undefined;
}

/** Returns a field's text, number or boolean; undefined for all else, which n8n reads in its own way. */
function fieldOf(item: IDataObject, field: string): string | number | boolean | undefined {
	const value = Object.prototype.hasOwnProperty.call(item, field) ? item[field] : undefined;
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? value
		: undefined;
}
