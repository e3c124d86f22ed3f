import type { INodeProperties } from 'n8n-workflow';

import { choice, type Field, inValues, number } from '../../parameters/parameter';
import { FIELD_TYPES } from './fieldTypes';
import type { FieldType } from './formField';

const TYPES = Object.entries<FieldType>(FIELD_TYPES);

const textField = (field: Field): INodeProperties => ({ type: 'string', default: '', ...field });

export const LIMIT_SELECTION = choice({
	displayName: 'Limit Selection',
	name: 'limitSelection',
	default: 'unlimited',
	options: [
		{ name: 'Exact Number', value: 'exact' },
		{ name: 'Range', value: 'range' },
		{ name: 'Unlimited', value: 'unlimited' },
	],
});

const selections = (displayName: string, name: string, least: number, limit: string) =>
	number({
		displayName,
		name,
		typeOptions: { minValue: least, numberPrecision: 0 },
		default: least,
		displayOptions: { show: { limitSelection: [limit] } },
	});

export const NUMBER_OF_SELECTIONS = selections(
	'Number of Selections',
	'numberOfSelections',
	1,
	'exact',
);
export const MIN_SELECTIONS = selections('Minimum Selections', 'minSelections', 0, 'range');
export const MAX_SELECTIONS = selections('Maximum Selections', 'maxSelections', 1, 'range');

const FIELDS: INodeProperties[] = [
	textField({
		displayName: 'Label',
		name: 'fieldLabel',
		description: 'Label that appears above the input field',
		required: true,
		placeholder: 'e.g. When can you come?',
		displayOptions: { hide: { fieldType: ['hiddenField'] } },
	}),
	{
		displayName: 'Element Type',
		name: 'fieldType',
		type: 'options',
		default: 'text',
		required: true,
		description: 'The type of field to add to the form',
		options: TYPES.map(([value, { name }]) => ({ name, value })),
	},
	textField({
		displayName: 'Custom Field Name',
		name: 'fieldName',
		description: 'Name of the field in the output; defaults to the label',
		placeholder: 'e.g. appointment',
	}),
	textField({
		displayName: 'Placeholder',
		name: 'placeholder',
		description: 'Sample text to display inside the field',
	}),
	{
		displayName: 'Choices',
		name: 'fieldOptions',
		type: 'fixedCollection',
		placeholder: 'Add Choice',
		default: { values: [{ option: '' }] },
		required: true,
		typeOptions: { multipleValues: true, sortable: true },
		options: inValues([{ displayName: 'Label', name: 'option', type: 'string', default: '' }]),
	},
	textField({
		displayName: 'Default Value',
		name: 'defaultValue',
		description: 'Initial value of the field. Separate several checkboxes with commas.',
	}),
	textField({
		displayName: 'Field Value',
		name: 'fieldValue',
		description: 'Value in the output. It is not on the page, so the recipient cannot change it.',
	}),
	{
		displayName: 'Multiple Choice',
		name: 'multiselect',
		type: 'boolean',
		default: false,
		description: 'Whether several choices can be selected',
	},
	LIMIT_SELECTION.field,
	NUMBER_OF_SELECTIONS.field,
	MIN_SELECTIONS.field,
	MAX_SELECTIONS.field,
	{
		displayName: 'Required Field',
		name: 'requiredField',
		type: 'boolean',
		default: false,
		description: 'Whether the recipient must fill in this field',
	},
];

/** What the panel asks of one field, by the names that n8n's own forms give it: of each type, what it takes. */
export const FORM_FIELD = FIELDS.map((field): INodeProperties => {
	const types = TYPES.filter(([, { settings }]) => settings.includes(field.name));
	if (types.length === 0) return field;
	const fieldType = types.map(([value]) => value);
	return { ...field, displayOptions: { show: { fieldType, ...field.displayOptions?.show } } };
});
