import type { Attributes, Html } from '../html';
import type { Texts } from '../languages';
import type { SettingName } from './elementSettings';

/** A type of form field: what the panel asks, what the page shows, and which answers it takes. */
export interface FieldType {
	/** As the panel shows it. */
	name: string;
	/** Names of the settings that it takes, beside its type, label and name. */
	settings: readonly SettingName[];
	/** Whether several choices can be selected, also without the setting `multiselect`. */
	isMultiple?: boolean;
	/** Whether no page shows what was entered. */
	isSecret?: boolean;
	/** Whether it shows an element for each choice, so that its label is that of a group. */
	isGroup?: boolean;
	/**
	 * Makes the element below its label; a hidden field shows nothing.
	 * @param state attributes that say where the cursor is, what is asked for, and what is wrong
	 */
	show?(field: FilledField, state: Attributes, texts: Texts): Html;
	/** Returns the answer that a text stands for, undefined where it cannot be one. Without it, any text is an answer. */
	answerOf?(text: string): string | number | undefined;
}

/** One field of a form. */
export interface FormField {
	/** Name of the input element. */
	key: string;
	/** Name of the value in the output. */
	name: string;
	/** The author's label, or the name of a standard label, which the page has in its language. */
	label: string | { standard: keyof Texts['labels'] };
	type: FieldType;
	placeholder?: string;
	required: boolean;
	/** The choices of a type that offers any. */
	choices: string[];
	/** Whether the answer is a list of choices. */
	multiple: boolean;
	/** The least and the most choices, where the author limits them. */
	limit?: { least: number; most: number };
	/** The texts that it holds at first: the author's default. */
	initial: string[];
}

/** The part of a field that says which texts are an answer. */
export type AnswerRules = Pick<FormField, 'type' | 'required' | 'choices' | 'multiple' | 'limit'>;

/** A mistake in what was entered into a field. `invalid` is what no browser sends. */
export type Problem = 'choose' | 'missing' | 'choiceCount' | 'tooLong' | 'invalid';

/** A field as a page shows it. */
export interface FilledField extends FormField {
	/** The texts that it holds. */
	entered: string[];
	problem?: Problem;
}
