import type { INodeProperties } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { PhoneNumberError, toE164 } from '../phone';
import { shown } from '../errors/quote';
import type { PurchasableFilters } from '../service/types';
import type { ParameterSource } from './expressionShortcuts';

/** Values of the collection `options` for one item. */
export interface ItemOptions {
	defaultCountry?: unknown;
	fallback?: unknown;
	failOnIncorrect?: unknown;
	messageButtonLabel?: unknown;
	responseFormButtonLabel?: unknown;
	responseFormDescription?: unknown;
	responseFormTitle?: unknown;
	sendOnceKey?: unknown;
}

/**
 * Reads and checks the parameters of one input item.
 * Every function throws an InputError that names the parameter, the value and the way out.
 */
export class ItemParameters {
	/** What was read already: an expression is evaluated anew with each reading, which takes its time. */
	private readonly values = new Map<string, unknown>();

	/** @param fields the operation's fields, for the names that users see */
	constructor(
		private readonly source: ParameterSource,
		private readonly itemIndex: number,
		private readonly fields: INodeProperties[],
	) {}

	/** The collection `options` of this item. */
	get options(): ItemOptions {
		return this.value('options', {}) as ItemOptions;
	}

	/** A text that must be there, as the user typed it; blanks alone are none. */
	requiredText(name: string): string {
		const text = this.optionalText(name);
		if (!text?.trim()) {
			throw new InputError(
				`${this.displayName(name)} is empty`,
				`Fill in ${this.displayName(name)}, or filter out items that have no value for it before this node.`,
			);
		}
		return text;
	}

	/** A text, undefined when it is empty: empty texts are left out of every request. */
	optionalText(name: string): string | undefined {
		return this.asText(name, this.value(name, ''));
	}

	/** One of a field's options. */
	choice<T extends string>(name: string, choices: readonly T[]): T {
		const value = this.value(name, choices[0]);
		const found = choices.find((choice) => choice === value);
		if (found === undefined) throw this.unusable(name, value, `Use one of: ${choices.join(', ')}.`);
		return found;
	}

	/** A boolean. */
	flag(name: string): boolean {
		return this.asFlag(name, this.value(name, false));
	}

	/** A boolean of the collection `options`, undefined when the user did not add it. */
	optionalFlag(name: keyof ItemOptions): boolean | undefined {
		const value = this.options[name];
		return value === undefined ? undefined : this.asFlag(name, value);
	}

	/** A whole number of at least 1. */
	count(name: string): number {
		const value = this.value(name, 1);
		// An expression may well give a number as text.
		const count = typeof value === 'string' && value.trim() ? Number(value) : value;
		if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) {
			throw this.unusable(name, value, 'Use a whole number of at least 1.');
		}
		return count;
	}

	/** A phone number that must be there, in E.164. */
	requiredPhone(name: string): string {
		this.requiredText(name);
		return this.phone(name, this.value(name, ''));
	}

	/** A phone number in E.164, undefined when it is empty. */
	optionalPhone(name: string): string | undefined {
		return this.optionalText(name) === undefined
			? undefined
			: this.phone(name, this.value(name, ''));
	}

	/**
	 * A phone number in E.164 where it can be read, else as the user typed it, trimmed.
	 * Only for POST /send/text, where the service converts numbers itself (section 4.1).
	 */
	phoneOrAsTyped(name: string): string | undefined {
		const typed = this.optionalText(name)?.trim();
		if (!typed) return undefined;
		try {
			return toE164(this.value(name, ''), { defaultCountry: this.defaultCountry() });
		} catch {
			// Not ours to refuse: the service tries to convert it and answers with an error if it cannot.
			return typed;
		}
	}

	/** The number of a lease operation in E.164, from a resource locator or plain. */
	leaseNumber(name: string): string {
		const value = this.value(name, '');
		const isLocator = typeof value === 'object' && value !== null && 'value' in value;
		const number: unknown = isLocator ? value.value : value;
		if (number === '' || number === null || number === undefined) {
			throw new InputError(
				`${this.displayName(name)} is empty`,
				'Choose a number from the list, or switch to "By Number" and enter it with country code, e.g. +12025550123.',
			);
		}
		return this.phone(name, number, true);
	}

	/** Several numbers of the lease operations in E.164, each once, in the order given. */
	leaseNumbers(name: string): string[] {
		const entries = listOf(this.value(name, [])).filter((entry) => entry !== '');
		if (entries.length === 0) {
			throw new InputError(
				`${this.displayName(name)} is empty`,
				'Add at least one number with country code, e.g. +12025550123.',
			);
		}
		return [...new Set(entries.map((entry) => this.phone(name, entry, true)))];
	}

	/** The collection `filters` (section 4.5). */
	filters(): PurchasableFilters {
		const filters = this.value('filters', {}) as Record<string, unknown>;
		const text = (name: string) => this.asText(name, filters[name] ?? '');
		const { supports } = filters;
		return {
			supports: listOf(supports)
				.map((entry) => this.asText('supports', entry) ?? '')
				.filter(Boolean),
			type: text('type'),
			country: text('country'),
			carrier: text('carrier'),
		};
	}

	/** The values of a collection, by its path, e.g. `options.limitWaitTime.values`; empty when it has none. */
	group(path: string): Record<string, unknown> {
		const value = this.value(path, {});
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
	}

	/** The entries of a collection with several values, by its path. */
	list(path: string): unknown[] {
		return listOf(this.value(path, []));
	}

	/** A list that the user wrote as JSON, or that an expression gives. */
	jsonList(name: string): unknown[] {
		const value = this.value(name, '');
		const list =
			typeof value === 'string' ? jsonParse<unknown>(value, { fallbackValue: null }) : value;
		if (!Array.isArray(list)) {
			throw this.unusable(name, value, 'Use a list in JSON, e.g. [{ "fieldLabel": "Name" }].');
		}
		return list;
	}

	/** The collection's key by which an item is sent only once; undefined when there is none. */
	sendOnceKey(): string | undefined {
		return this.asText('sendOnceKey', this.options.sendOnceKey ?? '');
	}

	/** A value that was read already as text, undefined when it is empty. */
	asText(name: string, value: unknown): string | undefined {
		if (typeof value === 'string') return value === '' ? undefined : value;
		if (value === null || value === undefined) return undefined;
		if (typeof value === 'number' && Number.isFinite(value)) return decimal(value);
		if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
		throw this.unusable(
			name,
			value,
			'Use a text. An expression that gives an object or a list needs one of its values picked, e.g. {{ $json.phone }}.',
		);
	}

	private defaultCountry(): string | undefined {
		return this.asText('defaultCountry', this.options.defaultCountry ?? '');
	}

	private phone(name: string, value: unknown, digitsHaveCountryCode = false): string {
		const defaultCountry = this.defaultCountry();
		try {
			return toE164(value, { defaultCountry, digitsHaveCountryCode });
		} catch (error) {
			throw this.phoneProblem(name, value, error);
		}
	}

	private phoneProblem(name: string, value: unknown, error: unknown): unknown {
		if (!(error instanceof PhoneNumberError)) return error;
		return new InputError(
			`${this.displayName(name)} "${shown(value)}" is not a phone number that can be used: it ${error.reason}`,
			error.wayOut,
		);
	}

	private value(name: string, fallback: unknown): unknown {
		if (!this.values.has(name)) {
			this.values.set(name, this.source.getNodeParameter(name, this.itemIndex, fallback));
		}
		return this.values.get(name);
	}

	private asFlag(name: string, value: unknown): boolean {
		if (typeof value === 'boolean') return value;
		if (value === 'true' || value === 'false') return value === 'true';
		throw this.unusable(name, value, 'Use true or false.');
	}

	private unusable(name: string, value: unknown, wayOut: string): InputError {
		return new InputError(`${this.displayName(name)} cannot be "${shown(value)}"`, wayOut);
	}

	private displayName(name: string): string {
		return displayNameOf(this.fields, name) ?? name;
	}
}

function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	return value === undefined || value === null || value === '' ? [] : [value];
}

function displayNameOf(fields: INodeProperties[], name: string): string | undefined {
	for (const field of fields) {
		if (field.name === name) return field.displayName;
		const within = 'values' in field ? field.values : field.options;
		const nested = displayNameOf((within ?? []) as INodeProperties[], name);
		if (nested) return nested;
	}
	return undefined;
}

/** A number's digits, never in exponent notation. */
function decimal(value: number): string {
	return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}
