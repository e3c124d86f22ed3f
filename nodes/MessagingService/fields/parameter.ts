import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../errors';
import { asText, invalidValueError } from './readValues';

/** What the node has to know of a parameter, beside its field in the panel. */
interface Traits {
	/**
	 * The names that lead to its value among the node's parameters, with dots between them: `to`, `options.timeout`,
	 * `approvalOptions.values.approveLabel`. What stands in such a group is an entry: a user has to add it.
	 */
	path: string;
	/** What is parsed where the user has not added it: undefined where nothing else is said. */
	whenAbsent?: string | number;
	/**
	 * What it means where its text is blank, or its expression gives nothing. `refuse`, as all entries do that say nothing
	 * else: what was added with an expression gets a value, so that a rule never turns off by accident; what was left empty by
	 * hand is as if it were not added. `ignore`: as if it were not added. `parse`, as all fields do that are no entries: its
	 * own `parse` decides.
	 */
	whenEmpty?: 'refuse' | 'ignore' | 'parse';
	/** Whether its value may be a list. All else takes the one value of a list, and refuses several. */
	takesList?: boolean;
	/** Most characters of its text, or of its list in all, where these are not the usual ones. */
	maxLength?: number;
}

/** One parameter of a node: how the panel shows it, and how its value is read. */
export interface Parameter<Value = unknown> extends Traits {
	field: INodeProperties;
	/**
	 * Turns what n8n gives into a value.
	 * @throws InputError that names the parameter, the value and what to do next
	 */
	parse(value: unknown, place: Place): Value;
}

/** Where a value stands. */
export interface Place {
	/** Name of its parameter, for errors. */
	displayName: string;
	/** What the user typed: an expression begins with `=`, and what was not added is undefined. */
	raw: unknown;
	/** Reads other parameters of the same item. */
	read: Read;
}

/** Reads a parameter of one item. @throws InputError */
export type Read = <Value>(parameter: Parameter<Value>) => Value;

/** What describes a parameter: its traits, and its field in the panel, which is one for a text where nothing else is said. */
export type Description = Traits & Partial<INodeProperties> & Pick<INodeProperties, 'displayName'>;

/** Makes a parameter from its description. */
export function parameter<Value>(
	{
		path,
		whenAbsent,
		// What stands in a group, so that its path has a dot, is an entry.
		whenEmpty = path.includes('.') ? 'refuse' : 'parse',
		takesList,
		maxLength,
		...field
	}: Description,
	parse: Parameter<Value>['parse'],
): Parameter<Value> {
	return {
		path,
		whenAbsent,
		whenEmpty,
		takesList,
		maxLength,
		field: {
			type: 'string',
			default: whenAbsent ?? '',
			...field,
			name: path.slice(path.lastIndexOf('.') + 1),
		},
		parse,
	};
}

/** Makes a parameter for a text: undefined where nothing of it can be seen, so that no request has it. */
export const text = (description: Description) => parameter(description, asText);

/** Makes a parameter refuse an empty text, and one in which nothing can be seen. @param nextStep says what to do then */
export const required = (
	optional: Parameter<string | undefined>,
	nextStep?: string,
): Parameter<string> => ({
	...optional,
	field: { ...optional.field, required: true },
	parse(value, place) {
		const given = optional.parse(value, place);
		if (given) return given;
		throw emptyError(place, nextStep);
	},
});

/** Returns the error for a parameter that must have a value. */
export const emptyError = (
	{ displayName }: Place,
	nextStep = `Fill in '${displayName}'. If it holds an expression, check its names: $json is the output of the node just before this one. Or filter out items without a value before this node.`,
) => new InputError(`'${displayName}' is empty`, nextStep);

/** Makes a parameter that is on or off: an option is on once it is added, and undefined where it was not. */
export const flag = (description: Description) =>
	parameter({ type: 'boolean', default: true, ...description }, (value, { displayName }) => {
		if (value === undefined || typeof value === 'boolean') return value;
		if (value === 'true' || value === 'false') return value === 'true';
		throw invalidValueError(value, displayName, 'Use true or false.');
	});

/** Returns the value of the option that a text names, by its value or its name, in any case; undefined for all else. */
export function valueNamed<Value extends string>(
	options: ReadonlyArray<{ name: string; value: Value }>,
	text = '',
) {
	const given = text.trim().toUpperCase();
	return options.find(
		({ name, value }) => value.toUpperCase() === given || name.toUpperCase() === given,
	)?.value;
}

/** Makes a parameter for one of the options that its field offers. */
export const choice = <const Value extends string>(
	description: Description & {
		whenAbsent: Value;
		options: Array<INodePropertyOptions & { value: Value }>;
	},
) =>
	parameter({ type: 'options', ...description }, (value, place) => {
		const chosen = valueNamed(description.options, asText(value, place));
		if (chosen) return chosen;

		const names = description.options.map(({ name }) => name).join(', ');
		throw invalidValueError(value, place.displayName, `Use one of: ${names}.`);
	});

/**
 * Makes a parameter for a number within the range of its field.
 * @param leastFraction the least number that need not be whole; no such number where it is absent
 */
export function number({
	leastFraction,
	...description
}: Description & { whenAbsent: number; leastFraction?: number }) {
	const { minValue = 0, maxValue = 1_000_000_000 } = description.typeOptions ?? {};

	return parameter({ type: 'number', ...description }, (value, place) => {
		// An expression may return a number as text.
		const given = Number(asText(value, place));
		const isUsable = Number.isInteger(given) || given >= (leastFraction ?? Infinity);
		if (isUsable && given >= minValue && given <= maxValue) return given;

		throw invalidValueError(
			value,
			place.displayName,
			`Use a ${leastFraction ? '' : 'whole '}number from ${minValue} to ${maxValue}.`,
		);
	});
}
