import { InputError } from '../errors/inputError';
import { shown } from '../errors/quote';
import type { ItemParameters } from '../parameters/itemParameters';
import type { Option } from '../parameters/options';
import { textOption } from '../parameters/options';
import { asText } from '../parameters/values';
import type { LanguageCode } from './languages';
import { findLanguage, LANGUAGE_CODES, nameOf } from './languages';

/** An option that is a text, whose words stand in place of the page's own. */
const words = (displayName: string, name: string, description: string, more = {}) =>
	textOption({ displayName, name, type: 'string', default: '', description, ...more });

const FORM_ONLY = { displayOptions: { show: { '/responseType': ['freeText', 'customForm'] } } };

const MESSAGE_BUTTON_LABEL = words(
	'Message Button Label',
	'messageButtonLabel',
	'Text before the link in the message; defaults to “Respond”',
	{ placeholder: 'e.g. Answer here', ...FORM_ONLY },
);

/** Fixes the language; it may be an expression that gives the recipient's, such as es-MX. */
const PAGE_LANGUAGE: Option<LanguageCode | undefined> = {
	field: {
		displayName: 'Page Language',
		name: 'pageLanguage',
		type: 'options',
		default: 'en',
		description:
			"Language of the page; defaults to that of the recipient's browser. Your own texts stay as they are.",
		options: LANGUAGE_CODES.map((value) => ({ name: nameOf(value), value })),
	},
	read(value) {
		const wanted = asText('Page Language', value)?.trim();
		if (!wanted) return undefined;
		const found = findLanguage(wanted);
		if (found) return found;
		throw new InputError(
			`'Page Language' "${shown(wanted)}" is not a language of the pages`,
			`Use one of: ${LANGUAGE_CODES.join(', ')}. Without this option, a page uses the language of the recipient's browser.`,
		);
	},
};

const RESPONSE_FORM_TITLE = words(
	'Response Form Title',
	'responseFormTitle',
	'Title of the page where the recipient answers',
	{ placeholder: 'e.g. Your appointment' },
);

const RESPONSE_FORM_DESCRIPTION = words(
	'Response Form Description',
	'responseFormDescription',
	'Text of the page where the recipient answers; defaults to the message',
	FORM_ONLY,
);

const RESPONSE_FORM_BUTTON_LABEL = words(
	'Response Form Button Label',
	'responseFormButtonLabel',
	"Label of the button that sends the answer; defaults to “Submit” in the page's language",
	{ placeholder: 'e.g. Send', ...FORM_ONLY },
);

const RESPONSE_FORM_CUSTOM_CSS = words(
	'Response Form Custom Styling',
	'responseFormCustomCss',
	"CSS for the pages. The variables of n8n's own forms work here too; nothing is loaded from elsewhere.",
	{
		typeOptions: { rows: 10, editor: 'cssEditor' },
		placeholder: 'e.g. :root { --color-submit-btn-bg: #0a7d33; }',
	},
);

const COMPLETION_TITLE = words(
	'Completion Title',
	'completionTitle',
	'Title of the page after the answer; defaults to “Thank you”',
	{ placeholder: 'e.g. We are on our way' },
);

const COMPLETION_MESSAGE = words(
	'Completion Message',
	'completionMessage',
	'Text of the page after the answer, below what was recorded',
	{ typeOptions: { rows: 2 } },
);

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
 * @throws InputError where the pages do not speak the language
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
