import { InputError } from '../../errors/inputError';
import { quoteValue } from '../../errors/quote';
import { makeRead, type Read } from '../../parameters/parameter';
import { asText, unusable } from '../../parameters/values';
import { FIELD_TYPES } from './fieldTypes';
import type { FieldType, FormField } from './formField';
import { DEFINE_FORM, FORM_FIELDS, JSON_OUTPUT } from './panel';
import { asOnPage } from './parse';
import { SETTINGS } from './settings';
import { parse, problemWith } from './typed';

/** n8n takes at most so many values in an answer, and answers 413 to more. */
const MAX_VALUES = 1000;

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
	const valuesOf = ({ multiple, choices }: FormField) => (multiple ? choices.length : 1);
	const count = fields.reduce((sum, field) => sum + valuesOf(field), 0);
	if (count > MAX_VALUES) {
		throw new InputError(
			`An answer to this form could have ${count} values, and n8n takes ${MAX_VALUES}`,
			'Use fewer fields, or fewer choices of checkboxes. Each field is a value, and each choice where several can be selected.',
		);
	}
	const names = new Set<string>();
	const twice = fields.find(({ name }) => names.size === names.add(name).size);
	if (!twice) return fields;
	throw new InputError(
		`The form has two fields with the name "${quoteValue(twice.name)}"`,
		'Give each field a different name.',
	);
}

function readField(definition: unknown, index: number): FormField {
	const place = `Form element ${index + 1}`;
	if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) {
		throw unusable(place, definition, 'Use an object such as { "fieldLabel": "Name" }.');
	}
	const given = Object.entries(definition).filter(([, value]) => (value ?? '') !== '');
	const values = Object.fromEntries(given) as Record<string, unknown>;
	const type = readType(place, values);
	const read = makeRead(
		({ field }) => values[field.name],
		undefined,
		(name) => `${place}: ${name}`,
	);
	const name = read(SETTINGS.fieldName);
	const label = type.show ? (read(SETTINGS.fieldLabel) ?? name) : name;
	if (!label) {
		const missing = type.show ? 'label' : 'name';
		throw new InputError(
			`${place} has no ${missing}`,
			`Fill in the ${missing} of this form element.`,
		);
	}
	const choices = read(SETTINGS.fieldOptions);
	if (choices.length === 0 && type.settings.includes('fieldOptions')) {
		throw new InputError(
			`The form element "${quoteValue(label)}" has nothing to choose from`,
			'Add at least one option with a label.',
		);
	}
	const limit = readLimit(read, label, choices.length);
	const field: FormField = {
		key: `field-${index}`,
		name: name ?? label,
		label,
		type,
		placeholder: read(SETTINGS.placeholder),
		required: read(SETTINGS.requiredField) || Boolean(limit?.least),
		choices,
		multiple: type.isMultiple ?? read(SETTINGS.multiselect) ?? false,
		limit,
		typed: [],
	};
	return { ...field, typed: readInitial(read, field, place) };
}

/** The next step without a part of n8n's forms that is not taken. */
const INSTEAD = new Map([
	['html', 'Put the text into the message, or into the labels of the fields.'],
	['file', 'Ask for a link to the file in a text field instead.'],
	['formatDate', 'Remove it. A date comes as 2030-01-31: format it after this node.'],
]);

/** Reads the type, and checks that it takes every setting. */
function readType(place: string, values: Record<string, unknown>): FieldType {
	const wanted = asText(`${place}: Element Type`, values.fieldType)?.trim() || 'text';
	const type = new Map(Object.entries<FieldType>(FIELD_TYPES)).get(wanted);
	if (!type) {
		const known = `Use one of these types: ${Object.keys(FIELD_TYPES).join(', ')}.`;
		throw new InputError(
			`${place} has the type "${quoteValue(wanted)}", which the page cannot show`,
			`${INSTEAD.get(wanted) ?? ''} ${known}`.trim(),
		);
	}
	const takes: string[] = ['fieldType', 'fieldLabel', 'fieldName', ...type.settings];
	// n8n writes false for what is not wanted.
	const other = Object.keys(values).find((name) => values[name] !== false && !takes.includes(name));
	if (other === undefined) return type;
	throw new InputError(
		`${place} has the setting "${quoteValue(other)}", which the type "${wanted}" does not take`,
		INSTEAD.get(other) ?? `Remove it. This type takes: ${takes.join(', ')}.`,
	);
}

function readLimit(read: Read, label: string, count: number): FormField['limit'] {
	const kind = read(SETTINGS.limitSelection);
	if (kind === 'unlimited') return undefined;
	const isExact = kind === 'exact';
	const least = read(isExact ? SETTINGS.numberOfSelections : SETTINGS.minSelections);
	const isOpen = read.typed(SETTINGS.maxSelections) === undefined;
	const most = isExact ? least : isOpen ? count : read(SETTINGS.maxSelections);
	if (most > 0 && least <= Math.min(most, count)) return { least, most: Math.min(most, count) };
	throw new InputError(
		`Nobody can answer the form element "${quoteValue(label)}": it asks for ${least} to ${most} of ${count} choices`,
		'Change the limit, or add choices.',
	);
}

/** Reads what the field holds at first, by the rules of an answer. */
function readInitial(read: Read, field: FormField, place: string): string[] {
	const hidden = read(SETTINGS.fieldValue);
	if (hidden !== undefined) return [hidden];
	const text = read(SETTINGS.defaultValue);
	if (text === undefined) return [];
	const value = asOnPage(text);
	const isList = field.multiple && !field.choices.includes(value);
	const values = isList ? value.split(',').map((entry) => entry.trim()) : [value];
	if (!problemWith({ ...field, limit: undefined }, values)) {
		return values.map((entry) => String(parse(field, entry)));
	}
	throw unusable(
		`${place}: ${SETTINGS.defaultValue.field.displayName}`,
		text,
		'Use a value that could be the answer to this field.',
	);
}
