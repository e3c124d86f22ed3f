import type { IDataObject, IExecuteFunctions, INodeParameters, IPollFunctions } from 'n8n-workflow';

import { InputError, messageOf, quote, quoteValue } from '../errors';
import { isObject, isPlainObject, memberOf, type Members } from '../util/members';
import { isAgentTool } from '../n8n/variants';
import { checkShownText } from './messageText';
import type { Parameter, Read } from './parameter';
import { asEntries, isBlank, listIn } from './readValues';

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
	const name = typeof raw === 'string' ? FIELD.exec(raw)?.[1] : undefined;
	if (name === undefined || !Object.hasOwn(json, name)) return undefined;

	const value = json[name];
	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Returns n8n's value of an expression, by its path. @param raw the user's own text */
type Evaluate = (path: string, raw: unknown) => unknown;

/**
 * Returns a reader of parameters. Each is evaluated by itself, so that an expression in another option costs nothing and
 * cannot fail here, and once: several read the same other one.
 * @param json of the item whose texts are checked; a page shows what was checked before it was sent
 */
function readerOf(parameters: INodeParameters, evaluate: Evaluate, json?: IDataObject): Read {
	const results = new Map<Parameter<unknown>, unknown>();

	const valueOf = (parameter: Parameter<unknown>) => {
		const { collection } = parameter;
		const home: unknown = collection ? (parameters[collection] ?? {}) : parameters;
		if (isPlainObject(home)) return valueIn(home, collection ? `${collection}.` : '', parameter);

		throw new InputError(
			`'${collection}' cannot be one expression`,
			'Add its fields, and write an expression into each of them.',
		);
	};

	/** Returns the value of a field that stands in `home`; n8n's path to it begins with `path`. */
	const valueIn = (home: Members, path: string, parameter: Parameter<unknown>): unknown => {
		const { field, group, isShown } = parameter;
		const raw = home[field.name];
		if (raw === undefined) return path ? undefined : field.default;

		const here = path + field.name;
		const values = memberOf(raw, 'values');
		if (group && isPlainObject(values)) {
			const read = (entry: Parameter<unknown>) => valueIn(values, `${here}.values.`, entry);
			return Object.fromEntries(group.map((entry) => [entry.field.name, read(entry)]));
		}

		const value = holdsExpression(raw) ? evaluated(parameter, here, raw) : raw;
		if (isShown && json) checkShownText(value, field.displayName, raw, json);
		if (!Array.isArray(raw)) return path ? valueOfEntry(parameter, raw, value) : value;

		const entries = listIn(value) ?? [];
		return raw.map((entry, index) => valueOfEntry(parameter, entry, entries[index]));
	};

	const evaluated = ({ field }: Parameter<unknown>, path: string, raw: unknown) => {
		try {
			// An expression that gives nothing is not a field that is not there.
			return evaluate(path, raw) ?? null;
		} catch (error) {
			throw failedExpression(field.displayName, error);
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

/** Returns the error for an expression that n8n cannot evaluate, with n8n's own advice. */
function failedExpression(displayName: string, error: unknown): InputError {
	const message = messageOf(error);
	// n8n does not say where.
	const advice =
		message === 'invalid syntax'
			? 'Check its brackets and names. A name with a space needs brackets: {{ $json["Phone Number"] }}.'
			: adviceOf(error);
	return new InputError(`The expression of '${displayName}' failed: ${message}`, advice);
}

/** Most characters of n8n's advice on an expression. */
const MAX_ADVICE = 500;

/** Returns n8n's own advice for an expression: in its error's context it has one of two names. */
function adviceOf(error: unknown): string {
	const context = memberOf(error, 'context');
	const node = memberOf(context, 'nodeCause');
	const advice =
		memberOf(context, 'causeDetailed') ??
		memberOf(context, 'messageTemplate') ??
		'Open the expression in the editor to see its result.';

	const text = String(advice).replace('{{nodeName}}', () => String(node));
	return quote(node ? `${text} (node: ${String(node)})` : text, MAX_ADVICE);
}

/** How to write a list: what drag and drop writes is one row of many. */
const LIST_ADVICE =
	"One list for the whole run: {{ $('Rows').all().map((row) => row.json.phone) }}. For a yes/no column, put a Filter before this node.";

/**
 * Returns the value of an entry of a collection or a group; undefined where it was not added, or left empty by hand. This is the
 * one rule for expressions that give nothing: what was added with an expression gets a value from it, or is refused. A
 * guard that was set never means "no guard" by accident.
 * @param raw the user's own text, with expressions as such
 * @throws InputError
 */
function valueOfEntry(parameter: Parameter<unknown>, raw: unknown, value: unknown): unknown {
	const { field, isList, mayBeBlank, isGuard } = parameter;
	if (!holdsExpression(raw)) return isBlank(value) && !isList ? undefined : value;

	if (isGuard && JSON.stringify(raw).includes('$fromAI')) {
		throw new InputError(
			`'${field.displayName}' is left to the AI model, so it protects nobody`,
			'Enter a value yourself, or use an expression without $fromAI.',
		);
	}

	const list = isList ? listIn(value) : undefined;
	const isMissing = list ? isOfNothing(list) : asEntries(value).length === 0;
	if (isMissing && mayBeBlank && isBlank(String(value ?? ''))) return undefined;
	if (!isMissing && (list || !isList)) return value;

	throw new InputError(
		`The expression of '${field.displayName}' returned ${isMissing ? 'nothing' : `"${quoteValue(value)}", which is no list`}`,
		isList ? LIST_ADVICE : 'Let it return a value.',
	);
}

/** True for a list that holds undefined and null alone: the name of a column is wrong. One without entries is a value. */
const isOfNothing = (list: unknown[]) =>
	list.length > 0 && list.every((entry) => entry === undefined || entry === null);

/** True where n8n has to evaluate a value, or a part of it. */
function holdsExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	return isObject(raw) && Object.values(raw).some(holdsExpression);
}
