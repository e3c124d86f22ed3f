import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../errors';
import { asText, invalidValueError } from './readValues';

/** One parameter of a node: how the panel shows it, and how its value is read. */
export interface Parameter<Value> {
	field: INodeProperties;
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

/** What describes a parameter: its field in the panel, by its path in place of a name. */
export type Description = Omit<INodeProperties, 'name' | 'type' | 'default'> &
	Partial<INodeProperties> &
	Pick<Parameter<unknown>, 'path' | 'whenEmpty' | 'maxLength' | 'isRecipient' | 'advice'>;

/** Makes a parameter from its description. @param usual what holds of its field where the description says nothing */
export function parameter<Value>(
	description: Description,
	usual: Pick<INodeProperties, 'type' | 'default'>,
	parse: Parameter<Value>['parse'],
): Parameter<Value> {
	const { path, whenEmpty, maxLength, isRecipient, advice, ...field } = description;
	const name = path.slice(path.lastIndexOf('.') + 1);
	return {
		field: { ...usual, ...field, name },
		path,
		whenEmpty,
		maxLength,
		isRecipient,
		advice,
		parse,
	};
}

/** Makes a parameter for a text: undefined where nothing of it can be seen, so that no request has it. */
export function text(description: Description): Parameter<string | undefined> {
	return parameter(description, { type: 'string', default: '' }, asText);
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
	return parameter(description, { type: 'boolean', default: true }, (value, { displayName }) => {
		if (value === undefined || typeof value === 'boolean') return value;
		if (value === 'true' || value === 'false') return value === 'true';
		throw invalidValueError(value, displayName, 'Use true or false.');
	});
}

/** Makes a parameter for one of the choices that its field offers. An expression may give its name too, in any case. */
export function choice<const Choice extends string>(
	description: Omit<Description, 'default' | 'options'> & {
		default: Choice;
		options: ReadonlyArray<INodePropertyOptions & { value: Choice }>;
	},
): Parameter<Choice> {
	const { options, ...field } = description;

	return parameter(
		{ ...field, options: [...options] },
		{ type: 'options', default: field.default },
		(value = field.default, { displayName }) => {
			const given = asText(value, { displayName })?.trim() ?? '';
			const chosen = options.find(
				({ value: own, name }) => isSame(own, given) || isSame(name, given),
			);
			if (chosen) return chosen.value;

			const names = options.map(({ name }) => name).join(', ');
			throw invalidValueError(value, displayName, `Use one of: ${names}.`);
		},
	);
}

/** True for two texts that differ in nothing but the case of ASCII letters. */
export function isSame(one: string, other: string): boolean {
	return asciiLower(one) === asciiLower(other);
}

const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

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
		rest,
		{ type: 'number', default: whenAbsent },
		(value = whenAbsent, { displayName }) => {
			// An expression may return a number as text.
			const given = Number(asText(value, { displayName }));
			const isWhole = Number.isInteger(given);
			const isUsable = isWhole || (leastFraction !== undefined && given >= leastFraction);
			if (isUsable && given >= least && given <= most) return given;
			throw invalidValueError(value, displayName, `Use a whole number ${range}${orFraction}.`);
		},
	);
}
