import type { IDataObject, IExecuteFunctions, INode, IPollFunctions } from 'n8n-workflow';

import { InputError } from '../errors';
import { isAgentTool } from '../n8n/undocumented';
import { memberOf } from '../util/members';
import { brokenTextCheck } from './brokenText';
import { failedExpressionError, holdsExpression, refuseModelsChoice } from './expressions';
import type { Parameter, Read } from './parameter';
import { asEntries, valuesIn } from './readValues';

/** Returns the reader of a node that runs without items: a trigger, or a webhook. */
export const nodeReader = (context: Pick<IPollFunctions, 'getNode' | 'getNodeParameter'>) =>
	// What a page shows was checked before it was sent, and nobody reads what a trigger is told.
	readerOf(context.getNode(), (path) => context.getNodeParameter(path));

/** Returns what makes the reader of an item, by its index. */
export function itemReader(context: IExecuteFunctions) {
	const node = context.getNode();
	// The `$json` of a tool is not its own item.
	const items = isAgentTool(node) ? [] : context.getInputData();
	const refuseBrokenText = brokenTextCheck(context);

	return (itemIndex: number) =>
		readerOf(
			node,
			(path, raw) =>
				plainField(raw, items[itemIndex]?.json) ?? context.getNodeParameter(path, itemIndex),
			refuseBrokenText(itemIndex),
		);
}

/** An expression that is nothing but a field of the item: `={{ $json.phone }}`. */
const FIELD = /^=\{\{\s*\$json\.([A-Za-z_]\w*)\s*\}\}$/;

/**
 * Returns the text or number that such an expression gives; undefined for all else. n8n takes longer for an expression
 * than the node takes for the rest of a message.
 */
function plainField(raw: unknown, json?: IDataObject) {
	const name = FIELD.exec(String(raw))?.[1];
	const value = name && json?.[name];
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
	checkText?: (value: string, displayName: string, raw: unknown) => void,
): Read {
	const results = new Map<Parameter, unknown>();

	return function read<Value>(parameter: Parameter<Value>) {
		if (!results.has(parameter)) {
			const raw = rawAt(node.parameters, parameter);
			const place = { displayName: parameter.field.displayName, raw, read };
			results.set(parameter, parameter.parse(valueOf(parameter, raw), place));
		}
		return results.get(parameter) as Value;
	};

	/**
	 * Returns the value that is parsed. In order: what was not added has the value for that; an expression is evaluated; a resource
	 * locator and a list of one are opened; what is too long, several values and a broken text are refused; so is nothing, where it
	 * must not turn a rule off.
	 */
	function valueOf(parameter: Parameter, raw: unknown) {
		const { takesList, maxLength = 10_000, whenAbsent, whenEmpty } = parameter;
		const { displayName, type } = parameter.field;
		if (raw === undefined) return whenAbsent;
		// The fields of a group are read by themselves.
		if (/collection/i.test(type)) return raw;

		const evaluated = evaluatedOf(parameter, raw);
		// A resource locator keeps its value in a member. An object that an expression gives is none, whatever it holds.
		const given = memberOf(raw, 'mode') ? memberOf(evaluated, 'value') : evaluated;

		const values = valuesIn(given);
		// Reading must not take n8n's time, whatever is pasted.
		if (values.filter((one) => typeof one !== 'object').join().length > maxLength) {
			throw new InputError(`'${displayName}' has more than ${maxLength} characters`, 'Shorten it.');
		}
		if (!takesList && values.length > 1) {
			throw new InputError(
				`'${displayName}' got a list of ${values.length} values, but takes one`,
				'Put a "Split Out" node before this one: it makes an item of each value.',
			);
		}

		const value = takesList ? given : values[0];
		if (typeof value === 'string') checkText?.(value, displayName, raw);
		// A text of nothing but separators, such as two empty columns joined by a comma, is no value either.
		if (whenEmpty === 'parse' || asEntries(value).length > 0) return value;
		if (whenEmpty === 'ignore' || !holdsExpression(raw)) return whenAbsent;

		throw new InputError(
			`The expression of '${displayName}' returned nothing`,
			'Let it return a value: check the names in it. $json is the output of the node just before this one.',
		);
	}

	/** Returns what n8n makes of what the user typed. */
	function evaluatedOf(parameter: Parameter, raw: unknown) {
		if (!holdsExpression(raw)) return raw;

		refuseModelsChoice(parameter, raw, node);
		try {
			// An expression that gives nothing is not a field that is not there.
			return evaluate(parameter.path, raw) ?? null;
		} catch (error) {
			throw failedExpressionError(parameter.field.displayName, error);
		}
	}
}

/** Returns what the user typed into a parameter. @throws InputError where it is a part of an expression */
export function rawAt(parameters: unknown, { path, field }: Parameter) {
	let raw = parameters;
	for (const name of path.split('.')) {
		if (typeof raw === 'string') {
			throw new InputError(
				`'${field.displayName}' cannot come from an expression for all of its group`,
				'Add the fields of the group, and write an expression into each of them.',
			);
		}
		raw = memberOf(raw, name);
	}
	return raw;
}
