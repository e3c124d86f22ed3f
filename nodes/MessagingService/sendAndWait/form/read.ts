import { InputError } from '../../errors/inputError';
import { shown } from '../../errors/quote';
import { type Parameter, type Read, readWithin } from '../../parameters/parameter';
import { asFlag, asList, asText, unusable } from '../../parameters/values';
import { FIELD_TYPES } from './fieldTypes';
import type { FieldType, FormField } from './formField';
import { DEFINE_FORM, FORM_FIELDS, JSON_OUTPUT } from '../responseParameters';
import {
	FORM_FIELD,
	LIMIT_SELECTION,
	MAX_SELECTIONS,
	MIN_SELECTIONS,
	NUMBER_OF_SELECTIONS,
} from './panel';
import { asOnPage, problemWith } from './typed';

/** Reads the fields of a custom form. @throws InputError that names the field */
export function readFormFields(read: Read): FormField[] {
	const definitions = read(read(DEFINE_FORM) === 'json' ? JSON_OUTPUT : FORM_FIELDS);
	if (definitions.length === 0) {
		throw new InputError(
			'The form has no fields',
			'Add at least one form element, or choose the response type "Free Text".',
		);
	}
	const fields = definitions.map(readField);
	refuseTooMany(fields);
	const names = new Set<string>();
	const twice = fields.find(({ name }) => names.size === names.add(name).size);
	if (!twice) return fields;
	throw new InputError(
		`The form has two fields with the name "${shown(twice.name)}"`,
		'Give each field a different name.',
	);
}

/** Most values of an answer that n8n takes: it answers 413 to more. */
const MAX_VALUES = 1000;

function refuseTooMany(fields: FormField[]): void {
	const valuesOf = ({ multiple, choices }: FormField) => (multiple ? choices.length : 1);
	const count = fields.reduce((sum, field) => sum + valuesOf(field), 0);
	if (count <= MAX_VALUES) return;
	throw new InputError(
		`An answer to this form could have ${count} values, and n8n takes ${MAX_VALUES}`,
		'Use fewer fields, or fewer choices of checkboxes. Each field is a value, and each choice where several can be selected.',
	);
}

function readField(definition: unknown, index: number): FormField {
	const place = `Form element ${index + 1}`;
	if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) {
		throw unusable(place, definition, 'Use an object such as { "fieldLabel": "Name" }.');
	}
	const settings = Object.entries(definition).filter(([, value]) => (value ?? '') !== '');
	const element = new FormElement(place, Object.fromEntries(settings));
	const type = readFieldType(element);
	const name = element.text('fieldName');
	const label = type.show ? (element.text('fieldLabel') ?? name) : name;
	if (!label) {
		const missing = type.show ? 'label' : 'name';
		throw new InputError(
			`${place} has no ${missing}`,
			`Fill in the ${missing} of this form element.`,
		);
	}
	const choices = type.settings.includes('fieldOptions') ? readChoices(element, label) : [];
	const limit = readLimit(element, label, choices.length);
	const field: FormField = {
		key: `field-${index}`,
		name: name ?? label,
		label,
		type,
		placeholder: element.text('placeholder'),
		required: element.flag('requiredField') || Boolean(limit?.least),
		choices,
		multiple: type.isMultiple ?? element.flag('multiselect'),
		limit,
		typed: [],
	};
	return { ...field, typed: readInitial(element, field) };
}

/** The settings of one form element, by the names that the panel and n8n's own forms give them. */
class FormElement {
	constructor(
		readonly place: string,
		readonly settings: Record<string, unknown>,
	) {}

	displayName(name: string): string {
		const field = FORM_FIELD.find((one) => one.name === name);
		return `${this.place}: ${field?.displayName ?? 'Label'}`;
	}

	/** Returns a text with the spaces around it. */
	typed(name: string): string | undefined {
		return asText(this.displayName(name), this.settings[name]);
	}

	text(name: string): string | undefined {
		return this.typed(name)?.trim() || undefined;
	}

	flag(name: string): boolean {
		return asFlag(this.displayName(name), this.settings[name] ?? false);
	}

	read<Value>(parameter: Parameter<Value>): Value {
		const { name } = parameter.field;
		return parameter.read(this.settings[name], this.displayName(name), readWithin(this.settings));
	}
}

/** What to do without something of n8n's forms that is not taken. */
const INSTEAD = new Map([
	['html', 'Put the text into the message, or into the labels of the fields.'],
	['file', 'Ask for a link to the file in a text field instead.'],
	['formatDate', 'Remove it. A date comes as 2030-01-31: format it after this node.'],
]);

/** Reads the type, and checks that it takes every setting. */
function readFieldType(element: FormElement): FieldType {
	const wanted = element.text('fieldType') ?? 'text';
	const type = new Map(Object.entries<FieldType>(FIELD_TYPES)).get(wanted);
	if (!type) {
		const known = `Use one of these types: ${Object.keys(FIELD_TYPES).join(', ')}.`;
		throw new InputError(
			`${element.place} has the type "${shown(wanted)}", which the page cannot show`,
			`${INSTEAD.get(wanted) ?? ''} ${known}`.trim(),
		);
	}
	const takes = ['fieldType', 'fieldLabel', 'fieldName', ...type.settings];
	// n8n writes false for what is not wanted.
	const other = Object.entries(element.settings).find(
		([name, value]) => value !== false && !takes.includes(name),
	)?.[0];
	if (other === undefined) return type;
	throw new InputError(
		`${element.place} has the setting "${shown(other)}", which the type "${wanted}" does not take`,
		INSTEAD.get(other) ?? `Remove it. This type takes: ${takes.join(', ')}.`,
	);
}

function readChoices(element: FormElement, label: string): string[] {
	const given = (element.settings.fieldOptions ?? {}) as unknown[] | { values?: unknown };
	const choices = asList(Array.isArray(given) ? given : given.values)
		.map((entry) => (entry as { option?: unknown } | null)?.option)
		.map((option) => asOnPage(asText(element.displayName('option'), option) ?? ''))
		.filter((choice) => choice.trim());
	if (choices.length > 0) return [...new Set(choices)];
	throw new InputError(
		`The form element "${shown(label)}" has nothing to choose from`,
		'Add at least one option with a label.',
	);
}

function readLimit(element: FormElement, label: string, count: number): FormField['limit'] {
	const kind = element.read(LIMIT_SELECTION);
	if (kind === 'unlimited') return undefined;
	const exact = kind === 'exact';
	const least = element.read(exact ? NUMBER_OF_SELECTIONS : MIN_SELECTIONS);
	const isOpen = element.settings.maxSelections === undefined;
	const most = exact ? least : isOpen ? count : element.read(MAX_SELECTIONS);
	if (most > 0 && least <= Math.min(most, count)) return { least, most: Math.min(most, count) };
	throw new InputError(
		`Nobody can answer the form element "${shown(label)}": it asks for ${least} to ${most} of ${count} choices`,
		'Change the limit, or add choices.',
	);
}

/** Reads what the field holds at first, by the rules of an answer. */
function readInitial(element: FormElement, field: FormField): string[] {
	const hidden = element.typed('fieldValue');
	if (hidden !== undefined) return [hidden];
	const text = element.text('defaultValue');
	if (text === undefined) return [];
	const value = asOnPage(text);
	const isList = field.multiple && !field.choices.includes(value);
	const values = isList ? value.split(',').map((entry) => entry.trim()) : [value];
	if (!problemWith({ ...field, limit: undefined }, values)) {
		return values.map((entry) => String(field.type.parse(entry)));
	}
	throw unusable(
		element.displayName('defaultValue'),
		text,
		'Use a value that could be the answer to this field.',
	);
}
