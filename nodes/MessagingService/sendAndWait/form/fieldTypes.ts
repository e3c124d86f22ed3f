import { choices, dropdown, input, textarea } from '../page/fieldElements';
import type { FieldType } from './formField';
import { asTyped, dateOf, emailOf, numberOf, trimmed } from './parse';

const CHOICES = ['requiredField', 'fieldOptions', 'defaultValue'] as const;
const LIMITS = ['limitSelection', 'numberOfSelections', 'minSelections', 'maxSelections'] as const;
const INPUT = ['requiredField', 'placeholder', 'defaultValue'] as const;

/** The types of fields, by the values that n8n's own forms give them, in the order of the panel. */
export const FIELD_TYPES = {
	checkbox: {
		name: 'Checkboxes',
		settings: [...CHOICES, ...LIMITS],
		isMultiple: true,
		isGroup: true,
		show: choices('checkbox'),
		parse: asTyped,
	},
	date: { name: 'Date', settings: INPUT, show: input('date'), parse: dateOf },
	dropdown: {
		name: 'Dropdown',
		settings: [...CHOICES, 'multiselect'],
		show: dropdown,
		parse: asTyped,
	},
	email: { name: 'Email', settings: INPUT, show: input('email'), parse: emailOf },
	hiddenField: { name: 'Hidden Field', settings: ['fieldValue'], isSecret: true, parse: asTyped },
	number: {
		name: 'Number',
		settings: INPUT,
		show: input('number', { step: 'any' }),
		parse: numberOf,
	},
	password: {
		name: 'Password',
		settings: ['requiredField', 'placeholder'],
		isSecret: true,
		show: input('password'),
		parse: asTyped,
	},
	radio: {
		name: 'Radio Buttons',
		settings: CHOICES,
		isGroup: true,
		show: choices('radio'),
		parse: asTyped,
	},
	text: { name: 'Text Input', settings: INPUT, show: input('text'), parse: trimmed },
	textarea: { name: 'Textarea', settings: INPUT, show: textarea, parse: asTyped },
} satisfies Record<string, FieldType>;
