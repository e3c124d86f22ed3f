import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../errors';
import { asText, invalidValueError } from './readValues';

// Each parameter of the nodes is one constant, such as `TO`. Its field goes into the panel, and `read(TO)` returns its value
// for an item, or throws an error that names it. `reader.ts` has the steps from what the user typed to what `parse` gets.

/** One parameter of a node: how the panel shows it, and how its value is read. */
export interface Parameter<Value = unknown> {
	/** As the panel shows it. */
	field: INodeProperties;
	/** The names that lead to its value in the node's parameters: `to`, `options.timeout`, `approvalOptions.values.askComment`. */
	path: string;
	/**
	 * Whether its expression may give nothing, so that `parse` decides what this means. An entry (an option, rule or filter, which
	 * users have to add) may only where it says so, since a rule that somebody has added must not turn off by accident. Others may.
	 */
	mayBeEmpty?: boolean;
	/** Whether its value may be a list. All others take the one value of a list, and refuse several. */
	takesList?: boolean;
	/** Most characters of its text, or of its list in all, where these are not the usual 10,000. */
	maxLength?: number;
	/**
	 * Turns what the user gives into a value.
	 * @param value what the user typed or the expression gives, null where that is nothing; undefined where the user has given none
	 * @throws InputError that names the parameter, the value and what to do next
	 */
	parse(value: unknown, place: Place): Value;
}

/** What else `parse` may ask for. */
export interface Place {
	/** Name of the parameter, for errors. */
	displayName: string;
	/** What the user typed: an expression begins with `=`, and what was not added is undefined. */
	typed: unknown;
	/** Reads other parameters of the same item. */
	read: Read;
}

/** Reads a parameter of one item. @throws InputError */
export type Read = <Value>(parameter: Parameter<Value>) => Value;

/** Describes a parameter, with the members of its field, which is one for a text where nothing else is said. */
export type Description = Omit<Parameter, 'field' | 'parse'> &
	Partial<INodeProperties> &
	Pick<INodeProperties, 'displayName'>;

/** Makes a parameter from its description. */
export function parameter<Value>(
	{ path, mayBeEmpty, takesList, maxLength, ...field }: Description,
	parse: Parameter<Value>['parse'],
): Parameter<Value> {
	// It stands in a group such as Options, so its path has a dot.
	const isEntry = path.includes('.');
	return {
		path,
		mayBeEmpty: mayBeEmpty ?? !isEntry,
		takesList,
		maxLength,
		field: { type: 'string', default: '', ...field, name: path.slice(path.lastIndexOf('.') + 1) },
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

/** Makes a parameter for one of the options that its field offers, and its default where it was not added. */
export const choice = <const Value extends string>(
	description: Description & {
		default: Value;
		options: Array<INodePropertyOptions & { value: Value }>;
	},
) =>
	parameter({ type: 'options', ...description }, (value = description.default, place) => {
		const chosen = valueNamed(description.options, asText(value, place));
		if (chosen) return chosen;

		const names = description.options.map(({ name }) => name).join(', ');
		throw invalidValueError(value, place.displayName, `Use one of: ${names}.`);
	});

/**
 * Makes a parameter for a number within the range of its field, and its default where it was not added.
 * @param whenAdded what n8n puts into the field of an option that somebody adds, where that is not its default
 * @param leastFraction the least number that need not be whole, where there is one
 */
export function number({
	whenAdded,
	leastFraction = Infinity,
	...description
}: Description & { default: number; whenAdded?: number; leastFraction?: number }) {
	const { minValue = 0, maxValue = 1_000_000_000 } = description.typeOptions ?? {};

	return parameter(
		{ type: 'number', ...description, default: whenAdded ?? description.default },
		(value = description.default, place) => {
			// An expression may return a number as text.
			const given = Number(asText(value, place));
			const isUsable = Number.isInteger(given) || given >= leastFraction;
			if (isUsable && given >= minValue && given <= maxValue) return given;

			throw invalidValueError(
				value,
				place.displayName,
				`Use a ${leastFraction < 1 ? '' : 'whole '}number from ${minValue} to ${maxValue}.`,
			);
		},
	);
}
