/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFileSync } from 'node:fs';

import fc from 'fast-check';

import type { LanguageCode, Texts } from '../../nodes/MessagingService/question/languages';
import { LANGUAGE_CODES, LANGUAGES } from '../../nodes/MessagingService/question/languages';
import { messagingService } from '../support/built';
import { entriesOf, propertiesOf } from '../support/description';
import { visit } from '../support/visiting';

/** Returns the language of the page that a browser gets. */
async function languageFor(acceptLanguage?: string): Promise<string> {
	const { page } = await visit({}, { acceptLanguage });
	return /<html lang="([^"]*)"/.exec(page)?.[1] ?? '';
}

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

/** Returns the names of all texts of a language. */
const keysOf = (texts: Texts) =>
	Object.entries(texts).map(([name, text]) => [
		name,
		typeof text === 'string' || Object.keys(text),
	]);

/** Returns all texts of a language. */
function textsOf(code: LanguageCode): string[] {
	const { direction, buttons, labels, ...sentences } = LANGUAGES[code];
	const texts = [sentences, buttons, labels].flatMap((group) => Object.values(group));
	return texts.filter((text) => text !== direction);
}

describe('the language of a page', () => {
	it.each([
		['es', 'es'],
		['es-MX,es;q=0.9,en;q=0.8', 'es'],
		['de, en;q=0.5', 'de'],
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
		['sw', 'en'],
		['*', 'en'],
		['', 'en'],
		[undefined, 'en'],
	])('for a browser that asks for %j is %s', async (header, code) => {
		expect(await languageFor(header)).toBe(code);
	});

	it('is found for any header at all', async () => {
		await fc.assert(
			fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (header) => {
				expect(LANGUAGES).toHaveProperty([await languageFor(header)]);
			}),
		);
	});

	it('has a name for the author, and a direction', () => {
		const collection = entriesOf(
			propertiesOf(messagingService, 'message', 'sendAndWait'),
			'options',
		);
		const { options = [] } = collection.find(({ name }) => name === 'pageLanguage') ?? {};
		const names = options.map(({ name }) => name);
		expect(names).toEqual([...names].sort());
		expect(options).toContainEqual({ name: 'Chinese (Traditional)', value: 'zh-Hant' });
		expect(LANGUAGE_CODES.filter((code) => LANGUAGES[code].direction === 'rtl')).toEqual([
			'ar',
			'he',
		]);
	});

	it.each(LANGUAGE_CODES)('%s says everything in its own script and words', (code) => {
		// The compiler finds a text that is missing, not one that is too many.
		expect({ [code]: keysOf(LANGUAGES[code]) }).toEqual({ [code]: keysOf(LANGUAGES.en) });

		const letters = new RegExp(`^[\\P{L}${SCRIPTS[code] ?? '\\p{Script=Latin}'}]+$`, 'u');
		const others = LANGUAGE_CODES.filter((other) => other !== code).flatMap(textsOf);
		for (const text of textsOf(code)) {
			expect(text).toMatch(letters);
			expect(text.trim()).toBe(text);
			// Neighbours share words such as "Error", but no sentence.
			if (text.length > 20) expect(others).not.toContain(text);
		}
	});

	it('is named in the docs, if it is one of the pages', () => {
		const page = readFileSync('docs/send-and-wait.md', 'utf8');
		const [, list = ''] = /## The language of the page\s+(.*?);/s.exec(page) ?? [];
		const names = new Intl.DisplayNames(['en'], { type: 'language' });
		const spoken = LANGUAGE_CODES.map((code) => names.of(code.split('-')[0]) ?? code);
		const named = list.match(/(?<!^)\b[A-Z][a-z]+/g) ?? [];
		expect(named.sort()).toEqual([...new Set(spoken)].sort());
	});
});
