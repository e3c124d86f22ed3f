import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { asNumber, asText, unusable } from './values';

/** One parameter of a node: how the panel shows it, and how its value is read. */
export interface Parameter<Value> {
	field: INodeProperties;
	/** Whether it is an entry of the collection 'options'. */
	isOption?: boolean;
	/** Whether it is the recipient of a message. */
	isRecipient?: boolean;
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
	typed(parameter: Parameter<unknown>): unknown;
}

/** A field without what its kind adds. Its `default` overrides the usual one. */
export type Field = Omit<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>;

/** Makes a parameter for a text, as the user typed it: undefined where it is empty, so that no request has it. */
export function text(field: Field): Parameter<string | undefined> {
	return {
		field: { type: 'string', default: '', ...field },
		read: (value, name) => asText(name, value),
	};
}

/** Makes a parameter for a text without the spaces around it. */
export function trimmedText(field: Field): Parameter<string | undefined> {
	return { ...text(field), read: (value, name) => asText(name, value)?.trim() || undefined };
}

/** Makes a parameter for a text that must be there; spaces alone count as none. */
export function requiredText(field: Field): Parameter<string> {
	const { field: shown } = text({ required: true, ...field });
	return { field: shown, read: (value, name) => required(asText(name, value), name) };
}

/** Returns a text that is there. @throws InputError */
export function required(typed: string | undefined, name: string): string {
	if (typed?.trim()) return typed;
	throw new InputError(
		`'${name}' is empty`,
		`Fill in '${name}', or filter out items without it before this node.`,
	);
}

/** Makes a parameter that is on or off: undefined for an option that was not added. */
export function flag(field: Field): Parameter<boolean | undefined> {
	return {
		field: { type: 'boolean', default: false, ...field },
		read(value, name) {
			if (value === undefined || typeof value === 'boolean') return value;
			if (value === 'true' || value === 'false') return value === 'true';
			throw unusable(name, value, 'Use true or false.');
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
			throw unusable(name, value, `Use one of: ${choices}.`);
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
			throw unusable(name, value, `Use a whole number ${range}${instead}.`);
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
			if (typeof value !== 'object' || !value) throw unusable(name, value, 'Use an object.');
			const { values: given } = (isFixed ? value : { values: value }) as { values?: unknown };
			const values = Object(given) as object;
			// An entry whose expression returns nothing was added all the same.
			return makeRead(({ field: { name: entry } }) =>
				entry in values ? (Reflect.get(values, entry) ?? null) : undefined,
			);
		},
	};
}

/** Returns the options of a fixed collection whose entries are all of one kind, as n8n's own nodes name it. */
export const inValues = (values: INodeProperties[]) => [
	{ displayName: 'Values', name: 'values', values },
];

/**
 * Makes what reads parameters, from what returns the value of one and what the user typed there.
 * @param nameOf returns the name of a parameter in errors, from the one that the panel shows
 */
export function makeRead(
	valueOf: Read['typed'],
	typed = valueOf,
	nameOf = (shown: string) => shown,
): Read {
	const read: Read = Object.assign(
		<Value>(parameter: Parameter<Value>): Value =>
			parameter.read(valueOf(parameter), nameOf(parameter.field.displayName), read),
		{ typed },
	);
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
export const toolNotice = (what: string) =>
	notice('toolNotice', `The AI agent decides ${what}. With a human review, a person approves it.`, {
		displayOptions: { show: { '@tool': [true] } },
	});

/** Returns a notice above the fields of what only an Enterprise plan may do (section 5). */
export const enterpriseNotice = (what: string, more?: Pick<INodeProperties, 'displayOptions'>) =>
	notice('enterpriseNotice', `${what} requires the provider's Enterprise plan`, more);
