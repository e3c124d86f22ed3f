import preferredLanguages from 'negotiator/lib/language';

import { arabic } from './arabic';
import { dutch } from './dutch';
import { english } from './english';
import { french } from './french';
import { german } from './german';
import { hebrew } from './hebrew';
import { hindi } from './hindi';
import { indonesian } from './indonesian';
import { italian } from './italian';
import { japanese } from './japanese';
import { korean } from './korean';
import type { Language } from './language';
import { polish } from './polish';
import { portuguese } from './portuguese';
import { russian } from './russian';
import { simplifiedChinese } from './simplifiedChinese';
import { spanish } from './spanish';
import { thai } from './thai';
import { traditionalChinese } from './traditionalChinese';
import { turkish } from './turkish';
import { ukrainian } from './ukrainian';
import { vietnamese } from './vietnamese';

export type { Language, Texts } from './language';

/** The languages of the pages by their codes (BCP 47), in the order of their English names. */
export const LANGUAGES = {
	ar: arabic,
	'zh-Hans': simplifiedChinese,
	'zh-Hant': traditionalChinese,
	nl: dutch,
	en: english,
	fr: french,
	de: german,
	he: hebrew,
	hi: hindi,
	id: indonesian,
	it: italian,
	ja: japanese,
	ko: korean,
	pl: polish,
	pt: portuguese,
	ru: russian,
	es: spanish,
	th: thai,
	tr: turkish,
	uk: ukrainian,
	vi: vietnamese,
} satisfies Record<string, Language>;

export type LanguageCode = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as LanguageCode[];

/**
 * Gives the first language that a browser asks for and a page can speak; English where there is none.
 * @param acceptLanguage header of the request
 */
export function negotiateLanguage(acceptLanguage: unknown): LanguageCode {
	const wanted = typeof acceptLanguage === 'string' ? preferredLanguages(acceptLanguage) : [];
	return wanted.map(findLanguage).find((code) => code !== undefined) ?? 'en';
}

/** Finds a language whatever its region: zh-TW is written as zh-Hant is, and pt-BR as pt is. */
export function findLanguage(tag: string): LanguageCode | undefined {
	const { language, script } = parseTag(tag)?.maximize() ?? {};
	return LANGUAGE_CODES.find((code) => code === language || code === `${language}-${script}`);
}

function parseTag(tag: string): Intl.Locale | undefined {
	try {
		return new Intl.Locale(tag.replace(/_/g, '-'));
	} catch {
		// Anybody can send anything as a header; "*" is none as well.
		return undefined;
	}
}
