import type { IDataObject, IExecuteFunctions, INodeParameters, IPollFunctions } from 'n8n-workflow';

import { InputError } from '../errors';
import { isPlainObject, type Members } from '../util/members';
import { isAgentTool } from '../n8n/variants';
import { checkText, failedExpression, holdsExpression, valueOfEntry } from './expressions';
import type { Parameter, Read } from './parameter';

/** Returns the reader of a node that runs without items: a trigger, or a webhook. */
export function nodeReader(context: Pick<IPollFunctions, 'getNode' | 'getNodeParameter'>): Read {
	return readerOf(context.getNode().parameters, (path) => context.getNodeParameter(path));
}

/** Returns what makes the reader of an item, by its index. */
export function itemReader(context: IExecuteFunctions): (itemIndex: number) => Read {
	const node = context.getNode();
	// The `$json` of a tool is not its own item.
	const items = isAgentTool(node) ? [] : context.getInputData();

	return (itemIndex) => {
		const json = items[itemIndex]?.json ?? {};
		const evaluate = (path: string, raw: unknown) =>
			plainField(raw, json) ?? context.getNodeParameter(path, itemIndex);
		return readerOf(node.parameters, evaluate, json);
	};
}

/** An expression that is nothing but a field of the item: `={{ $json.phone }}`. */
const FIELD = /^=\{\{\s*\$json\.([A-Za-z_]\w*)\s*\}\}$/;

/**
 * Returns the text or number that such an expression gives; undefined for all else. n8n takes longer for an expression
 * than the node takes for the rest of a message.
 */
function plainField(raw: unknown, json: IDataObject): string | number | undefined {
	const name = typeof raw === 'string' && FIELD.exec(raw)?.[1];
	const value = name && json[name];
	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/**
 * Returns a reader of parameters. Each is evaluated by itself, so that an expression in another option costs nothing and
 * cannot fail here, and once: several read the same other one.
 * @param evaluate returns n8n's value of an expression, by its path and the user's own text
 * @param json of the item whose texts are checked; a page shows what was checked before it was sent
 */
function readerOf(
	parameters: INodeParameters,
	evaluate: (path: string, raw: unknown) => unknown,
	json?: IDataObject,
): Read {
	const results = new Map<Parameter<unknown>, unknown>();

	const valueOf = (parameter: Parameter<unknown>) => {
		const { field, home } = parameter;
		const raw = membersOf(parameters, home)[field.name];
		if (raw === undefined) return home ? undefined : field.default;

		const path = home ? `${home}.${field.name}` : field.name;
		// The fields of a group are evaluated by themselves.
		const isWhole = field.type !== 'fixedCollection' && holdsExpression(raw);
		const value = isWhole ? evaluated(parameter, path, raw) : raw;
		if (json) checkText(value, field.displayName, raw, json);
		const isEntry = home !== undefined || Array.isArray(raw);
		return isEntry ? valueOfEntry(parameter, raw, value) : value;
	};

	const evaluated = (parameter: Parameter<unknown>, path: string, raw: unknown) => {
		try {
			// An expression that gives nothing is not a field that is not there.
			return evaluate(path, raw) ?? null;
		} catch (error) {
			throw failedExpression(parameter, raw, error);
		}
	};

	return function read<Value>(parameter: Parameter<Value>): Value {
		// Each result stands under its own parameter.
		if (results.has(parameter)) return results.get(parameter) as Value;

		const result = parameter.read(valueOf(parameter), parameter.field.displayName, read);
		results.set(parameter, result);
		return result;
	};
}

/** Returns the members of a collection or a group, by the names that lead to it. @throws InputError where one is an expression */
function membersOf(parameters: INodeParameters, home?: string): Members {
	let members: Members = parameters;
	for (const name of home?.split('.') ?? []) {
		const next = members[name] ?? {};
		if (!isPlainObject(next)) {
			throw new InputError(
				`'${name}' cannot be one expression`,
				'Add its fields, and write an expression into each of them.',
			);
		}
		members = next;
	}
	return members;
}
