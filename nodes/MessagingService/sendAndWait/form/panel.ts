import { type INodeProperties, jsonParse } from 'n8n-workflow';

import { memberOf } from '../../object';
import { choice, inValues, type Parameter } from '../../parameters/parameter';
import { asList, unusable } from '../../parameters/values';
import { SETTINGS } from './elementSettings';
import { FIELD_TYPES } from './fieldTypes';
import type { FieldType } from './formField';

const TYPES = Object.entries<FieldType>(FIELD_TYPES);

const FIELD_TYPE: INodeProperties = {
	displayName: 'Element Type',
	name: 'fieldType',
	type: 'options',
	default: 'text',
	required: true,
	description: 'The type of field to add to the form',
	options: TYPES.map(([value, { name }]) => ({ name, value })),
};

const { fieldLabel, ...others } = SETTINGS;

/** The fields of one form element in the panel: each is shown for the types that take it. */
const FORM_ELEMENT = [
	fieldLabel.field,
	FIELD_TYPE,
	...Object.values<Parameter<unknown>>(others).map(({ field }) => shownForItsTypes(field)),
];

/** Returns the field of a setting, shown for the types that take it; the settings of every type stay as they are. */
function shownForItsTypes(field: INodeProperties): INodeProperties {
	const types = TYPES.filter(([, { settings }]) => settings.some((name) => name === field.name));
	if (types.length === 0) return field;

	const fieldType = types.map(([value]) => value);
	return { ...field, displayOptions: { show: { fieldType, ...field.displayOptions?.show } } };
}

export const DEFINE_FORM = choice({
	displayName: 'Define Form',
	name: 'defineForm',
	noDataExpression: true,
	default: 'fields',
	displayOptions: { show: { responseType: ['customForm'] } },
	options: [
		{ name: 'Using Fields Below', value: 'fields' },
		{ name: 'Using JSON', value: 'json' },
	],
});

/** The form elements of the panel. */
export const FORM_FIELDS: Parameter<unknown[]> = {
	field: {
		displayName: 'Form Elements',
		name: 'formFields',
		type: 'fixedCollection',
		placeholder: 'Add Form Element',
		default: {},
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: { show: { responseType: ['customForm'], defineForm: ['fields'] } },
		options: inValues(FORM_ELEMENT),
	},
	read: (value) => asList(memberOf(value, 'values')),
};

const EXAMPLE = [
	{ fieldLabel: 'Name', requiredField: true },
	{
		fieldLabel: 'When can you come?',
		fieldType: 'dropdown',
		fieldOptions: { values: [{ option: 'Today' }, { option: 'Tomorrow' }] },
	},
];

/** The form elements as a list that the user wrote as JSON, or that an expression returns. */
export const JSON_OUTPUT: Parameter<unknown[]> = {
	field: {
		displayName: 'Form Fields',
		name: 'jsonOutput',
		type: 'json',
		typeOptions: { rows: 5 },
		default: JSON.stringify(EXAMPLE, null, 2),
		description:
			"A list of fields, as for n8n's Form nodes, without files and HTML. Settings that the page does not support are refused.",
		displayOptions: { show: { responseType: ['customForm'], defineForm: ['json'] } },
	},
	read(value, name) {
		const list =
			typeof value === 'string' ? jsonParse<unknown>(value, { fallbackValue: null }) : value;
		if (Array.isArray(list)) return list;

		throw unusable(value, name, 'Use a list in JSON, e.g. [{ "fieldLabel": "Name" }].');
	},
};

/** The parameters of a form, in the order of the panel. */
export const FORM_PARAMETERS = [DEFINE_FORM, FORM_FIELDS, JSON_OUTPUT];
