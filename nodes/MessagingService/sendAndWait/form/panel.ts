import type { INodeProperties } from 'n8n-workflow';

import type { Parameter } from '../../parameters/parameter';
import { FIELD_TYPES } from './fieldTypes';
import type { FieldType } from './formField';
import { type SettingName, SETTINGS } from './settings';

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

/** What the panel asks of one form element: each setting for the types that take it. */
export const FORM_FIELD = [fieldLabel.field, FIELD_TYPE].concat(
	Object.entries<Parameter<unknown>>(others).map(([name, { field }]): INodeProperties => {
		const types = TYPES.filter(([, { settings }]) => settings.includes(name as SettingName));
		if (types.length === 0) return field;
		const fieldType = types.map(([value]) => value);
		return { ...field, displayOptions: { show: { fieldType, ...field.displayOptions?.show } } };
	}),
);
