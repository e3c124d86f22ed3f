import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { InputError } from '../errors';
import { isAgentTool } from '../n8n/undocumented';
import { memberOf } from '../util/members';
import { type ItemData, refuseBrokenText } from './brokenText';
import {
	emptyExpressionError,
	failedExpressionError,
	holdsExpression,
	refuseModelsChoice,
} from './expressions';
import type { Parameter, Place, Read } from './parameter';
import { asEntries, valuesIn } from './readValues';

/** What n8n gives to every kind of node. */
interface Context {
	getNode(): INode;
	getNodeParameter(path: string, itemIndex?: number): unknown;
}

/** Returns the readers of all items of a run, in their order. */
export function itemReaders(context: IExecuteFunctions) {
	const wordsFound = new Map();
	const node = context.getNode();
	return context
		.getInputData()
		.map(({ json }, itemIndex) =>
			readerOf(context, { context, itemIndex, json, wordsFound }, node),
		);
}

/**
 * Returns a reader of parameters. Each is evaluated by itself, so that an expression in another option costs nothing and
 * cannot fail here, and once: several read the same other one.
 * @param item absent in a trigger, which has none, and in a page, whose texts were checked before the question was sent
 * @param node that of the context, where it is at hand: n8n copies it for each call
 */
export function readerOf(context: Context, item?: ItemData, node = context.getNode()): Read {
	const valuesRead = new Map<Parameter, unknown>();

	return function read<Value>(parameter: Parameter<Value>) {
		if (!valuesRead.has(parameter)) {
			const typed = typedInto(node.parameters, parameter);
			const place = { displayName: parameter.field.displayName, typed, read };
			valuesRead.set(parameter, parameter.parse(valueOf(parameter, place), place));
		}
		return valuesRead.get(parameter) as Value;
	};

	/**
	 * Returns what a parameter parses. Each step takes what the one before has returned: what the user typed is evaluated, taken
	 * out of its locator or list, and refused where it is too much, broken, or nothing in an entry.
	 * @throws InputError
	 */
	function valueOf(parameter: Parameter, place: Place) {
		const { typed } = place;
		// The fields of a group are read by themselves.
		if (typed === undefined || /collection/i.test(parameter.field.type)) return typed;

		const evaluated = evaluate(parameter, typed);
		// A resource locator keeps its value in a member. An object that an expression gives is none, whatever it holds.
		const given = memberOf(typed, 'mode') ? memberOf(evaluated, 'value') : evaluated;
		const values = valuesIn(given);
		refuseTooMuch(values, parameter);

		const value = parameter.takesList ? given : values[0];
		if (typeof value === 'string' && item) refuseBrokenText(value, place, item);

		// A text of nothing but separators, such as two empty columns joined by a comma, is no value either.
		if (parameter.mayBeEmpty || asEntries(value).length > 0) return value ?? null;
		if (holdsExpression(typed)) throw emptyExpressionError(place.displayName);
		// What was left empty by hand is as if it were not added.
		return undefined;
	}

	/** Returns what n8n makes of what the user typed. @throws InputError where it cannot, or an AI model must not choose it */
	function evaluate(parameter: Parameter, typed: unknown) {
		if (!holdsExpression(typed)) return typed;

		refuseModelsChoice(parameter, typed, node);
		try {
			// The `$json` of a tool is not its own item.
			const plain = isAgentTool(node) ? undefined : plainField(typed, item?.json);
			return plain ?? context.getNodeParameter(parameter.path, item?.itemIndex);
		} catch (error) {
			throw failedExpressionError(parameter.field.displayName, error);
		}
	}
}

/** Returns what the user typed into a parameter. @throws InputError where it is a part of an expression */
export function typedInto(parameters: unknown, { path, field }: Parameter) {
	let typed = parameters;
	for (const name of path.split('.')) {
		if (typeof typed === 'string') {
			throw new InputError(
				`'${field.displayName}' cannot come from an expression for all of its group`,
				'Add the fields of the group, and write an expression into each of them.',
			);
		}
		typed = memberOf(typed, name);
	}
	return typed;
}

/** An expression that is nothing but a field of the item: `={{ $json.phone }}`. */
const FIELD = /^=\{\{\s*\$json\.([A-Za-z_]\w*)\s*\}\}$/;

/**
 * Returns the text or number that such an expression gives; undefined for all else. n8n takes longer for an expression
 * than the node takes for the rest of a message.
 */
function plainField(typed: unknown, json?: IDataObject) {
	const name = FIELD.exec(String(typed))?.[1];
	const value = name && json?.[name];
	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Refuses what is too long, since reading must not take n8n's time, and several values where one is taken. @throws InputError */
function refuseTooMuch(
	values: unknown[],
	{ field: { displayName }, takesList, maxLength = 10_000 }: Parameter,
) {
	// Objects are refused where they are read.
	if (values.filter((one) => typeof one !== 'object').join().length > maxLength) {
		throw new InputError(`'${displayName}' has more than ${maxLength} characters`, 'Shorten it.');
	}
	if (values.length > 1 && !takesList) {
		throw new InputError(
			`'${displayName}' got a list of ${values.length} values, but takes one`,
			'Put a "Split Out" node before this one: it makes an item of each value.',
		);
	}
}
