import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import type { ItemParameters } from '../parameters/itemParameters';
import { asFlag } from '../parameters/values';
import { shown } from '../errors/quote';

/** The types of fields that a form can have, by the values that n8n's own forms give them. */
export const FIELD_TYPES = [
	{ name: 'Checkboxes', value: 'checkbox' },
	{ name: 'Date', value: 'date' },
	{ name: 'Dropdown', value: 'dropdown' },
	{ name: 'Email', value: 'email' },
	{ name: 'Number', value: 'number' },
	{ name: 'Password', value: 'password' },
	{ name: 'Radio Buttons', value: 'radio' },
	{ name: 'Text Input', value: 'text' },
	{ name: 'Textarea', value: 'textarea' },
] as const;

export type FieldType = (typeof FIELD_TYPES)[number]['value'];

/** What can be chosen, for a type that chooses. */
const choices = (displayName: string, singular: string, fieldType: string): INodeProperties => ({
	displayName,
	name: 'fieldOptions',
	type: 'fixedCollection',
	placeholder: `Add ${singular}`,
	default: { values: [{ option: '' }] },
	required: true,
	typeOptions: { multipleValues: true, sortable: true },
	displayOptions: { show: { fieldType: [fieldType] } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [{ displayName: 'Label', name: 'option', type: 'string', default: '' }],
		},
	],
});

/** What the panel asks of one field. */
export const FORM_FIELD: INodeProperties[] = [
	{
		displayName: 'Label',
		name: 'fieldLabel',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. When can you come?',
		description: 'Label that appears above the input field',
	},
	{
		displayName: 'Element Type',
		name: 'fieldType',
		type: 'options',
		default: 'text',
		required: true,
		description: 'The type of field to add to the form',
		options: FIELD_TYPES.map(({ name, value }) => ({ name, value })),
	},
	{
		displayName: 'Custom Field Name',
		name: 'fieldName',
		type: 'string',
		default: '',
		placeholder: 'e.g. appointment',
		description: 'Name of the field in the output; the label where this is empty',
	},
	{
		displayName: 'Placeholder',
		name: 'placeholder',
		type: 'string',
		default: '',
		description: 'Sample text to display inside the field',
		displayOptions: { hide: { fieldType: ['checkbox', 'date', 'dropdown', 'radio'] } },
	},
	choices('Checkboxes', 'Checkbox', 'checkbox'),
	choices('Field Options', 'Field Option', 'dropdown'),
	choices('Radio Buttons', 'Radio Button', 'radio'),
	{
		displayName: 'Required Field',
		name: 'requiredField',
		type: 'boolean',
		default: false,
		description: 'Whether the answer can only be sent with this field filled in',
	},
];

/** One field of the form. */
export interface FormField {
	/** Name of the input element. */
	key: string;
	/** Name of the value in the output. */
	name: string;
	/** Undefined where the page says it in its language. */
	label?: string;
	type: FieldType;
	placeholder?: string;
	required: boolean;
	/** What can be chosen, for the types that choose. */
	choices: string[];
	/** Whether more than one of them can be chosen. */
	multiple: boolean;
}

/** The field of a free text. */
export const FREE_TEXT: FormField = {
	key: 'text',
	name: 'text',
	label: undefined,
	type: 'textarea',
	required: true,
	choices: [],
	multiple: false,
};

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
	const read = fields.map((field, index) => readField(parameters, field, index));
	const twice = read.find(({ name }, index) => read.findIndex((f) => f.name === name) < index);
	if (twice) {
		throw new InputError(
			`The form has two fields with the name "${shown(twice.name)}"`,
			'Give each field a name of its own: the answers are told apart by it.',
		);
	}
	return read;
}

const CHOOSING: FieldType[] = ['checkbox', 'dropdown', 'radio'];

function readField(parameters: ItemParameters, value: unknown, index: number): FormField {
	const place = `Form element ${index + 1}`;
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new InputError(
			`${place} cannot be "${shown(value)}"`,
			'Use an object such as { "fieldLabel": "Name" }.',
		);
	}
	const field = value as Record<string, unknown>;
	const text = (name: string) => parameters.asText(name, field[name])?.trim();
	const flag = (name: string) =>
		asFlag(`${place}: ${parameters.displayName(name)}`, field[name] || false);
	const type = text('fieldType') ?? 'text';
	const known = FIELD_TYPES.find((entry) => entry.value === type);
	if (!known) {
		throw new InputError(
			`${place} has the type "${shown(type)}", which a page without scripts and uploads cannot show`,
			`Use one of: ${FIELD_TYPES.map((entry) => entry.value).join(', ')}.`,
		);
	}
	const label = text('fieldLabel') ?? text('fieldName');
	if (!label) {
		throw new InputError(`${place} has no label`, 'Fill in the label of every form element.');
	}
	const choices = CHOOSING.includes(known.value) ? readChoices(parameters, field, label) : [];
	return {
		key: `field-${index}`,
		name: text('fieldName') ?? label,
		label,
		type: known.value,
		placeholder: text('placeholder'),
		required: flag('requiredField'),
		choices,
		multiple: known.value === 'checkbox' || (choices.length > 0 && flag('multiselect')),
	};
}

function readChoices(
	parameters: ItemParameters,
	{ fieldOptions }: Record<string, unknown>,
	label: string,
): string[] {
	const values = (fieldOptions as { values?: unknown } | undefined)?.values;
	const choices = (Array.isArray(values) ? values : [])
		.map((entry) => parameters.asText('option', (entry as { option?: unknown } | null)?.option))
		.filter((choice): choice is string => Boolean(choice?.trim()));
	if (choices.length === 0) {
		throw new InputError(
			`The form element "${shown(label)}" has nothing to choose from`,
			'Add at least one option with a label.',
		);
	}
	return choices;
}
