/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import LANGUAGES from '../../nodes/MessagingService/question/languages/texts.json';
import { everyPage } from '../support/everyPage';
import { operationOf } from '../support/operations';
import { visit } from '../support/visiting';

const approval = (values: INodeParameters, options: INodeParameters = {}): INodeParameters => ({
	approvalOptions: { values: { approvalType: 'double', ...values } },
	options,
});

const BOTH = approval({});
const COMMENT = approval({ askComment: true });
const FREE_TEXT = { responseType: 'freeText' };

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

const comment = async (approved: string, typed: unknown) =>
	await visit(COMMENT, { typed: { approved, comment: typed } });

/** What a page sends that is no text. */
const NO_TEXT = [undefined, '', ' \r\n\t ', '\u200b\u3164\u2800', { a: '1' }, ['a', 'b'], 7];

describe('the answer to an approval', () => {
	it.each([
		['true', true],
		['false', false],
	])('is that of the button that was pressed: %s', async (pressed, approved) => {
		const { data } = await visit(BOTH, { typed: { approved: pressed } });
		expect(data).toEqual({ approved, respondedAt: TIME });
	});

	it.each([undefined, 'maybe', ['true', 'true']])(
		'is not there if the button is %j',
		async (approved) => {
			const { status, data, page } = await visit(BOTH, { typed: { approved } });
			expect([status, data]).toEqual([422, undefined]);
			expect(page).toContain('<form');
		},
	);

	it('cannot be to decline where the author lets nobody decline', async () => {
		expect((await visit()).page).not.toContain('Decline');
		expect((await visit({}, { typed: { approved: 'false' } })).data).toBeUndefined();
	});

	it('is told with the label of its button', async () => {
		const parameters = approval({ disapproveLabel: 'No, thanks' }, { pageLanguage: 'de' });
		const { page } = await visit(parameters, { typed: { approved: 'false' } });
		expect(page).toMatch(/<dt>Ihre Antwort<\/dt>\s*<dd><bdi lang="">No, thanks<\/bdi>/);
	});
});

describe('a comment beside an approval', () => {
	it('is asked for only where the author wants one', async () => {
		expect((await visit(BOTH)).page).not.toContain('<textarea');
		expect((await visit(COMMENT)).page).toContain('>Comment (optional)</label>');
	});

	it.each(NO_TEXT)('that is %j is left out, and the button counts', async (typed) => {
		const { data } = await comment('false', typed);
		expect(data).toEqual({ approved: false, respondedAt: TIME });
	});

	it.each([
		['of several lines', ' No lamp,\nplease.\n '],
		['with HTML', '</textarea><script>alert(1)</script> & "more"'],
		['from right to left, with an emoji', 'לא, תודה\nالرقم الفرنسي \u{1fadd}'],
	])('%s comes as it was typed, to an AI agent too where it declines', async (_, typed) => {
		// A browser sends a line break as two characters.
		const sent = typed.replaceAll('\n', '\r\n');
		const { data, page } = await comment('false', sent);
		expect(data).toMatchObject({ comment: typed, chatInput: typed });
		expect(page).toMatch(/<dt>Comment<\/dt>\s*<dd><bdi lang="">/);
		expect((await comment('true', sent)).data).toEqual({
			approved: true,
			comment: typed,
			respondedAt: TIME,
		});
	});
});

describe('a free text', () => {
	it('comes as it was typed', async () => {
		const { data, page } = await visit(FREE_TEXT, { typed: { text: 'At 7,\r\n"Chez <Nous>"' } });
		expect(data).toEqual({ text: 'At 7,\n"Chez <Nous>"', respondedAt: TIME });
		expect(page).toContain('<bdi lang="">At 7,\n&quot;Chez &lt;Nous&gt;&quot;</bdi>');
	});

	it.each(NO_TEXT)('that is %j is asked for again', async (text) => {
		const { status, data, page } = await visit(FREE_TEXT, { typed: { text } });
		expect([status, data]).toEqual([422, undefined]);
		expect(page).toMatch(/<textarea[^>]*required/);
	});

	it('has at most 10,000 characters, where a line break is sent as two', async () => {
		const { data } = await visit(FREE_TEXT, { typed: { text: '\r\n'.repeat(9_999) + 'a' } });
		expect(data?.text).toHaveLength(10_000);

		const more = await visit(FREE_TEXT, { typed: { text: 'a'.repeat(20_001) } });
		expect([more.status, more.data]).toEqual([422, undefined]);
		expect(more.page).toContain('maxlength="10000"');
	});

	it('has the words of the author on its page', async () => {
		const options = {
			responseFormTitle: 'When & where?',
			responseFormDescription: 'Of a text',
			responseFormButtonLabel: 'Send it',
		};
		const { page } = await visit({ ...FREE_TEXT, options });
		expect(page).toContain('<title>When &amp; where?</title>');
		expect(page).toContain('>Of a text</p>');
		expect(page).toContain('<bdi>Send it</bdi>');
	});
});

describe('a link', () => {
	it('decides nothing when it is opened', async () => {
		const { status, data, page } = await visit(BOTH);
		expect([status, data]).toEqual([200, undefined]);
		expect(page).toContain('Nothing is decided until you press a button.');
	});

	it.each([undefined, { approved: 'true' }])(
		'of an earlier question, or of another item, says that no answer is needed, if somebody sends %j',
		async (typed) => {
			const memory = { lastQuestion: 2 };
			for (const question of ['1', '3', '', undefined]) {
				const { status, page, data } = await visit(BOTH, { question, memory, typed });
				expect([status, data]).toEqual([410, undefined]);
				expect(page).toContain('No answer needed');
			}
			const { data, page } = await visit(BOTH, { question: '2', memory, typed });
			expect(typed ? data : page).toEqual(
				typed ? { approved: true, respondedAt: TIME } : expect.stringContaining('<form'),
			);
		},
	);

	it.each(['Ask "them" \'now\' `${1}` \\u0041 \\', 'Ask\n🍜 }} {{ $json }}', 'the constructor'])(
		'of a node named %j works',
		async (name) => {
			expect((await visit({}, { name })).status).toBe(200);
			expect((await visit({}, { name, memory: { lastQuestion: 2 } })).status).toBe(410);
		},
	);

	it('whose page cannot be made shows a failure, is logged, and decides nothing', async () => {
		const typed = { approved: 'true' };
		const { status, page, data, logged } = await visit({ responseType: 'essay' }, { typed });
		expect([status, data]).toEqual([500, undefined]);
		expect(page).toContain('Something went wrong');
		expect(logged).toContainEqual(expect.stringMatching(/could not be shown: 'Response Type'/));
	});
});

it('a page shows what a text was made of, as it was sent', async () => {
	const item = { label: 'Yes, [object Object]', name: 'Ada\u202eadA\u0000' };
	const parameters = {
		...approval({ approveLabel: '={{ $json.label }}' }),
		message: '=Hi {{ $json.name }}!',
	};
	const { page } = await visit(parameters, { item });
	expect(page).toContain('<bdi>Yes, [object Object]</bdi>');
	// Without what would turn the letters, or what is no character.
	expect(page).toContain('>Hi AdaadA!</p>');
});

it('a page shows any text of its author and of the recipient as text', async () => {
	const shapeOf = async (text: string) => {
		const labels = { approveLabel: text, disapproveLabel: text };
		const words = { responseFormTitle: text, responseFormButtonLabel: text };
		const asked = { message: text, ...approval({ ...labels, askComment: true }, words) };
		const description = { ...words, responseFormDescription: text };
		const pages = await Promise.all([
			visit(asked),
			visit(asked, { typed: { approved: 'true', comment: text } }),
			visit({ ...FREE_TEXT, options: description }),
			visit(FREE_TEXT, { typed: { text } }),
		]);
		return pages.map(({ page }) => tagsOf(page));
	};
	const nasty = ['"><script>alert(1)</script>', "' onload='x", '</textarea><b>', '`${1}`'];
	const anyText = fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom(...nasty));
	const plain = await shapeOf('a');
	const holds = async (text: string) => expect(await shapeOf(`a${text}`)).toEqual(plain);
	await fc.assert(fc.asyncProperty(anyText, holds), { numRuns: 40 });
});

/** Names of all tags of a page. */
const tagsOf = (page: string) =>
	page.replace(/<style>.*<\/style>/s, '<style>').match(/<\/?[a-z!][a-z0-9]*/g);

describe('a page', () => {
	it('lets a phone make no links of what looks like a number', async () => {
		expect((await visit()).page).toContain('name="format-detection" content="telephone=no');
	});

	it('leaves its address, which lets anybody answer, in no cache, index or other site', async () => {
		expect((await visit()).headers).toMatchObject({
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Robots-Tag': 'noindex',
		});
	});

	it('lets nothing be loaded, runs one script, and sends what is typed to this n8n alone', async () => {
		const { headers } = await visit();
		for (const [what, page] of await everyPage('en')) {
			const [, policy = ''] =
				/<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(page) ?? [];
			const rules = policy.replaceAll('&#39;', "'").split('; ');
			// No sandbox: in one, a browser leaves out the cookie of a login.
			expect([what, rules]).toEqual([
				what,
				[
					"default-src 'none'",
					"style-src 'unsafe-inline'",
					expect.stringMatching(/^script-src 'sha256-\S+'$/),
					"base-uri 'none'",
					"form-action 'self'",
				],
			]);
			expect(headers['Content-Security-Policy']).toBe(
				[...rules, "frame-ancestors 'none'"].join('; '),
			);
			// Before anything that could load.
			expect(page.indexOf('http-equiv')).toBeLessThan(page.indexOf('<style>'));
			expect(page).not.toMatch(/<img|<link|src=|url\(|@import/);

			for (const [, attributes, script] of page.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)) {
				const hash = createHash('sha256').update(script).digest('base64');
				expect([attributes, `script-src 'sha256-${hash}'`]).toEqual(['', rules[2]]);
			}
		}
	});
});

type Language = keyof typeof LANGUAGES;
const CODES = Object.keys(LANGUAGES) as Language[];

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

/** Returns all texts of a language, by their names. */
function textsOf(code: Language): Map<string, string> {
	const { buttons, labels, ...sentences } = LANGUAGES[code];
	const all = [sentences, buttons, labels].flatMap((group) => Object.entries(group));
	return new Map(all.filter(([name]) => name !== 'direction'));
}

describe('the language of a page', () => {
	it.each([
		['es-MX,es;q=0.9,en;q=0.8', 'es'],
		['ca,fr;q=0.7,en;q=0.3', 'fr'],
		['zh', 'zh-Hans'],
		['zh-HK,zh;q=0.9', 'zh-Hant'],
		['zh-Hant-CN', 'zh-Hant'],
		['yue', 'zh-Hant'],
		['iw-IL', 'he'],
		['sw', 'en'],
		['*, \u0000;;q', 'en'],
		[undefined, 'en'],
	])('for a browser that asks for %j is %s', async (acceptLanguage, code) => {
		expect((await visit({}, { acceptLanguage })).page).toContain(`<html lang="${code}"`);
	});

	it.each([
		['es_MX', 'es'],
		['no language', 'en'],
	])('for the language tag %s of the author is %s', async (language, code) => {
		const parameters = approval({}, { pageLanguage: '={{ $json.language }}' });
		const { page } = await visit(parameters, { item: { language }, acceptLanguage: 'ja' });
		expect(page).toContain(`<html lang="${code}"`);
	});

	it.each(CODES)('%s says everything in its own script and words', async (code) => {
		const texts = textsOf(code);
		const direction = /^(?:ar|he)$/.test(code) ? 'rtl' : 'ltr';
		expect(LANGUAGES[code].direction).toBe(direction);
		// The compiler finds a text that is missing, not one that is too many.
		expect([...texts.keys()]).toEqual([...textsOf('en').keys()]);

		const letters = new RegExp(`^[\\P{L}${SCRIPTS[code] ?? '\\p{Script=Latin}'}]+$`, 'u');
		const others = CODES.filter((other) => other !== code).flatMap((other) => [
			...textsOf(other).values(),
		]);
		for (const text of texts.values()) {
			expect(text).toMatch(letters);
			expect(text.trim()).toBe(text);
			// Neighbours share words such as "Error", but no sentence.
			if (text.length > 20) expect(others).not.toContain(text);
		}

		const { page } = await visit(COMMENT, { acceptLanguage: code });
		expect(page).toContain(`dir="${direction}"`);
		expect(page).toContain(`<bdi>${texts.get('approve')}</bdi>`);
		expect(page).toContain(`>${texts.get('optionalComment')}</label>`);
	});

	it('can be chosen by name, and is named in the docs', () => {
		const { options } = operationOf('message.sendAndWait');
		const { options: choices = [] } = options.find(({ name }) => name === 'pageLanguage') ?? {};
		expect(choices).toContainEqual({ name: 'Chinese (Traditional)', value: 'zh-Hant' });
		expect(choices.map(({ name }) => name)).toEqual(choices.map(({ name }) => name).sort());

		const page = readFileSync('docs/send-and-wait.md', 'utf8');
		const [, list = ''] = /## The language of the page\s+(.*?);/s.exec(page) ?? [];
		const names = new Intl.DisplayNames(['en'], { type: 'language' });
		const spoken = CODES.map((code) => names.of(code.split('-')[0]) ?? code);
		const named = list.match(/(?<!^)\b[A-Z][a-z]+/g) ?? [];
		expect(named.sort()).toEqual([...new Set(spoken)].sort());
	});
});
