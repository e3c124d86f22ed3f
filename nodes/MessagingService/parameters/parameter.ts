import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { isObject } from '../object';
import { asNumber, asText, unusable } from './values';

/** One parameter of a node: how the panel shows it, and how its value is read. */
export interface Parameter<Value> {
	field: INodeProperties;
	/** Whether it is an entry of the collection 'options'. */
	isOption?: boolean;
	/** Whether it is the key that keeps an item from being done twice. */
	isOnceKey?: boolean;
	/**
	 * Reads what n8n gives: undefined for an option that was not added, null where an expression gives nothing.
	 * @param name of the parameter in errors
	 * @param read reads other parameters of the same item
	 * @throws InputError that names the parameter, the value and what to do next
	 */
	read(value: unknown, name: string, read: Read): Value;
}

/** Reads the parameters of one item, or those within a collection. */
export interface Read {
	/** @throws InputError */
	<Value>(parameter: Parameter<Value>): Value;
	/** Returns the user's own text, with expressions as such; undefined where there is none. */
	raw(parameter: Parameter<unknown>): unknown;
}

/** A field without what its kind adds. Its `default` overrides the usual one. */
export type Field = Omit<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>;

/** Makes a parameter for a text, as the user typed it: undefined where it is empty, so that no request has it. */
export function text(field: Field): Parameter<string | undefined> {
	return { field: { type: 'string', default: '', ...field }, read: asText };
}

/** Makes a parameter for a text without the spaces around it. */
export function trimmedText(field: Field): Parameter<string | undefined> {
	return { ...text(field), read: (value, name) => asText(value, name)?.trim() || undefined };
}

/** Makes a parameter for a text that must be there; spaces alone count as none. */
export function requiredText(field: Field): Parameter<string> {
	return required(text({ required: true, ...field }));
}

/** Makes a parameter refuse an empty text; spaces alone count as none. */
export function required(text: Parameter<string | undefined>): Parameter<string> {
	const parameter: Parameter<string> = {
		...text,
		read(value, name, read) {
			const given = text.read(value, name, read);
			if (given?.trim()) return given;

			const nextStep = `Fill in '${name}', or filter out items without it before this node.`;
			throw missing(read.raw(parameter), name, nextStep);
		},
	};
	return parameter;
}

/**
 * Returns the error for a parameter that has no value. An expression has been filled in: a wrong name in it is likely.
 * @param raw what the user typed there
 * @param nextStep says what to do next where that is no expression
 */
export function missing(raw: unknown, name: string, nextStep: string): InputError {
	if (!isExpression(raw)) return new InputError(`'${name}' is empty`, nextStep);
	return new InputError(
		`'${name}' is empty: its expression returned nothing for this item`,
		checkExpression(name),
	);
}

/** Says what to do about an expression that returns nothing. */
export function checkExpression(name: string): string {
	return `Check the names in the expression of '${name}'. $json is the output of the node just before this one: drag fields of earlier nodes from their own output. Or filter out items without a value before this node.`;
}

/** Tells whether a user has typed an expression, as n8n marks it. */
export function isExpression(raw: unknown): raw is string {
	return typeof raw === 'string' && raw.startsWith('=');
}

/** Makes a parameter that is on or off: undefined for an option that was not added. */
export function flag(field: Field): Parameter<boolean | undefined> {
	return {
		field: { type: 'boolean', default: false, ...field },
		read(value, name) {
			if (value === undefined || typeof value === 'boolean') return value;
			if (value === 'true' || value === 'false') return value === 'true';
			throw unusable(value, name, 'Use true or false.');
		},
	};
}

/** Makes a parameter for one of the choices that its field offers. */
export function choice<const Choice extends string>(
	field: Omit<Field, 'default' | 'options'> & {
		default: Choice;
		options: ReadonlyArray<INodePropertyOptions & { value: Choice }>;
	},
): Parameter<Choice> {
	const { options } = field;

	return {
		field: { type: 'options', ...field, options: [...options] },
		read(value = field.default, name) {
			const chosen = options.find((option) => option.value === value);
			if (chosen) return chosen.value;

			const choices = options.map((option) => option.value).join(', ');
			throw unusable(value, name, `Use one of: ${choices}.`);
		},
	};
}

type NumberField = Field & { default: number };

/**
 * Makes a parameter for a whole number within the range of its field: its default for an option that was not added.
 * @param instead follows the numbers in errors: another way to correct the value
 */
export function number(field: NumberField, instead = ''): Parameter<number> {
	const { minValue: least = 0, maxValue: most = Infinity } = field.typeOptions ?? {};
	const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;

	return {
		field: { type: 'number', ...field },
		read(value = field.default, name) {
			const given = asNumber(value);
			if (Number.isInteger(given) && given >= least && given <= most) return given;

			throw unusable(value, name, `Use a whole number ${range}${instead}.`);
		},
	};
}

/** Makes an option of a parameter: an entry of the collection 'options'. */
export function option<Value>(parameter: Parameter<Value>): Parameter<Value> {
	return { ...parameter, isOption: true };
}

/** Makes an option that is on or off: undefined where it was not added. */
export const flagOption = (field: Field) => option(flag(field));

/** Makes an option for a number; an expression that gives nothing is refused, since a limit never opens by accident. */
export function numberOption(field: NumberField): Parameter<number> {
	return option(number(field, `, or remove the option for ${field.default}`));
}

/** Makes a parameter that holds others: a collection whose value reads each of its entries. */
export function collection(
	field: Field & Pick<INodeProperties, 'type'>,
	entries: Array<Parameter<unknown>>,
): Parameter<Read> {
	const fields = entries.map((entry) => entry.field);
	const isFixed = field.type === 'fixedCollection';

	return {
		field: { default: {}, ...field, options: isFixed ? inValues(fields) : fields },
		read(value, name) {
			if (!isObject(value)) throw unusable(value, name, 'Use an object.');

			const given = isFixed ? value.values : value;
			const values = isObject(given) ? given : {};
			return makeRead({
				// An entry whose expression returns nothing was added all the same.
				valueOf: ({ field: { name: entry } }) =>
					entry in values ? (values[entry] ?? null) : undefined,
			});
		},
	};
}

/** Returns the options of a fixed collection whose entries are all of one kind, as n8n's own nodes name it. */
export const inValues = (values: INodeProperties[]) => [
	{ displayName: 'Values', name: 'values', values },
];

/** Where the values of parameters come from. */
export interface Source {
	/** Returns n8n's value of a parameter. */
	valueOf: Read['raw'];
	/** Returns the user's own text, with expressions as such; by default the value. */
	raw?: Read['raw'];
	/** Returns the name of a parameter in errors; by default the one that the panel shows. */
	nameOf?(shown: string): string;
}

/** Makes what reads parameters, each of them once: several read the same other one, and an expression takes its time. */
export function makeRead({ valueOf, raw, nameOf }: Source): Read {
	const results = new Map<Parameter<unknown>, unknown>();

	function readOne<Value>(parameter: Parameter<Value>): Value {
		// Each result stands under its own parameter.
		if (results.has(parameter)) return results.get(parameter) as Value;

		const { displayName } = parameter.field;
		const result = parameter.read(valueOf(parameter), nameOf?.(displayName) ?? displayName, read);
		results.set(parameter, result);
		return result;
	}

	const read: Read = Object.assign(readOne, { raw: raw ?? valueOf });
	return read;
}

/** Returns a notice above the fields, which has no value. */
export function notice(
	name: string,
	displayName: string,
	more: Pick<INodeProperties, 'displayOptions'> = {},
): Parameter<undefined> {
	const field: INodeProperties = { displayName, name, type: 'notice', default: '', ...more };
	return { field, read: () => undefined };
}

/** Returns a notice that n8n shows only where the node is the tool of an AI agent. */
export const toolNotice = (text: string) =>
	notice('toolNotice', text, { displayOptions: { show: { '@tool': [true] } } });

/** Says how a person keeps an eye on an AI agent. An MCP client has no reviews. */
export const REVIEW_TIP =
	'An AI agent of n8n can have a human review before this tool: then a person approves each call.';

/** Returns a notice above the fields of what only an Enterprise plan may do (section 5 of docs/service.md). */
export const enterpriseNotice = (what: string, more?: Pick<INodeProperties, 'displayOptions'>) =>
	notice('enterpriseNotice', `${what} requires the provider's Enterprise plan`, more);
