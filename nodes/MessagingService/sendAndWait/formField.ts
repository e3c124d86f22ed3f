import type { Texts } from './languages';

const CHOICES = ['requiredField', 'fieldOptions', 'defaultValue'];
const LIMITS = ['limitSelection', 'numberOfSelections', 'minSelections', 'maxSelections'];
const INPUT = ['requiredField', 'placeholder', 'defaultValue'];
const PASSWORD = ['requiredField', 'placeholder'];
const HIDDEN = ['fieldValue'];

/** The types of fields, by the values that n8n's own forms give them, with the settings that each takes. */
export const FIELD_TYPES = [
	{ name: 'Checkboxes', value: 'checkbox', takes: [...CHOICES, ...LIMITS] },
	{ name: 'Date', value: 'date', takes: INPUT },
	{ name: 'Dropdown', value: 'dropdown', takes: [...CHOICES, 'multiselect'] },
	{ name: 'Email', value: 'email', takes: INPUT },
	{ name: 'Hidden Field', value: 'hiddenField', takes: HIDDEN },
	{ name: 'Number', value: 'number', takes: INPUT },
	{ name: 'Password', value: 'password', takes: PASSWORD },
	{ name: 'Radio Buttons', value: 'radio', takes: CHOICES },
	{ name: 'Text Input', value: 'text', takes: INPUT },
	{ name: 'Textarea', value: 'textarea', takes: INPUT },
] as const;

/** One field of a page. */
export interface FormField {
	/** Name of the input element. */
	key: string;
	/** Name of the value in the output. */
	name: string;
	/** Of the workflow's author, or what the page says in its language. */
	label: string | { own: keyof Texts };
	type: (typeof FIELD_TYPES)[number]['value'];
	placeholder?: string;
	required: boolean;
	/** What can be chosen, for the types that choose. */
	choices: string[];
	/** Whether more than one of them can be chosen, so that the answer is a list. */
	multiple: boolean;
	/** How many of them have to be chosen, where the author limits it. */
	limit?: { least: number; most: number };
	/** What it holds: at first what the author wrote, then what was typed. */
	typed: string[];
	/** What is wrong with what was typed. */
	problem?: keyof Texts;
}

/** Returns the field of a text of several lines that a page asks for in its own words. */
const ownText = (name: string, own: keyof Texts, required: boolean): FormField => ({
	key: name,
	name,
	label: { own },
	type: 'textarea',
	required,
	choices: [],
	multiple: false,
	typed: [],
});

/** The field of a free text. */
export const FREE_TEXT = ownText('text', 'answer', true);

/** The field for a comment beside an approval. */
export const COMMENT = ownText('comment', 'comment', false);
