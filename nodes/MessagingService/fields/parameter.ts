import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../errors';
import { memberOf } from '../util/members';
import { asNumber, asText, isBlank, unusable } from './readValues';

/** The collections of the node whose entries are optional. */
export type Collection = 'filters' | 'options' | 'recipientRules';

/** One parameter of a node: how the panel shows it, and how its value is read. */
export interface Parameter<Value> {
	field: INodeProperties;
	/** The collection whose entry it is; absent for a field that is always there. */
	collection?: Collection;
	/** Whether an expression must give a list, as an array or a Set. One without entries is a value too: it means nobody. */
	isList?: boolean;
	/** Whether an expression that gives nothing means the same as no entry: nothing is guarded. */
	mayBeBlank?: boolean;
	/** Whether it guards against sending, so that an AI model may not choose it. */
	isGuard?: boolean;
	/** Whether people read its text: what a broken expression gives is refused. */
	isShown?: boolean;
	/** The fields of a group. */
	group?: Array<Parameter<unknown>>;
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

/** A field without what its kind adds. Its `default` overrides the usual one. */
export type Field = Omit<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>;

/** Makes a parameter for a text, as the user typed it: undefined where it is empty, so that no request has it. */
export function text(field: Field): Parameter<string | undefined> {
	return { field: { type: 'string', default: '', ...field }, read: asText };
}

/** Makes a parameter for a text without the spaces around it. */
export function trimmedText(field: Field): Parameter<string | undefined> {
	return {
		...text(field),
		read: (value, displayName) => asText(value, displayName)?.trim() || undefined,
	};
}

/** Makes a parameter refuse an empty text; spaces and invisible marks alone count as none. */
export function required(parameter: Parameter<string | undefined>): Parameter<string> {
	return {
		field: { ...parameter.field, required: true },
		read(value, displayName, read) {
			const given = parameter.read(value, displayName, read);
			if (given && !isBlank(given)) return given;
			throw emptyError(displayName);
		},
	};
}

/** Returns the error for a parameter that must have a value. */
export function emptyError(displayName: string): InputError {
	return new InputError(
		`'${displayName}' is empty`,
		`Fill in '${displayName}'. If it holds an expression, check its names: $json is the output of the node just before this one. Or filter out items without a value before this node.`,
	);
}

/** Makes a parameter that is on or off: undefined for an option that was not added. */
export function flag(field: Field): Parameter<boolean | undefined> {
	return {
		field: { type: 'boolean', default: false, ...field },
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
	return {
		field: { type: 'options', ...field, options: [...options] },
		read(value = field.default, displayName) {
			const chosen = options.find((option) => option.value === value);
			if (chosen) return chosen.value;

			const choices = options.map((option) => option.value).join(', ');
			throw unusable(value, displayName, `Use one of: ${choices}.`);
		},
	};
}

/** Makes a parameter for a whole number within the range of its field. */
export function number(field: Field, notAdded = Number(field.default)): Parameter<number> {
	const { minValue: least = 0, maxValue: most = Infinity } = field.typeOptions ?? {};
	const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;

	return {
		field: { type: 'number', default: notAdded, ...field },
		read(value = notAdded, displayName) {
			const given = asNumber(value);
			if (Number.isInteger(given) && given >= least && given <= most) return given;
			throw unusable(value, displayName, `Use a whole number ${range}.`);
		},
	};
}

/** Makes a parameter an entry of the collection 'Options'. */
export function option<Value>(parameter: Parameter<Value>): Parameter<Value> {
	return { ...parameter, collection: 'options' };
}

/** Makes a parameter an option that guards. */
export function guard<Value>(parameter: Parameter<Value>): Parameter<Value> {
	return { ...option(parameter), isGuard: true };
}

/** Makes a parameter an entry of the collection 'Recipient Rules'. */
export function recipientRule<Value>(parameter: Parameter<Value>): Parameter<Value> {
	return { ...guard(parameter), collection: 'recipientRules' };
}

/** Makes an option that is on once it is added: undefined where it was not. */
export const flagOption = (field: Field) => option(flag({ default: true, ...field }));

/** Makes an option for a number. @param notAdded its value where it was not added */
export const numberOption = (field: Field, notAdded: number) => option(number(field, notAdded));

/** Returns the field of a collection. */
export function collectionField(
	name: Collection,
	displayName: string,
	entry: string,
	entries: Array<Parameter<unknown>>,
): INodeProperties {
	const options = entries
		.map(({ field }) => field)
		// n8n's guidelines ask for this order.
		.sort((one, other) => (one.displayName < other.displayName ? -1 : 1));
	return {
		name,
		displayName,
		placeholder: `Add ${entry}`,
		type: 'collection',
		default: {},
		options,
	};
}

/** Makes a parameter of fields that belong together: undefined, or their values by the names that they have here. */
export function fieldGroup<Values extends object>(
	field: Field,
	entries: { [Name in keyof Values]: Parameter<Values[Name]> },
): Parameter<Values | undefined> {
	const named = Object.entries<Parameter<unknown>>(entries);
	const group = named.map(([, entry]) => entry);
	const values = group.map((entry) => entry.field);
	const options = [{ displayName: 'Values', name: 'values', values }];

	return {
		field: { type: 'fixedCollection', default: {}, ...field, options },
		group,
		read(given, _name, read) {
			if (given === undefined) return undefined;

			const results = named.map(([name, { field: shown, ...entry }]) => [
				name,
				entry.read(memberOf(given, shown.name), shown.displayName, read),
			]);
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
