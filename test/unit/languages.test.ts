import fc from 'fast-check';

import type { Texts } from '../../nodes/MessagingService/sendAndWait/languages';
import {
	directionOf,
	LANGUAGE_CODES,
	LANGUAGES,
	negotiateLanguage,
} from '../../nodes/MessagingService/sendAndWait/languages';
import { PAGE_OPTIONS } from '../../nodes/MessagingService/sendAndWait/page/pageOptions';

/** The letters of each language that is not written in Latin ones, but for those of its neighbours. */
const SCRIPTS: Record<string, string> = {
	ar: '\\p{Script=Arabic}',
	he: '\\p{Script=Hebrew}',
	hi: '\\p{Script=Devanagari}',
	ja: '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー',
	ko: '\\p{Script=Hangul}',
	ru: 'а-яёА-Я',
	th: '\\p{Script=Thai}ๆ',
	uk: 'а-щьюяґєіїА-ЩЮЯҐЄІЇʼ',
	'zh-Hans': '\\p{Script=Han}',
	'zh-Hant': '\\p{Script=Han}',
};

/** The names of all texts of a language. */
const keysOf = (texts: Texts) =>
	Object.entries(texts).map(([name, text]) => [
		name,
		typeof text === 'string' || Object.keys(text),
	]);

describe('the language of a page', () => {
	it.each([
		['es', 'es'],
		['es-MX,es;q=0.9,en;q=0.8', 'es'],
		['en;q=0.5, de', 'de'],
		['ca,fr;q=0.7,en;q=0.3', 'fr'],
		['PT-br', 'pt'],
		['zh', 'zh-Hans'],
		['zh-CN', 'zh-Hans'],
		['zh-TW', 'zh-Hant'],
		['zh-HK,zh;q=0.9', 'zh-Hant'],
		['zh-Hant-CN', 'zh-Hant'],
		['yue-Hant-HK', 'zh-Hant'],
		['yue', 'zh-Hant'],
		['yue-CN', 'zh-Hans'],
		['cmn-TW', 'zh-Hant'],
		['iw-IL', 'he'],
		['in-ID', 'id'],
		['ar-EG', 'ar'],
		['de;q=0, fr;q=0.1', 'fr'],
		['sw', 'en'],
		['*', 'en'],
		['', 'en'],
		[undefined, 'en'],
	])('for a browser that asks for %j is %s', (header, code) => {
		expect(negotiateLanguage(header)).toBe(code);
	});

	it('is found for any header at all', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (header) => {
				expect(LANGUAGES).toHaveProperty([negotiateLanguage(header)]);
			}),
		);
	});

	it('has a name for the author, and a direction', () => {
		const { options = [] } = PAGE_OPTIONS[0].field;
		const names = options.map(({ name }) => name);
		expect(names).toEqual([...names].sort());
		expect(options).toContainEqual({ name: 'Chinese (Traditional)', value: 'zh-Hant' });
		expect(LANGUAGE_CODES.filter((code) => directionOf(code) === 'rtl')).toEqual(['ar', 'he']);
	});

	it('says everything in its own script, and nothing in the words of another', () => {
		const said = new Set<string>();
		for (const [code, texts] of Object.entries<Texts>(LANGUAGES)) {
			const { buttons, labels, decided, ...sentences } = texts;
			// The compiler finds a text that is missing, not one that is too many.
			expect(keysOf(texts)).toEqual(keysOf(LANGUAGES.en));
			const letters = new RegExp(`^[\\P{L}${SCRIPTS[code] ?? '\\p{Script=Latin}'}]+$`, 'u');
			const groups = [sentences, buttons, labels, decided];
			for (const text of groups.flatMap((group) => Object.values(group))) {
				expect(text).toMatch(letters);
				expect(text.trim()).toBe(text);
				// Neighbours share words such as "Error", but no sentence.
				if (text.length > 20) expect(said).not.toContain(text);
				said.add(text);
			}
			expect(texts.choiceCount).toContain('#');
			expect(texts.tooLong.replace(/\D/g, '')).toBe('10000');
		}
	});
});
