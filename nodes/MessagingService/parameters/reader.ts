import type { IDataObject, IExecuteFunctions, INodeParameters, IPollFunctions } from 'n8n-workflow';

import { InputError } from '../errors';
import { isObject } from '../object';
import type { Parameter, Read } from './parameter';
import { isBlank } from './values';

/** Returns the reader of a node that runs without items: a trigger, or a webhook. */
export function nodeReader(context: Pick<IPollFunctions, 'getNode' | 'getNodeParameter'>): Read {
	return readerOf(context.getNode().parameters, (path) => context.getNodeParameter(path));
}

/** Returns what makes the reader of an item, by its index. */
export function itemReader(context: IExecuteFunctions): (itemIndex: number) => Read {
	const { parameters } = context.getNode();
	return (itemIndex) => readerOf(parameters, (path) => context.getNodeParameter(path, itemIndex));
}

/**
 * Returns a reader of parameters. Each is evaluated by itself, so that an expression in another option costs nothing and
 * cannot fail here, and once: several read the same other one.
 * @param evaluate returns n8n's value of what holds an expression, by its path
 */
function readerOf(parameters: INodeParameters, evaluate: (path: string) => unknown): Read {
	const results = new Map<Parameter<unknown>, unknown>();

	const valueOf = (parameter: Parameter<unknown>) => {
		const { field, collection } = parameter;
		if (!collection) return valueAt(parameters, field.name, field.name, field.default);

		const entries = (parameters[collection] ?? {}) as IDataObject;
		const value = valueAt(entries, field.name, `${collection}.${field.name}`);
		return valueOfEntry(parameter, entries[field.name], value);
	};

	const valueAt = (home: IDataObject, name: string, path: string, missing?: unknown) => {
		const raw = home[name];
		if (raw === undefined) return missing;
		// For each expression n8n prepares all that it may use, which takes longer than the rest of a message.
		return holdsExpression(raw) ? evaluate(path) : raw;
	};

	return function read<Value>(parameter: Parameter<Value>): Value {
		// Each result stands under its own parameter.
		if (results.has(parameter)) return results.get(parameter) as Value;

		const result = parameter.read(valueOf(parameter), parameter.field.displayName, read);
		results.set(parameter, result);
		return result;
	};
}

/**
 * Returns the value of an entry of a collection; undefined where it was not added, or left empty by hand. This is the
 * one rule for expressions that give nothing: what was added with an expression gets a value from it, or is refused. A
 * guard that was set never means "no guard" by accident.
 * @param raw the user's own text, with expressions as such
 * @throws InputError
 */
function valueOfEntry(parameter: Parameter<unknown>, raw: unknown, value: unknown): unknown {
	const { field, mayBeEmpty = false } = parameter;
	if (!holdsExpression(raw)) {
		return mayBeEmpty || !isNothing(value, { mayBeEmpty }) ? value : undefined;
	}

	const rawEntries: unknown[] = Array.isArray(raw) ? raw : [raw];
	const values: unknown[] = Array.isArray(raw) && Array.isArray(value) ? value : [value];
	const isMissing = values.some(
		(entry, index) => holdsExpression(rawEntries[index]) && isNothing(entry, { mayBeEmpty }),
	);
	if (!isMissing) return value;

	throw new InputError(
		`The expression of '${field.displayName}' returned nothing`,
		`Let it return a value, or remove '${field.displayName}'.`,
	);
}

/** True for undefined, null and blank text, and for a list without entries unless that is a value. */
function isNothing(value: unknown, { mayBeEmpty }: { mayBeEmpty: boolean }): boolean {
	const isEmptyList =
		(Array.isArray(value) && value.length === 0) || (value instanceof Set && value.size === 0);
	return isBlank(value) || (isEmptyList && !mayBeEmpty);
}

/** True where n8n has to evaluate a value, or a part of it. */
function holdsExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	return isObject(raw) && Object.values(raw).some(holdsExpression);
}
