import { LANGUAGES } from './table';

export { LANGUAGES, type Texts } from './table';

export type LanguageCode = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as LanguageCode[];

const ENGLISH = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' });

/** Returns the English name of a language, for the author of the workflow. */
export function nameOf(code: LanguageCode): string {
	return ENGLISH.of(code) ?? code;
}

/** Returns the direction in which a language is written. */
export function directionOf(code: LanguageCode): 'ltr' | 'rtl' {
	return code === 'ar' || code === 'he' ? 'rtl' : 'ltr';
}

/** Only so many characters of an Accept-Language header are read: browsers send about a hundred. */
const MAX_HEADER = 1000;

/** Returns the first language of an Accept-Language header that a page can speak; English where there is none. */
export function negotiateLanguage(acceptLanguage: unknown): LanguageCode {
	const header = typeof acceptLanguage === 'string' ? acceptLanguage.slice(0, MAX_HEADER) : '';
	const codes = preferredLanguages(header).map(findLanguage);
	return codes.find((code) => code !== undefined) ?? 'en';
}

/** Returns the languages of an Accept-Language header, the most wanted first (RFC 9110, 12.5.4). */
function preferredLanguages(header: string): string[] {
	const entries = header.split(',').map((entry) => {
		const [tag, ...parameters] = entry.split(';').map((part) => part.trim());
		const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
		return { tag, weight: Number(weight ?? 1) };
	});
	const wanted = entries.filter(({ weight }) => weight > 0);
	return wanted.sort((a, b) => b.weight - a.weight).map(({ tag }) => tag);
}

/** Finds a language whatever its region: zh-TW is written as zh-Hant is, and pt-BR as pt is. */
export function findLanguage(tag: string): LanguageCode | undefined {
	try {
		const { language, script } = new Intl.Locale(tag.replace(/_/g, '-')).maximize();
		return LANGUAGE_CODES.find((code) => code === language || code === `${language}-${script}`);
	} catch {
		// Anybody can send anything as a header; "*" is none as well.
		return undefined;
	}
}
