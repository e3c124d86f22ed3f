import type { IDataObject, IExecuteFunctions, INode, IPollFunctions } from 'n8n-workflow';

import { InputError } from '../errors';
import { isAgentTool } from '../n8n/undocumented';
import { memberOf } from '../util/members';
import { brokenTextCheck } from './brokenText';
import { failedExpressionError, holdsExpression, refuseModelsChoice } from './expressions';
import type { Parameter, Read } from './parameter';
import { asEntries, isBlank, listIn } from './readValues';

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
			(value, displayName, raw) => refuseBrokenText(value, displayName, raw, itemIndex),
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

	/** Returns what n8n makes of what the user typed. */
	const evaluated = (parameter: Parameter, raw: unknown) => {
		if (!holdsExpression(raw)) return raw;

		refuseModelsChoice(parameter, raw, node);
		try {
			// An expression that gives nothing is not a field that is not there.
			return evaluate(parameter.path, raw) ?? null;
		} catch (error) {
			throw failedExpressionError(parameter, error);
		}
	};

	/** Returns the value that is parsed: short enough, no list where one value is meant, and no broken text. */
	const valueOf = (parameter: Parameter, raw: unknown) => {
		const { path, field, takesList, maxLength = 10_000 } = parameter;
		const { displayName } = field;
		const isEntry = path.includes('.');
		if (raw === undefined && isEntry) return undefined;
		// The fields of a group are read by themselves.
		if (field.type === 'fixedCollection') return raw;

		const saved = raw === undefined ? field.default : raw;
		const result = evaluated(parameter, saved);
		// A resource locator keeps its value in a member. An object that an expression gives is none, whatever it holds.
		const given = memberOf(saved, 'mode') ? memberOf(result, 'value') : result;
		const list = listIn(given) ?? [given];
		const typed = list.flat().filter((one) => typeof one !== 'object');
		// Reading must not take n8n's time, whatever is pasted.
		if (typed.join().length > maxLength) {
			throw new InputError(`'${displayName}' has more than ${maxLength} characters`, 'Shorten it.');
		}
		if (!takesList && list.length > 1) {
			throw new InputError(
				`'${displayName}' got a list of ${list.length} values, but takes one`,
				'Put a "Split Out" node before this one: it makes an item of each value.',
			);
		}
		const value = takesList ? given : list[0];
		if (typeof value === 'string') checkText?.(value, displayName, raw);

		const { whenEmpty = isEntry ? 'refuse' : 'parse' } = parameter;
		if (whenEmpty === 'parse') return value;

		const mustGive = whenEmpty === 'refuse' && holdsExpression(raw);
		// A text of nothing but separators, such as two empty columns joined by a comma, is no value either.
		const isNothing = mustGive ? asEntries(value).length === 0 : list.every(isBlank);
		if (!isNothing) return value;
		if (!mustGive) return undefined;

		throw new InputError(
			`The expression of '${displayName}' returned nothing`,
			'Let it return a value: check the names in it. $json is the output of the node just before this one.',
		);
	};

	return function read<Value>(parameter: Parameter<Value>) {
		if (!results.has(parameter)) {
			const raw = rawAt(node.parameters, parameter);
			const place = { displayName: parameter.field.displayName, raw, read };
			results.set(parameter, parameter.parse(valueOf(parameter, raw), place));
		}
		return results.get(parameter) as Value;
	};
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
