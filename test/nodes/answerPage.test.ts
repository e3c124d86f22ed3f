import { createHash } from 'node:crypto';

import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { LANGUAGES } from '../../nodes/MessagingService/question/languages';
import { everyPage } from '../support/everyPage';
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

	it.each([undefined, 'maybe', ['true', 'true'], { true: 'true' }])(
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

	it.each([
		[{}, { pageLanguage: 'de' }, 'Ihre Antwort', 'Ablehnen'],
		[{ disapproveLabel: 'No, thanks' }, {}, 'Your answer', 'No, thanks'],
	])('is told with the label of its button', async (values, options, title, label) => {
		const { page } = await visit(approval(values, options), { typed: { approved: 'false' } });
		expect(page).toMatch(new RegExp(`<dt>${title}</dt>\\s*<dd><bdi lang="">${label}</bdi>`));
	});
});

describe('a comment beside an approval', () => {
	it('is asked for only where the author wants one', async () => {
		expect((await visit(BOTH)).page).not.toContain('<textarea');
		expect((await visit(COMMENT)).page).toContain('>Comment (optional)</label>');
	});

	it('goes with the button that approves', async () => {
		const { data } = await comment('true', 'The white one');
		expect(data).toEqual({ approved: true, comment: 'The white one', respondedAt: TIME });
	});

	it.each(NO_TEXT)('that is %j is left out, and the button counts', async (typed) => {
		const { data } = await comment('false', typed);
		expect(data).toEqual({ approved: false, respondedAt: TIME });
	});

	it.each([
		['of several lines', ' No lamp,\nplease.\n '],
		['with HTML', '</textarea><script>alert(1)</script> & "more"'],
		['from right to left', 'לא, תודה\nالرقم الفرنسي'],
		['of an emoji that is newer than Node.js', '\u{1fadd}'],
	])('%s comes as it was typed, for an AI agent too', async (_, typed) => {
		// A browser sends a line break as two characters.
		const { data, page } = await comment('false', typed.replaceAll('\n', '\r\n'));
		expect(data).toMatchObject({ comment: typed, chatInput: typed });
		expect(page).not.toContain('<script>');
	});

	it('is shown as recorded', async () => {
		expect((await comment('false', 'No lamp')).page).toMatch(
			/<dt>Comment<\/dt>\s*<dd><bdi lang="">No lamp</,
		);
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
		const { data, page } = await visit(FREE_TEXT, { typed: { text: '\r\n'.repeat(9_999) + 'a' } });
		expect(data?.text).toHaveLength(10_000);
		expect(page.length).toBeLessThan(20_000);

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

	it.each([
		'Ask "them" \'now\' `${1}` \\u0041 \\',
		'Line\nand more',
		'Frag den Chef 🍜 – 質問',
		'Ask }} {{ $json }}',
		'Ask the ing. constructor',
	])('of a node named %j works', async (name) => {
		expect((await visit({}, { name })).status).toBe(200);
		expect((await visit({}, { name, memory: { lastQuestion: 2 } })).status).toBe(410);
	});

	it('whose page cannot be made shows a failure, is logged, and decides nothing', async () => {
		const typed = { approved: 'true' };
		const { status, page, data, logged } = await visit({ responseType: 'essay' }, { typed });
		expect([status, data]).toEqual([500, undefined]);
		expect(page).toContain('Something went wrong');
		expect(logged).toContainEqual(expect.stringContaining('could not be shown'));
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

it.each(Object.entries(LANGUAGES))(
	'the page speaks %s',
	async (acceptLanguage, { buttons, labels }) => {
		const { page } = await visit(COMMENT, { acceptLanguage });
		expect(page).toContain(`<bdi>${buttons.approve}</bdi>`);
		expect(page).toContain(`>${labels.optionalComment}</label>`);
	},
);

it.each([
	['es-MX', 'es'],
	['pt_BR', 'pt'],
	['tlh', 'en'],
	['no language', 'en'],
])('the page of the language tag %s is in %s', async (language, code) => {
	const parameters = approval({}, { pageLanguage: '={{ $json.language }}' });
	const { page } = await visit(parameters, { item: { language }, acceptLanguage: 'ja' });
	expect(page).toContain(`<html lang="${code}"`);
});

it.each([
	['the author of an approval', asApproval],
	['the author of a free text', asFreeText],
	[
		'the recipient',
		async (text: string) => [await visit(FREE_TEXT, { typed: { text: `x${text}` } })],
	],
])('a page shows any text of %s as text', async (_, visitsWith) => {
	const shapeOf = async (text: string) => (await visitsWith(text)).map(({ page }) => tagsOf(page));
	const plain = await shapeOf('a');
	const nasty = fc.constantFrom(
		'"><script>alert(1)</script>',
		"' onload='x",
		'</textarea><b>',
		'`${1}`',
	);
	await fc.assert(
		fc.asyncProperty(fc.oneof(fc.string({ maxLength: 30 }), nasty), async (text) => {
			expect(await shapeOf(`a${text}`)).toEqual(plain);
		}),
	);
});

/** Names of all tags of a page. */
const tagsOf = (page: string) =>
	page.replace(/<style>.*<\/style>/s, '<style>').match(/<\/?[a-z!][a-z0-9]*/g);

async function asApproval(text: string) {
	const labels = { approveLabel: text, disapproveLabel: text };
	const parameters = { message: text, ...approval(labels, { responseFormTitle: text }) };
	return [await visit(parameters), await visit(parameters, { typed: { approved: 'true' } })];
}

async function asFreeText(text: string) {
	const options = {
		responseFormTitle: text,
		responseFormDescription: text,
		responseFormButtonLabel: text,
	};
	return [await visit({ ...FREE_TEXT, options })];
}

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
