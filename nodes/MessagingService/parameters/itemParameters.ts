import { type INodeProperties, type INodePropertyOptions, jsonParse } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import type { ParameterSource } from './expressionShortcuts';
import type { Option } from './options';
import { asFlag, asList, asText, unusable } from './values';

/**
 * Reads and checks the parameters of one input item.
 * Every function throws an InputError that names the parameter, the value and what to do next.
 */
export class ItemParameters {
	/** What was read already: an expression is evaluated anew with each reading, which takes its time. */
	private readonly values = new Map<string, unknown>();

	/** @param fields the operation's fields, for the names and choices that users see */
	constructor(
		private readonly source: ParameterSource,
		private readonly fields: INodeProperties[],
	) {}

	/** Returns what the user gave, as it came. */
	value(name: string, fallback: unknown): unknown {
		if (!this.values.has(name)) this.values.set(name, this.source(name, fallback));
		return this.values.get(name);
	}

	/** Returns what the user typed, an expression as such. */
	unevaluated(path: string, fallback: unknown): unknown {
		return this.source(path, fallback, { rawExpressions: true });
	}

	/** Returns the name of a field that users see. */
	displayName(name: string): string {
		return findField(this.fields, name)?.displayName ?? name;
	}

	/** Reads an entry of the collection `options`. */
	option<Value>({ field, read }: Option<Value>): Value {
		const options = this.value('options', {}) as Record<string, unknown>;
		// An option whose expression returns nothing was added all the same: a Dry Run must not send then.
		return read(field.name in options ? (options[field.name] ?? null) : undefined);
	}

	/** Reads a text that must be there, as the user typed it; spaces alone count as none. */
	requiredText(name: string): string {
		const text = this.optionalText(name);
		if (text?.trim()) return text;
		const field = `'${this.displayName(name)}'`;
		throw new InputError(
			`${field} is empty`,
			`Fill in ${field}, or filter out items without it before this node.`,
		);
	}

	/** Reads a text, undefined when it is empty: empty texts are left out of every request. */
	optionalText(name: string): string | undefined {
		return asText(this.displayName(name), this.value(name, ''));
	}

	/** Reads one of the choices that the field offers. */
	choice<Choice extends string>(name: string): Choice {
		const field = findField(this.fields, name);
		const options = (field?.options ?? []) as INodePropertyOptions[];
		const value = this.value(name, field?.default);
		if (options.some((option) => option.value === value)) return value as Choice;
		const choices = options.map((option) => option.value).join(', ');
		throw unusable(this.displayName(name), value, `Use one of: ${choices}.`);
	}

	/** Reads a boolean. */
	flag(name: string): boolean {
		return asFlag(this.displayName(name), this.value(name, false));
	}

	/** Reads a whole number of at least 1. */
	count(name: string): number {
		const value = this.value(name, 1);
		// An expression may return a number as text.
		const count = typeof value === 'string' && value.trim() ? Number(value) : value;
		if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) {
			throw unusable(this.displayName(name), value, 'Use a whole number of at least 1.');
		}
		return count;
	}

	/** Returns what reads the values of a collection, by its path, e.g. `approvalOptions.values`. */
	within(path: string): ItemParameters {
		const values = this.value(path, {}) as Record<string, unknown> | null;
		return new ItemParameters((name, fallback) => values?.[name] ?? fallback, this.fields);
	}

	/** Reads the entries of a collection with several values, by its path. */
	list(path: string): unknown[] {
		return asList(this.value(path, []));
	}

	/** Reads a list that the user wrote as JSON, or that an expression returns. */
	jsonList(name: string): unknown[] {
		const value = this.value(name, '');
		const list =
			typeof value === 'string' ? jsonParse<unknown>(value, { fallbackValue: null }) : value;
		if (!Array.isArray(list)) {
			throw unusable(
				this.displayName(name),
				value,
				'Use a list in JSON, e.g. [{ "fieldLabel": "Name" }].',
			);
		}
		return list;
	}
}

function findField(fields: INodeProperties[], name: string): INodeProperties | undefined {
	for (const field of fields) {
		if (field.name === name) return field;
		const within = 'values' in field ? field.values : field.options;
		const nested = findField((within ?? []) as INodeProperties[], name);
		if (nested) return nested;
	}
	return undefined;
}
