import type { INodeProperties } from 'n8n-workflow';

import { FIELD_TYPES } from './formField';

/** Shows a setting for the types of fields that take it. */
const takenBy = (setting: string, more = {}): INodeProperties['displayOptions'] => {
	const types = FIELD_TYPES.filter(({ takes }) => takes.includes(setting));
	return { show: { fieldType: types.map(({ value }) => value), ...more } };
};

const text = (
	displayName: string,
	name: string,
	description: string,
	more: Partial<INodeProperties> = { displayOptions: takenBy(name) },
): INodeProperties => ({ displayName, name, type: 'string', default: '', description, ...more });

const selections = (displayName: string, name: string, least: number, limit: string) => ({
	displayName,
	name,
	type: 'number' as const,
	typeOptions: { minValue: least, numberPrecision: 0 },
	default: least,
	displayOptions: takenBy(name, { limitSelection: [limit] }),
});

/** What the panel asks of one field, by the names that n8n's own forms give it. */
export const FORM_FIELD: INodeProperties[] = [
	text('Label', 'fieldLabel', 'Label that appears above the input field', {
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
		options: FIELD_TYPES.map(({ name, value }) => ({ name, value })),
	},
	text('Custom Field Name', 'fieldName', 'Name of the field in the output; defaults to the label', {
		placeholder: 'e.g. appointment',
	}),
	text('Placeholder', 'placeholder', 'Sample text to display inside the field'),
	{
		displayName: 'Choices',
		name: 'fieldOptions',
		type: 'fixedCollection',
		placeholder: 'Add Choice',
		default: { values: [{ option: '' }] },
		required: true,
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: takenBy('fieldOptions'),
		options: [
			{
				displayName: 'Values',
				name: 'values',
				values: [{ displayName: 'Label', name: 'option', type: 'string', default: '' }],
			},
		],
	},
	text(
		'Default Value',
		'defaultValue',
		'Initial value of the field. Separate several checkboxes with commas.',
	),
	text(
		'Field Value',
		'fieldValue',
		'Value in the output. It is not on the page, so the recipient cannot change it.',
	),
	{
		displayName: 'Multiple Choice',
		name: 'multiselect',
		type: 'boolean',
		default: false,
		description: 'Whether several choices can be selected',
		displayOptions: takenBy('multiselect'),
	},
	{
		displayName: 'Limit Selection',
		name: 'limitSelection',
		type: 'options',
		default: 'unlimited',
		displayOptions: takenBy('limitSelection'),
		options: [
			{ name: 'Exact Number', value: 'exact' },
			{ name: 'Range', value: 'range' },
			{ name: 'Unlimited', value: 'unlimited' },
		],
	},
	selections('Number of Selections', 'numberOfSelections', 1, 'exact'),
	selections('Minimum Selections', 'minSelections', 0, 'range'),
	selections('Maximum Selections', 'maxSelections', 1, 'range'),
	{
		displayName: 'Required Field',
		name: 'requiredField',
		type: 'boolean',
		default: false,
		description: 'Whether the recipient must fill in this field',
		displayOptions: takenBy('requiredField'),
	},
];
