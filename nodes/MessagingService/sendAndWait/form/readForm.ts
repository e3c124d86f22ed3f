import { InputError } from '../../errors/inputError';
import { quoteValue } from '../../errors/quote';
import { isPlainObject } from '../../object';
import { makeRead, type Read } from '../../parameters/parameter';
import { asText, unusable } from '../../parameters/values';
import { SETTINGS } from './elementSettings';
import { answerOf, problemWith } from './entered';
import { FIELD_TYPES } from './fieldTypes';
import type { AnswerRules, FieldType, FormField } from './formField';
import { asOnPage } from './notations';
import { type OnMistake, withDefaults } from './onMistake';
import { DEFINE_FORM, FORM_FIELDS, JSON_OUTPUT } from './panel';

/** n8n takes at most so many values in an answer, and answers 413 to more. */
const MAX_VALUES = 1000;

/**
 * Reads the fields of a custom form.
 * @throws InputError that names the field, where there is nothing that a page could show
 */
export function readFormFields(read: Read, onMistake: OnMistake): FormField[] {
	const definitions = read(read(DEFINE_FORM) === 'json' ? JSON_OUTPUT : FORM_FIELDS);
	if (definitions.length === 0) {
		throw new InputError(
			'The form has no fields',
			'Add at least one form element, or choose the response type "Free Text".',
		);
	}

	const fields = definitions.map((definition, index) => readField(definition, index, onMistake));
	checkCount(fields, onMistake);
	checkNames(fields, onMistake);
	return fields;
}

/** Reports where n8n would take no answer with so many values. */
function checkCount(fields: FormField[], onMistake: OnMistake): void {
	const count = fields.reduce(
		(sum, { multiple, choices }) => sum + (multiple ? choices.length : 1),
		0,
	);
	if (count <= MAX_VALUES) return;

	onMistake(
		new InputError(
			`An answer to this form could have ${count} values, and n8n takes ${MAX_VALUES}`,
			'Use fewer fields, or fewer choices of checkboxes. Each field is a value, and each choice where several can be selected.',
		),
	);
}

/** Reports where the answer to one field would replace that to another. */
function checkNames(fields: FormField[], onMistake: OnMistake): void {
	const names = new Set<string>();
	for (const { name } of fields) {
		if (names.has(name)) {
			onMistake(
				new InputError(
					`The form has two fields with the name "${quoteValue(name)}"`,
					'Give each field a different name.',
				),
			);
			return;
		}
		names.add(name);
	}
}

function readField(definition: unknown, index: number, onMistake: OnMistake): FormField {
	const place = `Form element ${index + 1}`;
	const settings = settingsOf(place, definition);
	const type = readType(place, settings);
	checkSettings(place, settings, { type, onMistake });

	const taken = namesTaken(type);
	const valueOfSetting: Read['raw'] = ({ field: { name } }) =>
		taken.includes(name) ? settings[name] : undefined;
	const nameInErrors = (shown: string) => `${place}: ${shown}`;
	const settingsRead = makeRead({ valueOf: valueOfSetting, nameOf: nameInErrors });
	const read = withDefaults(settingsRead, onMistake);

	const name = read(SETTINGS.fieldName);
	const label = type.show ? (read(SETTINGS.fieldLabel) ?? name) : name;
	if (!label) throw withoutLabel(place, type);

	const choices = read(SETTINGS.fieldOptions);
	if (choices.length === 0 && taken.includes('fieldOptions')) {
		throw new InputError(
			`The form element "${quoteValue(label)}" has nothing to choose from`,
			'Add at least one option with a label.',
		);
	}

	const limit = readLimit(read, { label, count: choices.length, onMistake });
	const isRequired = read(SETTINGS.requiredField) ?? false;
	const field = {
		key: `field-${index}`,
		name: name ?? label,
		label,
		type,
		placeholder: read(SETTINGS.placeholder),
		required: isRequired || (limit !== undefined && limit.least > 0),
		choices,
		multiple: type.isMultiple ?? read(SETTINGS.multiselect) ?? false,
		limit,
	};
	return { ...field, initial: readInitial(read, field, { place, onMistake }) };
}

/** The settings of a form element, by the names of n8n's own forms. */
type Settings = Record<string, unknown>;

/** Returns the settings that are not empty. @throws InputError where it is no form element */
function settingsOf(place: string, definition: unknown): Settings {
	if (!isPlainObject(definition)) {
		throw unusable(definition, place, 'Use an object such as { "fieldLabel": "Name" }.');
	}

	const given = Object.entries(definition).filter(
		([, value]) => value !== undefined && value !== null && value !== '',
	);
	return Object.fromEntries(given);
}

/** The next step without a part of n8n's forms that is not taken. */
const INSTEAD = new Map([
	['html', 'Put the text into the message, or into the labels of the fields.'],
	['file', 'Ask for a link to the file in a text field instead.'],
	['formatDate', 'Remove it. A date comes as 2030-01-31: format it after this node.'],
]);

const TYPES = new Map(Object.entries<FieldType>(FIELD_TYPES));

/** Reads the type of a form element. @throws InputError where no page can show it */
function readType(place: string, { fieldType }: Settings): FieldType {
	const wanted = asText(fieldType, `${place}: Element Type`)?.trim() || 'text';
	const type = TYPES.get(wanted);
	if (type) return type;

	const types = `Use one of these types: ${[...TYPES.keys()].join(', ')}.`;
	throw new InputError(
		`${place} has the type "${quoteValue(wanted)}", which the page cannot show`,
		`${INSTEAD.get(wanted) ?? ''} ${types}`.trim(),
	);
}

/** Returns the names of the settings that a type takes. */
function namesTaken({ settings }: FieldType): string[] {
	return ['fieldType', 'fieldLabel', 'fieldName', ...settings];
}

/** Reports a setting that the type does not take: it would be dropped silently. */
function checkSettings(
	place: string,
	settings: Settings,
	{ type, onMistake }: { type: FieldType; onMistake: OnMistake },
): void {
	const taken = namesTaken(type);
	// n8n writes false for what is not wanted.
	const isOther = (name: string) => settings[name] !== false && !taken.includes(name);
	const other = Object.keys(settings).find(isOther);
	if (other === undefined) return;

	const [typeName] = [...TYPES].find(([, other]) => other === type) ?? [];
	onMistake(
		new InputError(
			`${place} has the setting "${quoteValue(other)}", which the type "${typeName}" does not take`,
			INSTEAD.get(other) ?? `Remove it. This type takes: ${taken.join(', ')}.`,
		),
	);
}

function withoutLabel(place: string, type: FieldType): InputError {
	const missing = type.show ? 'label' : 'name';
	return new InputError(
		`${place} has no ${missing}`,
		`Fill in the ${missing} of this form element.`,
	);
}

/** Reads how many choices an answer must have. Reports a limit that nobody can meet, which then is none. */
function readLimit(
	read: Read,
	{ label, count, onMistake }: { label: string; count: number; onMistake: OnMistake },
): FormField['limit'] {
	const kind = read(SETTINGS.limitSelection);
	if (kind === 'unlimited') return undefined;

	const { least, most } = kind === 'exact' ? readExact(read) : readRange(read, count);
	const limit = { least, most: Math.min(most, count) };
	if (most > 0 && least <= limit.most) return limit;

	onMistake(
		new InputError(
			`Nobody can answer the form element "${quoteValue(label)}": it asks for ${least} to ${most} of ${count} choices`,
			'Change the limit, or add choices.',
		),
	);
	return undefined;
}

function readExact(read: Read) {
	const number = read(SETTINGS.numberOfSelections);
	return { least: number, most: number };
}

function readRange(read: Read, count: number) {
	const isOpen = read.raw(SETTINGS.maxSelections) === undefined;
	return {
		least: read(SETTINGS.minSelections),
		most: isOpen ? count : read(SETTINGS.maxSelections),
	};
}

/** Reads what the field holds at first, by the rules of an answer. Reports anything else, which is left out. */
function readInitial(
	read: Read,
	rules: AnswerRules,
	{ place, onMistake }: { place: string; onMistake: OnMistake },
): string[] {
	const hidden = read(SETTINGS.fieldValue);
	if (hidden !== undefined) return [hidden];

	const text = read(SETTINGS.defaultValue);
	if (text === undefined) return [];

	const value = asOnPage(text);
	const isList = rules.multiple && !rules.choices.includes(value);
	const values = isList ? value.split(',').map((entry) => entry.trim()) : [value];
	if (!problemWith({ ...rules, limit: undefined }, values)) {
		return values.map((entry) => String(answerOf(rules, entry)));
	}

	onMistake(
		unusable(
			text,
			`${place}: ${SETTINGS.defaultValue.field.displayName}`,
			'Use a value that could be the answer to this field.',
		),
	);
	return [];
}
