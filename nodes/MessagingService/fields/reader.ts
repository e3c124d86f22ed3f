import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeParameters,
	IPollFunctions,
} from 'n8n-workflow';

import { InputError } from '../errors';
import { isAgentTool } from '../n8n/undocumented';
import { isPlainObject, memberOf, type Members } from '../util/members';
import { dataReadBy, refuseBrokenText } from './brokenText';
import {
	failedExpressionError,
	holdsExpression,
	refuseModelsChoice,
	valueOfEntry,
} from './expressions';
import type { Parameter, Read } from './parameter';
import { listIn } from './readValues';

/** Returns the reader of a node that runs without items: a trigger, or a webhook. */
export function nodeReader(context: Pick<IPollFunctions, 'getNode' | 'getNodeParameter'>): Read {
	// What a page shows was checked before it was sent, and nobody reads what a trigger is told.
	return readerOf(
		context.getNode(),
		(path) => context.getNodeParameter(path),
		() => undefined,
	);
}

/** Returns what makes the reader of an item, by its index. */
export function itemReader(context: IExecuteFunctions): (itemIndex: number) => Read {
	const node = context.getNode();
	// The `$json` of a tool is not its own item.
	const items = isAgentTool(node) ? [] : context.getInputData();
	const dataOf = dataReadBy(context);

	return (itemIndex) => {
		const json = items[itemIndex]?.json ?? {};
		return readerOf(
			node,
			(path, raw) => plainField(raw, json) ?? context.getNodeParameter(path, itemIndex),
			(value, displayName, raw) =>
				refuseBrokenText(value, displayName, { raw, data: () => dataOf(itemIndex, raw) }),
		);
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
 * @param checkText refuses a text that people must not get
 */
function readerOf(
	node: INode,
	evaluate: (path: string, raw: unknown) => unknown,
	checkText: (value: string, displayName: string, raw: unknown) => void,
): Read {
	const results = new Map<Parameter<unknown>, unknown>();

	const evaluated = (parameter: Parameter<unknown>, raw: unknown) => {
		refuseModelsChoice(parameter, raw, node);
		try {
			// An expression that gives nothing is not a field that is not there.
			return evaluate(parameter.path, raw) ?? null;
		} catch (error) {
			throw failedExpressionError(parameter, raw, error);
		}
	};

	/** Checks one value: of the parameter, or of a list that the panel has for it. */
	const checked = (
		parameter: Parameter<unknown>,
		raw: unknown,
		value: unknown,
		isEntry: boolean,
	) => {
		refuseLongText(value, parameter);
		if (typeof value === 'string') checkText(value, parameter.field.displayName, raw);
		return isEntry ? valueOfEntry(parameter, raw, value) : value;
	};

	const valueOf = (parameter: Parameter<unknown>, raw: unknown) => {
		const { path, field } = parameter;
		const isEntry = path.includes('.');
		if (raw === undefined) return isEntry ? undefined : field.default;
		// The fields of a group are read by themselves.
		if (field.type === 'fixedCollection') return raw;

		const value = holdsExpression(raw) ? evaluated(parameter, raw) : raw;
		if (!Array.isArray(raw)) return checked(parameter, raw, value, isEntry);
		return raw.map((one, index) => checked(parameter, one, memberOf(value, String(index)), true));
	};

	return function read<Value>(parameter: Parameter<Value>): Value {
		if (results.has(parameter)) return results.get(parameter) as Value;

		const raw = rawAt(node.parameters, parameter.path);
		const place = { displayName: parameter.field.displayName, raw, read };
		const result = parameter.parse(valueOf(parameter, raw), place);
		results.set(parameter, result);
		return result;
	};
}

/** Most characters of a text: reading must not take n8n's time, whatever is pasted. */
const MAX_LENGTH = 10_000;

/** Refuses a text that is too long to be looked at, also one in a list. @throws InputError */
function refuseLongText(
	value: unknown,
	{ field, maxLength = MAX_LENGTH }: Parameter<unknown>,
): void {
	const isLong = (one: unknown) => typeof one === 'string' && one.length > maxLength;
	if (isLong(value) || listIn(value)?.some(isLong)) {
		throw new InputError(
			`'${field.displayName}' has more than ${maxLength} characters`,
			'Shorten the text.',
		);
	}
}

/** Returns what the user typed, by the path of a parameter. @throws InputError where a collection or a group is an expression */
function rawAt(parameters: INodeParameters, path: string): unknown {
	const names = path.split('.');
	let members: Members = parameters;
	for (const name of names.slice(0, -1)) {
		const next = members[name] ?? {};
		if (!isPlainObject(next)) {
			throw new InputError(
				`'${name}' cannot be one expression`,
				'Add its fields, and write an expression into each of them.',
			);
		}
		members = next;
	}
	return members[names[names.length - 1]];
}
