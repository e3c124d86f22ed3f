import { readAll } from '../../fields/groups';
import { parameter, type Read, text } from '../../fields/parameter';
import { asText } from '../../fields/readValues';
import { findLanguage, LANGUAGE_CODES, type LanguageCode } from '../languages';

const FREE_TEXT_ONLY = { displayOptions: { show: { '/responseType': ['freeText'] } } };

/** The texts that replace the page's own words, by the names of n8n's own nodes. */
const TEXTS = {
	messageButtonLabel: text({
		displayName: 'Message Button Label',
		path: 'options.messageButtonLabel',
		description: 'Text before the link in the message; defaults to “Respond”',
		placeholder: 'e.g. Answer here',
		...FREE_TEXT_ONLY,
	}),
	responseFormTitle: text({
		displayName: 'Response Form Title',
		path: 'options.responseFormTitle',
		description: 'Title of the page where the recipient answers',
		placeholder: 'e.g. Your appointment',
	}),
	responseFormDescription: text({
		displayName: 'Response Form Description',
		path: 'options.responseFormDescription',
		description: 'Text of the page where the recipient answers; defaults to the message',
	}),
	responseFormButtonLabel: text({
		displayName: 'Response Form Button Label',
		path: 'options.responseFormButtonLabel',
		description:
			"Label of the button that sends the answer; defaults to “Submit” in the page's language",
		placeholder: 'e.g. Send',
		...FREE_TEXT_ONLY,
	}),
};

const ENGLISH = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' });

/** Fixes the language; it may be an expression that gives the recipient's, such as es-MX. */
const PAGE_LANGUAGE = parameter(
	{
		displayName: 'Page Language',
		path: 'options.pageLanguage',
		description:
			"Defaults to the language of the recipient's browser. Your own texts are not translated.",
		options: LANGUAGE_CODES.map((value) => ({ name: ENGLISH.of(value) ?? value, value })),
		type: 'options',
		default: 'en',
	},
	(value, place) => {
		const tag = asText(value, place);
		return tag ? (findLanguage(tag) ?? 'en') : undefined;
	},
);

/** Options for the link in the message and for the pages. */
export const PAGE_OPTIONS = [PAGE_LANGUAGE, ...Object.values(TEXTS)];

/** The language of all pages of a question, and what the author of the workflow says in place of their own words. */
export type PageOptions = Partial<ReturnType<typeof readPageOptions>> & { language: LanguageCode };

/** Reads the options of the pages, whose language is the given one where the author fixes none. @throws InputError */
export function readPageOptions(read: Read, language: LanguageCode) {
	return { ...readAll(read, TEXTS), language: read(PAGE_LANGUAGE) ?? language };
}
