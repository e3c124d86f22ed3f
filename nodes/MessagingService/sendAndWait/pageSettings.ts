import { InputError } from '../errors/inputError';
import { shown } from '../errors/quote';
import type { ItemParameters } from '../parameters/itemParameters';
import type { Option } from '../parameters/options';
import { textOption } from '../parameters/options';
import { asText } from '../parameters/values';
import type { LanguageCode } from './languages';
import { findLanguage, LANGUAGES } from './languages';

const FORM_ONLY = { show: { '/responseType': ['freeText', 'customForm'] } };

const MESSAGE_BUTTON_LABEL = textOption({
	displayName: 'Message Button Label',
	name: 'messageButtonLabel',
	type: 'string',
	default: '',
	placeholder: 'e.g. Answer here',
	description: 'What stands before the link in the message; “Respond” where this is empty',
	displayOptions: FORM_ONLY,
});

/** Fixes the language; it may be an expression that gives the recipient's, such as es-MX. */
const PAGE_LANGUAGE: Option<LanguageCode | undefined> = {
	field: {
		displayName: 'Page Language',
		name: 'pageLanguage',
		type: 'options',
		default: 'en',
		description:
			"Language of the page, in place of the one that the recipient's browser asks for. What you have written stays as it is.",
		options: Object.entries(LANGUAGES).map(([value, { name }]) => ({ name, value })),
	},
	read(value) {
		const wanted = asText('Page Language', value)?.trim();
		if (!wanted) return undefined;
		const found = findLanguage(wanted);
		if (found) return found;
		throw new InputError(
			`Page Language "${shown(wanted)}" is none that the pages speak`,
			`Use one of: ${Object.keys(LANGUAGES).join(', ')}. Without this option, a page speaks what the recipient's browser asks for.`,
		);
	},
};

const RESPONSE_FORM_TITLE = textOption({
	displayName: 'Response Form Title',
	name: 'responseFormTitle',
	type: 'string',
	default: '',
	placeholder: 'e.g. Your appointment',
	description: 'Title of the page on which the recipient answers',
});

const RESPONSE_FORM_DESCRIPTION = textOption({
	displayName: 'Response Form Description',
	name: 'responseFormDescription',
	type: 'string',
	default: '',
	description: 'Text of the page on which the recipient answers; the message where this is empty',
	displayOptions: FORM_ONLY,
});

const RESPONSE_FORM_BUTTON_LABEL = textOption({
	displayName: 'Response Form Button Label',
	name: 'responseFormButtonLabel',
	type: 'string',
	default: '',
	placeholder: 'e.g. Send',
	description:
		'Label of the button that sends the answer; “Submit” in the language of the page where this is empty',
	displayOptions: FORM_ONLY,
});

const RESPONSE_FORM_CUSTOM_CSS = textOption({
	displayName: 'Response Form Custom Styling',
	name: 'responseFormCustomCss',
	type: 'string',
	typeOptions: { rows: 10, editor: 'cssEditor' },
	default: '',
	placeholder: 'e.g. :root { --color-submit-btn-bg: #0a7d33; }',
	description:
		"CSS for the pages. The variables of n8n's own forms work here too; nothing is fetched from elsewhere.",
});

const COMPLETION_TITLE = textOption({
	displayName: 'Completion Title',
	name: 'completionTitle',
	type: 'string',
	default: '',
	placeholder: 'e.g. We are on our way',
	description: 'Title of the page after the answer; “Thank you” where this is empty',
});

const COMPLETION_MESSAGE = textOption({
	displayName: 'Completion Message',
	name: 'completionMessage',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	description: 'Text of the page after the answer, below what was recorded',
});

/** Options for the link in the message and for the pages, named as n8n's own nodes name them. */
export const PAGE_OPTIONS: Array<Option<unknown>> = [
	MESSAGE_BUTTON_LABEL,
	PAGE_LANGUAGE,
	RESPONSE_FORM_TITLE,
	RESPONSE_FORM_DESCRIPTION,
	RESPONSE_FORM_BUTTON_LABEL,
	RESPONSE_FORM_CUSTOM_CSS,
	COMPLETION_TITLE,
	COMPLETION_MESSAGE,
];

/** What the author of the workflow says of all pages of a question; nothing of it has to be said. */
export interface PageSettings {
	title?: string;
	css?: string;
	language?: LanguageCode;
	/** The page after the answer. */
	completion: { title?: string; message?: string };
}

/**
 * Reads the options of the pages.
 * @throws InputError where the language is none that the pages speak
 */
export function readPageSettings(parameters: ItemParameters): PageSettings {
	const text = trimmed(parameters);
	return {
		title: text(RESPONSE_FORM_TITLE),
		css: text(RESPONSE_FORM_CUSTOM_CSS),
		language: parameters.option(PAGE_LANGUAGE),
		completion: { title: text(COMPLETION_TITLE), message: text(COMPLETION_MESSAGE) },
	};
}

/** Reads the options of a form alone. */
export function readFormTexts(parameters: ItemParameters, message: string) {
	const text = trimmed(parameters);
	return {
		linkLabel: text(MESSAGE_BUTTON_LABEL),
		description: text(RESPONSE_FORM_DESCRIPTION) ?? message,
		buttonLabel: text(RESPONSE_FORM_BUTTON_LABEL),
	};
}

function trimmed(parameters: ItemParameters) {
	return (option: Option<string | undefined>) => parameters.option(option)?.trim() || undefined;
}
