import { InputError } from '../errors/inputError';
import { shown } from '../errors/quote';
import type { ItemParameters } from '../parameters/itemParameters';
import { asFlag, asList, unusable } from '../parameters/values';
import { problemWith, withLineFeeds } from './fieldValue';
import type { FormField } from './formField';
import { FIELD_TYPES } from './formField';

/**
 * Reads the fields of a custom form.
 * @throws InputError that names the field
 */
export function readFormFields(parameters: ItemParameters): FormField[] {
	const fields =
		parameters.choice<'fields' | 'json'>('defineForm') === 'json'
			? parameters.jsonList('jsonOutput')
			: parameters.list('formFields.values');
	if (fields.length === 0) {
		throw new InputError(
			'The form has no fields',
			'Add at least one form element, or choose the response type "Free Text".',
		);
	}
	const read = fields.map((field, index) => new Definition(parameters, field, index).read());
	const twice = read.find(({ name }, index) => read.findIndex((f) => f.name === name) < index);
	if (twice) {
		throw new InputError(
			`The form has two fields with the name "${shown(twice.name)}"`,
			'Give each field a different name.',
		);
	}
	return read;
}

/** What every type of field takes. */
const COMMON = ['fieldType', 'fieldLabel', 'fieldName'];

/** What to do without something of n8n's forms that is not taken. */
const INSTEAD = new Map([
	['html', 'Say it in the message, or in the labels of the fields.'],
	['file', 'Ask for a link to the file in a text field.'],
	['formatDate', 'Remove it. A date comes as 2030-01-31: format it after this node.'],
]);

/** The definition of one field. */
class Definition {
	private readonly place: string;

	private readonly field: Record<string, unknown>;

	constructor(
		private readonly parameters: ItemParameters,
		value: unknown,
		private readonly index: number,
	) {
		this.place = `Form element ${index + 1}`;
		if (typeof value !== 'object' || value === null || Array.isArray(value)) {
			throw unusable(this.place, value, 'Use an object such as { "fieldLabel": "Name" }.');
		}
		this.field = value as Record<string, unknown>;
	}

	read(): FormField {
		const { value: type, takes } = this.readType();
		const name = this.text('fieldName');
		const label = type === 'hiddenField' ? name : (this.text('fieldLabel') ?? name);
		if (!label) {
			const missing = type === 'hiddenField' ? 'name' : 'label';
			throw new InputError(
				`${this.place} has no ${missing}`,
				`Fill in the ${missing} of this form element.`,
			);
		}
		const choices = takes.includes('fieldOptions') ? this.readChoices(label) : [];
		const limit = this.readLimit(label, choices.length);
		const field: FormField = {
			key: `field-${this.index}`,
			name: name ?? label,
			label,
			type,
			placeholder: this.text('placeholder'),
			required: this.flag('requiredField') || Boolean(limit?.least),
			choices,
			multiple: type === 'checkbox' || this.flag('multiselect'),
			limit,
			initial: [],
		};
		return { ...field, initial: this.readInitial(field) };
	}

	/** Reads the type, and holds that every setting is one that it takes. */
	private readType() {
		const wanted = this.text('fieldType') ?? 'text';
		const type = FIELD_TYPES.find(({ value }) => value === wanted);
		if (!type) {
			const known = `Use one of: ${FIELD_TYPES.map(({ value }) => value).join(', ')}.`;
			throw new InputError(
				`${this.place} has the type "${shown(wanted)}", which the page cannot show`,
				`${INSTEAD.get(wanted) ?? ''} ${known}`.trim(),
			);
		}
		const takes = [...COMMON, ...type.takes];
		const other = Object.keys(this.field).find((name) => this.isSet(name) && !takes.includes(name));
		if (other === undefined) return type;
		throw new InputError(
			`${this.place} has the setting "${shown(other)}", which the type "${wanted}" does not take`,
			INSTEAD.get(other) ?? `Remove it. This type takes: ${takes.join(', ')}.`,
		);
	}

	private readChoices(label: string): string[] {
		const { fieldOptions } = this.field;
		const values = Array.isArray(fieldOptions)
			? (fieldOptions as unknown[])
			: asList((fieldOptions as { values?: unknown } | undefined)?.values);
		const choices = values
			.map((entry) => (entry as { option?: unknown } | null)?.option)
			.map((option) => this.parameters.asText('option', option))
			.filter((choice): choice is string => Boolean(choice?.trim()));
		if (choices.length > 0) return [...new Set(choices.map(withLineFeeds))];
		throw new InputError(
			`The form element "${shown(label)}" has nothing to choose from`,
			'Add at least one option with a label.',
		);
	}

	private readLimit(label: string, count: number): FormField['limit'] {
		const kind = this.text('limitSelection') ?? 'unlimited';
		if (kind === 'unlimited') return undefined;
		if (kind !== 'exact' && kind !== 'range') {
			throw this.unusable('limitSelection', 'Use one of: exact, range, unlimited.');
		}
		const exact = kind === 'exact';
		const least = this.count(exact ? 'numberOfSelections' : 'minSelections', exact ? 1 : 0);
		const most = exact ? least : this.count('maxSelections', count);
		if (most > 0 && least <= Math.min(most, count)) return { least, most: Math.min(most, count) };
		throw new InputError(
			`Nobody can answer the form element "${shown(label)}": it asks for ${least} to ${most} of ${count} choices`,
			'Change the limit, or add choices.',
		);
	}

	/** Reads what the field holds at first, by the rules of an answer. */
	private readInitial(field: FormField): string[] {
		const hidden = this.parameters.asText('fieldValue', this.field.fieldValue);
		if (hidden !== undefined) return [hidden];
		const text = this.text('defaultValue');
		if (text === undefined) return [];
		const isList = field.multiple && !field.choices.includes(text);
		// n8n's field for a date may add a time.
		const value = field.type === 'date' ? text.replace(/T.*/s, '') : withLineFeeds(text);
		const values = isList ? value.split(',').map((entry) => entry.trim()) : [value];
		if (!problemWith({ ...field, limit: undefined }, values)) return values;
		throw this.unusable('defaultValue', 'Use a value that could be the answer to this field.');
	}

	private isSet(name: string): boolean {
		const value = this.field[name];
		return value !== undefined && value !== null && value !== '' && value !== false;
	}

	private text(name: string): string | undefined {
		return this.parameters.asText(name, this.field[name])?.trim() || undefined;
	}

	private flag(name: string): boolean {
		return asFlag(`${this.place}: ${this.parameters.displayName(name)}`, this.field[name] || false);
	}

	/** A number of choices, in whole. */
	private count(name: string, fallback: number): number {
		const count = this.isSet(name) ? Number(this.field[name]) : fallback;
		if (Number.isInteger(count) && count >= 0) return count;
		throw this.unusable(name, 'Use a whole number.');
	}

	private unusable(name: string, wayOut: string): InputError {
		const what = `${this.place}: ${this.parameters.displayName(name)}`;
		return unusable(what, this.field[name], wayOut);
	}
}
