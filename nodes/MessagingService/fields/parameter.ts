import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../errors';
import { inCapitals } from '../util/texts';
import { asText, invalidValueError } from './readValues';

/** What the node has to know of a parameter, beside its field in the panel. */
interface Traits {
	/**
	 * The names that lead to its value among the node's parameters, with dots between them: `to`, `options.timeout`,
	 * `approvalOptions.values.approveLabel`. A name with dots is an entry: a user has added it, and may leave it out.
	 */
	path: string;
	/**
	 * What it means where the expression of an entry gives nothing. `refuse` is meant where nothing is said: what was added
	 * gets a value, so that a rule never turns off by accident. `ignore`: the same as not added. `parse`: its own `parse`
	 * decides.
	 */
	whenEmpty?: 'refuse' | 'ignore' | 'parse';
	/** Most characters of its text, where these are not the usual ones. */
	maxLength?: number;
	/** True for the recipient of a message, which a model may choose by `$fromAI` alone. */
	isRecipient?: true;
	/** Says what to do where its expression fails or gives nothing. @param raw the expression */
	advice?(raw: unknown): string;
}

/** One parameter of a node: how the panel shows it, and how its value is read. */
export interface Parameter<Value> extends Traits {
	field: INodeProperties;
	/**
	 * Turns what n8n gives into a value: undefined for an entry that was not added.
	 * @throws InputError that names the parameter, the value and what to do next
	 */
	parse(value: unknown, place: Place): Value;
}

/** Where a value stands. */
export interface Place {
	/** Name of its parameter, for errors. */
	displayName: string;
	/** What the user typed: an expression begins with `=`. */
	raw: unknown;
	/** Reads other parameters of the same item. */
	read: Read;
}

/** Reads a parameter of one item. @throws InputError */
export type Read = <Value>(parameter: Parameter<Value>) => Value;

/** A field of the panel, by its path in place of a name. */
type Field = Omit<INodeProperties, 'name'>;

/** What describes a parameter, where its maker knows the type, and what n8n puts in when a user adds it. */
export type Description = Traits & Omit<Field, 'type' | 'default'> & Partial<Field>;

/** Makes a parameter from its description. */
export function parameter<Value>(
	description: Traits & Field,
	parse: Parameter<Value>['parse'],
): Parameter<Value> {
	const { path, whenEmpty, maxLength, isRecipient, advice, ...field } = description;
	const name = path.slice(path.lastIndexOf('.') + 1);
	return { field: { ...field, name }, path, whenEmpty, maxLength, isRecipient, advice, parse };
}

/** Makes a parameter for a text: undefined where nothing of it can be seen, so that no request has it. */
export function text(description: Description): Parameter<string | undefined> {
	return parameter({ type: 'string', default: '', ...description }, asText);
}

/** Makes a parameter refuse an empty text, and one in which nothing can be seen. @param nextStep says what to do then */
export function required(
	optional: Parameter<string | undefined>,
	nextStep?: string,
): Parameter<string> {
	return {
		...optional,
		field: { ...optional.field, required: true },
		parse(value, place) {
			const given = optional.parse(value, place);
			if (given !== undefined) return given;
			throw emptyError(place, nextStep);
		},
	};
}

/** Returns the error for a parameter that must have a value. */
export function emptyError({ displayName }: Place, nextStep?: string): InputError {
	return new InputError(
		`'${displayName}' is empty`,
		nextStep ??
			`Fill in '${displayName}'. If it holds an expression, check its names: $json is the output of the node just before this one. Or filter out items without a value before this node.`,
	);
}

/** Makes a parameter that is on or off: an option is on once it is added, and undefined where it was not. */
export function flag(description: Description): Parameter<boolean | undefined> {
	return parameter({ type: 'boolean', default: true, ...description }, (value, { displayName }) => {
		if (value === undefined || typeof value === 'boolean') return value;
		if (value === 'true' || value === 'false') return value === 'true';
		throw invalidValueError(value, displayName, 'Use true or false.');
	});
}

/** A choice that the panel offers. */
type Option<Value extends string> = INodePropertyOptions & { value: Value };

/** Returns the value of the option that a text names, by its value or its name, in any case; undefined for all else. */
export function valueNamed<Value extends string>(
	options: ReadonlyArray<Option<Value>>,
	text = '',
): Value | undefined {
	const given = inCapitals(text.trim());
	return options.find(
		({ name, value }) => inCapitals(value) === given || inCapitals(name) === given,
	)?.value;
}

/** Makes a parameter for one of the options that its field offers. */
export function choice<const Value extends string>(
	description: Description & { default: Value; options: Array<Option<Value>> },
): Parameter<Value> {
	const { options } = description;
	return parameter({ type: 'options', ...description }, (value = description.default, place) => {
		const chosen = valueNamed(options, asText(value, place));
		if (chosen !== undefined) return chosen;

		const names = options.map(({ name }) => name).join(', ');
		throw invalidValueError(value, place.displayName, `Use one of: ${names}.`);
	});
}

/** What describes a parameter for a number. */
interface NumberDescription extends Description {
	/** The value of an entry that was not added; else that of the field. */
	whenAbsent?: number;
	/** The least number that need not be whole; no such number where it is absent. */
	leastFraction?: number;
}

/** Makes a parameter for a number within the range of its field. */
export function number(description: NumberDescription): Parameter<number> {
	const { whenAbsent = Number(description.default), leastFraction, ...rest } = description;
	const { minValue: least = 0, maxValue: most = Infinity } = rest.typeOptions ?? {};
	const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
	const orFraction = leastFraction ? `, or a fraction of at least ${leastFraction}` : '';

	return parameter(
		{ type: 'number', default: whenAbsent, ...rest },
		(value = whenAbsent, place) => {
			// An expression may return a number as text.
			const given = Number(asText(value, place));
			const isUsable = Number.isInteger(given) || given >= (leastFraction ?? Infinity);
			if (isUsable && given >= least && given <= most) return given;
			throw invalidValueError(
				value,
				place.displayName,
				`Use a whole number ${range}${orFraction}.`,
			);
		},
	);
}
