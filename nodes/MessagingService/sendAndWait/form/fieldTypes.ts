import { choices, dropdown, input, textarea } from './fieldElements';
import type { FieldType } from './formField';
import { dateOf, emailOf, numberOf } from './notations';

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
	},
	date: { name: 'Date', settings: INPUT, show: input('date'), answerOf: dateOf },
	dropdown: { name: 'Dropdown', settings: [...CHOICES, 'multiselect'], show: dropdown },
	email: { name: 'Email', settings: INPUT, show: input('email'), answerOf: emailOf },
	hiddenField: { name: 'Hidden Field', settings: ['fieldValue'], isSecret: true },
	number: {
		name: 'Number',
		settings: INPUT,
		show: input('number', { step: 'any' }),
		answerOf: numberOf,
	},
	password: {
		name: 'Password',
		settings: ['requiredField', 'placeholder'],
		isSecret: true,
		show: input('password'),
	},
	radio: { name: 'Radio Buttons', settings: CHOICES, isGroup: true, show: choices('radio') },
	text: {
		name: 'Text Input',
		settings: INPUT,
		show: input('text'),
		answerOf: (text) => text.trim(),
	},
	textarea: { name: 'Textarea', settings: INPUT, show: textarea },
} satisfies Record<string, FieldType>;
