import { createHash } from 'node:crypto';

import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { LANGUAGES } from '../../nodes/MessagingService/question/languages';
import { SCRIPT_SOURCE } from '../../nodes/MessagingService/question/page/assets';
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

const comment = (approved: string, typed: string) =>
	visit(COMMENT, { typed: { approved, comment: typed } });

describe('the answer to an approval', () => {
	it('is that of the button that was pressed', () => {
		expect(visit(BOTH, { typed: { approved: 'true' } }).data).toEqual({
			approved: true,
			respondedAt: TIME,
		});
		expect(visit(BOTH, { typed: { approved: 'false' } }).data).toEqual({
			approved: false,
			respondedAt: TIME,
		});
	});

	it.each([undefined, 'maybe'])('is not there if the button is %j', (approved) => {
		const { status, data, page } = visit(BOTH, { typed: { approved } });
		expect([status, data]).toEqual([422, undefined]);
		expect(page).toContain('<form');
	});

	it('cannot be to decline where the author lets nobody decline', () => {
		expect(visit({}).page).not.toContain('Decline');
		expect(visit({}, { typed: { approved: 'false' } }).data).toBeUndefined();
	});
});

it('a label that quotes a broken text of its item is shown as it was sent', () => {
	const written = approval({ approveLabel: '={{ $json.label }}' });
	const { status, page } = visit(approval({ approveLabel: 'Yes, [object Object]' }), { written });
	expect(status).toBe(200);
	expect(page).toContain('Yes, [object Object]');
});

describe('a comment beside an approval', () => {
	it('is asked for only where the author wants one', () => {
		expect(visit(BOTH).page).not.toContain('<textarea');
		expect(visit(COMMENT).page).toContain('>Comment (optional)</label>');
	});

	it('goes with the button that approves', () => {
		const { data } = comment('true', 'The white one');
		expect(data).toEqual({ approved: true, comment: 'The white one', respondedAt: TIME });
	});

	it('tells an AI agent what the person who declines wants instead', () => {
		expect(comment('false', 'Use the French number').data).toEqual({
			approved: false,
			comment: 'Use the French number',
			chatInput: 'Use the French number',
			respondedAt: TIME,
		});
	});

	it.each(['', '  \r\n\t ', '\u200b\u3164\u2800'])('that is %j is none', (typed) => {
		expect(comment('false', typed).data).toEqual({ approved: false, respondedAt: TIME });
	});

	it.each([
		['of several lines', ' No lamp,\nplease.\n '],
		['with HTML', '</textarea><script>alert(1)</script> & "more"'],
		['from right to left', 'לא, תודה\nالرقم الفرنسي'],
		['of an emoji that is newer than Node.js', '\u{1fadd}'],
	])('%s comes as it was typed', (_, typed) => {
		// A browser sends a line break as two characters.
		const { data, page } = comment('false', typed.replaceAll('\n', '\r\n'));
		expect(data).toMatchObject({ comment: typed, chatInput: typed });
		expect(page).not.toContain('<script>');
	});

	it('is shown as recorded', () => {
		expect(comment('false', 'No lamp').page).toMatch(
			/<dt>Comment<\/dt>\s*<dd><bdi lang="">No lamp</,
		);
	});
});

describe('a free text', () => {
	it('comes as it was typed', () => {
		const { data, page } = visit(FREE_TEXT, { typed: { text: 'At 7,\r\n"Chez <Nous>"' } });
		expect(data).toEqual({ text: 'At 7,\n"Chez <Nous>"', respondedAt: TIME });
		expect(page).toContain('<bdi lang="">At 7,\n&quot;Chez &lt;Nous&gt;&quot;</bdi>');
	});

	it.each([undefined, '', ' \r\n '])('that is %j is asked for again', (text) => {
		const { status, data, page } = visit(FREE_TEXT, { typed: { text } });
		expect([status, data]).toEqual([422, undefined]);
		expect(page).toMatch(/<textarea[^>]*required/);
	});

	it('has the words of the author on its page', () => {
		const options = {
			responseFormTitle: 'When & where?',
			responseFormDescription: 'Of a text',
			responseFormButtonLabel: 'Send it',
		};
		const { page } = visit({ ...FREE_TEXT, options });
		expect(page).toContain('<title>When &amp; where?</title>');
		expect(page).toContain('>Of a text</p>');
		expect(page).toContain('<bdi>Send it</bdi>');
	});
});

describe('a link', () => {
	it('decides nothing when it is opened', () => {
		const { status, data, page } = visit(BOTH);
		expect([status, data]).toEqual([200, undefined]);
		expect(page).toContain('Nothing is decided until you press a button.');
	});

	it.each([undefined, { approved: 'true' }])(
		'of an earlier question, or of another item, says that no answer is needed, if somebody sends %j',
		(typed) => {
			const memory = { lastQuestion: 2 };
			for (const question of ['1', '3', '', undefined]) {
				const { status, page, data } = visit(BOTH, { question, memory, typed });
				expect([status, data]).toEqual([410, undefined]);
				expect(page).toContain('No answer needed');
			}
			expect(visit(BOTH, { question: '2', memory, typed }).status).toBe(200);
		},
	);

	it.each([
		'Ask "them" \'now\' `${1}` \\u0041 \\',
		'Line\nand more',
		'Frag den Chef 🍜 – 質問',
		'Ask }} {{ $json }}',
		'Ask the ing. constructor',
	])('of a node named %j works', (name) => {
		expect(visit({}, { name }).status).toBe(200);
		expect(visit({}, { name, memory: { lastQuestion: 2 } }).status).toBe(410);
	});

	it('whose page cannot be made shows a failure, is logged, and decides nothing', () => {
		const typed = { approved: 'true' };
		const { status, page, data, logged } = visit({ responseType: 'essay' }, { typed });
		expect([status, data]).toEqual([500, undefined]);
		expect(page).toContain('Something went wrong');
		expect(logged).toContainEqual(expect.stringContaining('could not be shown'));
	});
});

describe('the page after an approval', () => {
	it.each([
		['en', 'You declined.'],
		['de', 'Abgelehnt.'],
	])('says in %j what was decided', (pageLanguage, decided) => {
		const { page } = visit(approval({}, { pageLanguage }), { typed: { approved: 'false' } });
		expect(page).toContain(decided);
		expect(page).not.toMatch(/Your answer:|Ihre Antwort:/);
	});

	it('repeats the label that the author gave the button', () => {
		const parameters = approval({ disapproveLabel: 'No, thanks' });
		const { page } = visit(parameters, { typed: { approved: 'false' } });
		expect(page).toContain('You declined.');
		expect(page).toContain('Your answer: <bdi lang="">No, thanks</bdi>');
	});
});

it.each(Object.entries(LANGUAGES))('the page speaks %s', (acceptLanguage, { buttons, labels }) => {
	const { page } = visit(COMMENT, { acceptLanguage });
	expect(page).toContain(`<bdi>${buttons.approve}</bdi>`);
	expect(page).toContain(`>${labels.optionalComment}</label>`);
});

it.each([
	['the author of an approval', (text: string) => asApproval(text)],
	['the author of a free text', (text: string) => asFreeText(text)],
	['the recipient', (text: string) => [visit(FREE_TEXT, { typed: { text: `x${text}` } }).page]],
])('a page shows any text of %s as text', (_, pagesOf) => {
	const shapeOf = (text: string) => pagesOf(text).map(tagsOf);
	const plain = shapeOf('a');
	const nasty = fc.constantFrom(
		'"><script>alert(1)</script>',
		"' onload='x",
		'</textarea><b>',
		'`${1}`',
	);
	fc.assert(
		fc.property(fc.oneof(fc.string({ maxLength: 30 }), nasty), (text) => {
			expect(shapeOf(`a${text}`)).toEqual(plain);
		}),
	);
});

/** Names of all tags of a page. */
const tagsOf = (page: string) =>
	page.replace(/<style>.*<\/style>/s, '<style>').match(/<\/?[a-z!][a-z0-9]*/g);

const looksOf = (text: string) => ({ responseFormTitle: text });

function asApproval(text: string): string[] {
	const labels = { approveLabel: text, disapproveLabel: text };
	const parameters = { message: text, ...approval(labels, looksOf(text)) };
	return [visit(parameters).page, visit(parameters, { typed: { approved: 'true' } }).page];
}

function asFreeText(text: string): string[] {
	const options = {
		...looksOf(text),
		responseFormDescription: text,
		responseFormButtonLabel: text,
	};
	return [visit({ ...FREE_TEXT, options }).page];
}

describe('a page', () => {
	it('lets a phone make no links of what looks like a number', () => {
		expect(visit({}).page).toContain('name="format-detection" content="telephone=no');
	});

	it('sends what is typed to this n8n alone', () => {
		const policy = visit({}).headers['Content-Security-Policy'].split('; ');
		expect(policy).toContain("form-action 'self'");
		expect(policy).toContain("default-src 'none'");
		// In a sandbox, a browser leaves out the cookie of a login.
		expect(policy.join()).not.toContain('sandbox');
	});

	it('leaves its address, which lets anybody answer, in no cache, index or other site', () => {
		expect(visit({}).headers).toMatchObject({
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Robots-Tag': 'noindex',
		});
	});

	it.each(everyPage('en'))('lets nothing be loaded, and runs one script: %s', (_, page) => {
		const [, policy = ''] =
			/<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(page) ?? [];
		expect(policy.replaceAll('&#39;', "'").split('; ')).toEqual([
			"default-src 'none'",
			"style-src 'unsafe-inline'",
			`script-src ${SCRIPT_SOURCE}`,
			"base-uri 'none'",
			"form-action 'self'",
		]);
		// Before anything that could load.
		expect(page.indexOf('http-equiv')).toBeLessThan(page.indexOf('<style>'));

		for (const [, attributes, script] of page.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)) {
			const hash = createHash('sha256').update(script).digest('base64');
			expect([attributes, `'sha256-${hash}'`]).toEqual(['', SCRIPT_SOURCE]);
		}
		expect(page).not.toMatch(/<img|<link|src=|url\(|@import/);
	});
});
