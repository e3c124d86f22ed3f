import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../errors';
import { asText, isBlank, unusable } from './readValues';

/** The collections of the node whose entries are optional. */
export type Collection = 'filters' | 'options' | 'recipientRules';

/** What an expression in an entry may give. An entry without a kind refuses one that gives nothing, and so do the first two. */
export type Kind =
	/** It protects people, so that an AI model may not choose it. */
	| 'guard'
	/** It protects people by a list, an array or a Set. One without entries is a value too: it means nobody. */
	| 'list'
	/** An expression that gives nothing means the same as no entry: nothing is guarded. */
	| 'harmless';

/** One parameter of a node: how the panel shows it, and how its value is read. */
export interface Parameter<Value> {
	field: INodeProperties;
	/** The names that lead to the collection or the group whose entry it is; absent for a field that is always there. */
	home?: string;
	kind?: Kind;
	/**
	 * Reads what n8n gives: undefined for an entry of a collection that was not added.
	 * @param displayName of the parameter in errors
	 * @param read reads other parameters of the same item
	 * @throws InputError that names the parameter, the value and what to do next
	 */
	read(value: unknown, displayName: string, read: Read): Value;
}

/** Reads a parameter of one item. @throws InputError */
export type Read = <Value>(parameter: Parameter<Value>) => Value;

/** A field without what its maker adds. Its `default` overrides the usual one. */
export type Field = Omit<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>;

/** Makes a parameter for a text, as the user typed it: undefined where it is empty, so that no request has it. */
export function text(field: Field): Parameter<string | undefined> {
	return { field: { type: 'string', default: '', ...field }, read: asText };
}

/** Makes a parameter refuse an empty text, and one without anything to be seen. @param nextStep says what to do then */
export function required(
	parameter: Parameter<string | undefined>,
	nextStep?: string,
): Parameter<string> {
	return {
		field: { ...parameter.field, required: true },
		read(value, displayName, read) {
			const given = parameter.read(value, displayName, read);
			if (given && !isBlank(given)) return given;
			throw emptyError(displayName, nextStep);
		},
	};
}

/** Returns the error for a parameter that must have a value. */
export function emptyError(displayName: string, nextStep?: string): InputError {
	return new InputError(
		`'${displayName}' is empty`,
		nextStep ??
			`Fill in '${displayName}'. If it holds an expression, check its names: $json is the output of the node just before this one. Or filter out items without a value before this node.`,
	);
}

/** Makes a parameter that is on or off: an option is on once it is added, and undefined where it was not. */
export function flag(field: Field): Parameter<boolean | undefined> {
	return {
		field: { type: 'boolean', default: true, ...field },
		read(value, displayName) {
			if (value === undefined || typeof value === 'boolean') return value;
			if (value === 'true' || value === 'false') return value === 'true';
			throw unusable(value, displayName, 'Use true or false.');
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
	const choices = options.map((option) => option.value);

	return {
		field: { type: 'options', ...field, options: [...options] },
		read(value = field.default, displayName) {
			const chosen = choices.find((one) => one === value);
			if (chosen) return chosen;
			throw unusable(value, displayName, `Use one of: ${choices.join(', ')}.`);
		},
	};
}

/**
 * Makes a parameter for a number within the range of its field.
 * @param notAdded its value where it was not added
 * @param leastFraction the least number that need not be whole
 */
export function number(
	field: Field,
	notAdded = Number(field.default),
	leastFraction = Infinity,
): Parameter<number> {
	const { minValue: least = 0, maxValue: most = Infinity } = field.typeOptions ?? {};
	const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
	const orFraction = leastFraction < most ? `, or a fraction of at least ${leastFraction}` : '';

	return {
		field: { type: 'number', default: notAdded, ...field },
		read(value = notAdded, displayName) {
			// An expression may return a number as text.
			const given = Number(asText(value, displayName));
			const isUsable = Number.isInteger(given) || given >= leastFraction;
			if (isUsable && given >= least && given <= most) return given;
			throw unusable(value, displayName, `Use a whole number ${range}${orFraction}.`);
		},
	};
}

/** Makes a parameter an entry of a collection. */
export function entry<Value>(
	home: Collection,
	parameter: Parameter<Value>,
	kind?: Kind,
): Parameter<Value> {
	return { ...parameter, home, kind };
}

/** Returns the field of a collection. */
export function collectionField(
	name: Collection,
	displayName: string,
	noun: string,
	entries: Array<Parameter<unknown>>,
): INodeProperties {
	const options = entries
		.map(({ field }) => field)
		// n8n's guidelines ask for this order.
		.sort((one, other) => one.displayName.localeCompare(other.displayName));
	return {
		name,
		displayName,
		placeholder: `Add ${noun}`,
		type: 'collection',
		default: {},
		options,
	};
}

/** Makes a parameter of fields that belong together: undefined, or their values by the names that they have here. */
export function fieldGroup<Values extends object>(
	field: Field,
	entries: { [Name in keyof Values]: Parameter<Values[Name]> },
	collection?: Collection,
): Parameter<Values | undefined> {
	const named = Object.entries<Parameter<unknown>>(entries);
	const values = named.map(([, one]) => one.field);
	const home = `${collection ? `${collection}.` : ''}${field.name}.values`;

	return {
		field: {
			type: 'fixedCollection',
			default: {},
			...field,
			options: [{ displayName: 'Values', name: 'values', values }],
		},
		home: collection,
		read(given, _name, read) {
			if (given === undefined) return undefined;
			const results = named.map(([name, one]) => [name, read({ ...one, home })]);
			return Object.fromEntries(results) as Values;
		},
	};
}

/** The home page of the package, where its docs are. */
const HOME_PAGE = 'https://messaging-service.example/n8n-nodes-messaging-service';

/** Returns a link to a page of the docs, as n8n shows it in descriptions. */
export function docsLink(page: string, text: string): string {
	return `<a href="${HOME_PAGE}/blob/main/docs/${page}" target="_blank">${text}</a>`;
}
