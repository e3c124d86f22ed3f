import { ifPossible } from '../../util/ifPossible';
import texts from './texts.json';

/**
 * The words of the pages in one language, beside those of the workflow's author, and the direction in which it is
 * written. `buttons.respond` stands before the link in the message, `labels.answer` also before the label of the button
 * that was pressed. `closed` is the heading of a page whose question needs no answer, `failed` that of a page that could
 * not be made.
 */
export type Texts = (typeof texts)['en'];

export type LanguageCode = keyof typeof texts;

/** The words of the pages by language (BCP 47), in the order of the English names. */
export const LANGUAGES: Record<LanguageCode, Texts> = texts;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as LanguageCode[];

/** Returns the first language of an Accept-Language header that a page can speak, or English. Browsers sort them. */
export function negotiateLanguage(acceptLanguage = ''): LanguageCode {
	const tags = acceptLanguage.split(',').map((entry) => entry.split(';')[0]);
	return tags.map(findLanguage).find(Boolean) ?? 'en';
}

/** Finds a language whatever its region: zh-TW is written as zh-Hant is, and pt-BR as pt is. */
export const findLanguage = (tag: string) =>
	// Anybody can send anything as a header, such as "*".
	ifPossible(() => {
		const { language, script } = new Intl.Locale(tag.trim().replace(/_/g, '-')).maximize();
		// Whoever speaks Cantonese (yue) or another Chinese language reads the Chinese of their script.
		return LANGUAGE_CODES.find((code) => code === `zh-${script}` || code === language);
	});
