import { createHash } from 'node:crypto';

import fc from 'fast-check';

import type { INodeParameters } from 'n8n-workflow';

import { readerOf } from '../../nodes/MessagingService/parameters/source';
import { readSubmission } from '../../nodes/MessagingService/sendAndWait/submission';
import { FIELD_TYPES } from '../../nodes/MessagingService/sendAndWait/form/fieldTypes';
import type { FormField } from '../../nodes/MessagingService/sendAndWait/form/formField';
import { throwMistake } from '../../nodes/MessagingService/sendAndWait/form/onMistake';
import { readFormFields } from '../../nodes/MessagingService/sendAndWait/form/readForm';
import { questionPage } from '../../nodes/MessagingService/sendAndWait/page/pages';
import { SCRIPT_SOURCE } from '../../nodes/MessagingService/sendAndWait/page/script';
import type { Question } from '../../nodes/MessagingService/sendAndWait/question';
import { COMMENT, readSentQuestion } from '../../nodes/MessagingService/sendAndWait/question';
import { everyPage } from '../support/everyPage';
import { visit } from '../support/visiting';

const field = (more: Partial<FormField>): FormField => ({
	key: 'field-0',
	name: 'answer',
	label: 'Answer',
	type: FIELD_TYPES.text,
	required: false,
	choices: [],
	multiple: false,
	initial: [],
	...more,
});

const readFormAnswer = (fields: FormField[], body: Record<string, unknown>) =>
	readSubmission({ message: 'Please answer', fields }, body);

const DAYS = ['Mon', 'Tue'];

describe('an answer to a form', () => {
	it.each<[string, Partial<FormField>, unknown, unknown]>([
		['a text without blanks around it', { type: FIELD_TYPES.text }, ' Ada ', 'Ada'],
		['a long text as it was typed', { type: FIELD_TYPES.textarea }, ' a\n b', ' a\n b'],
		['a number', { type: FIELD_TYPES.number }, '1.5', 1.5],
		['a number in another notation', { type: FIELD_TYPES.number }, ' +01.50e3 ', 1500],
		['a number below nothing', { type: FIELD_TYPES.number }, '-.5', -0.5],
		['nothing as a number', { type: FIELD_TYPES.number }, '0.00', 0],
		['a number of 16 digits', { type: FIELD_TYPES.number }, '4111111111111111', 4111111111111111],
		['a small number', { type: FIELD_TYPES.number }, '0.00000012', 1.2e-7],
		['a date', { type: FIELD_TYPES.date }, '2030-01-31', '2030-01-31'],
		['a day that few years have', { type: FIELD_TYPES.date }, '2028-02-29', '2028-02-29'],
		['one choice', { type: FIELD_TYPES.radio, choices: DAYS }, 'Tue', 'Tue'],
		[
			'a list of one',
			{ type: FIELD_TYPES.checkbox, choices: DAYS, multiple: true },
			'Tue',
			['Tue'],
		],
		[
			'a list of several',
			{ type: FIELD_TYPES.checkbox, choices: DAYS, multiple: true },
			DAYS,
			DAYS,
		],
		['an empty list', { type: FIELD_TYPES.checkbox, choices: DAYS, multiple: true }, undefined, []],
		['nothing', { type: FIELD_TYPES.text }, '', null],
		['a choice of two lines', { type: FIELD_TYPES.radio, choices: ['A\n1'] }, 'A\r\n1', 'A\n1'],
	])('gives %s', (_, more, typed, value) => {
		const { values } = readFormAnswer([field(more)], { 'field-0': typed });
		expect(values).toEqual({ answer: value });
	});

	it.each([
		'9007199254740993',
		'1e21',
		'-12345678901234567890',
		'0.12345678901234567891',
		'100000000000000000000.5',
		'1e400',
		'1e-400',
	])('keeps %s as it was typed, since a number would lose digits', (typed) => {
		const { values } = readFormAnswer([field({ type: FIELD_TYPES.number })], {
			'field-0': ` ${typed} `,
		});
		expect(values).toEqual({ answer: typed });
	});

	it('gives a number that has the digits that were typed, or those as they are', () => {
		const digits = fc.bigInt({ min: 1n, max: 10n ** 20n }).map(String);
		fc.assert(
			fc.property(digits, (typed) => {
				const { values } = readFormAnswer([field({ type: FIELD_TYPES.number })], {
					'field-0': typed,
				});
				expect(BigInt(values?.answer as number | string)).toBe(BigInt(typed));
			}),
		);
	});

	it('is read at once, however long somebody makes it', () => {
		const typed = `1${'0'.repeat(1_000_000)}1`;
		for (const text of [typed, `${typed}x`, `.${typed}`]) {
			const { values } = readFormAnswer([field({ type: FIELD_TYPES.number })], { 'field-0': text });
			expect(!values || values.answer === text).toBe(true);
		}
	});

	it.each<[string, Partial<FormField>, unknown]>([
		['a required field is empty', { required: true }, ' '],
		['required checkboxes are all empty', { required: true, choices: DAYS, multiple: true }, []],
		['a number is none', { type: FIELD_TYPES.number }, 'many'],
		['a number is without end', { type: FIELD_TYPES.number }, 'Infinity'],
		['a number is none to people', { type: FIELD_TYPES.number }, '0x10'],
		['a date is none', { type: FIELD_TYPES.date }, 'tomorrow'],
		['a date is none of its month', { type: FIELD_TYPES.date }, '2026-02-31'],
		['a date is none of its year', { type: FIELD_TYPES.date }, '2027-02-29'],
		['a date has a month too many', { type: FIELD_TYPES.date }, '2026-13-01'],
		['a date has a day too few', { type: FIELD_TYPES.date }, '2026-01-00'],
		['a date is of the year 0', { type: FIELD_TYPES.date }, '0000-01-01'],
		['an email address is none', { type: FIELD_TYPES.email }, 'ada'],
		['a choice is not in the list', { type: FIELD_TYPES.dropdown, choices: DAYS }, 'Sun'],
		['two are chosen where one can be', { type: FIELD_TYPES.radio, choices: DAYS }, DAYS],
		['two texts come for one field', { type: FIELD_TYPES.text }, ['a', 'b']],
		['two numbers come for one field', { type: FIELD_TYPES.number }, ['1', '2']],
	])('is asked for again when %s', (_, more, typed) => {
		const { values, fields } = readFormAnswer([field(more)], { 'field-0': typed });
		expect(values).toBeUndefined();
		expect(fields[0].problem).toBeDefined();
	});
});

describe('a question', () => {
	it.each(['Hi [object Object]', 'Hi {{ $json.name }}', 'undefined'])(
		'that was sent before an update with the text %j still opens',
		(message) => {
			const read = readerOf({ message }, (_, typed) => typed);
			expect(readSentQuestion(read)).toMatchObject({ message, answers: [{ approved: true }] });
		},
	);
});

describe('a field that is defined in JSON', () => {
	const requiredOf = (requiredField: unknown) => {
		const jsonOutput = JSON.stringify([{ fieldLabel: 'Name', requiredField }]);
		const read = readerOf({ defineForm: 'json', jsonOutput }, (_, typed) => typed);
		return readFormFields(read, throwMistake)[0].required;
	};

	it.each([true, 'true'])('is required where it says so with %j', (required) => {
		expect(requiredOf(required)).toBe(true);
	});

	it.each([false, 'false', undefined, null, ''])('is not required with %j', (required) => {
		expect(requiredOf(required)).toBe(false);
	});
});

const LOOK = { language: 'en' as const };

it('a field of any name keeps its value', () => {
	const { values } = readFormAnswer([field({ name: '__proto__' })], { 'field-0': 'kept' });
	expect(JSON.stringify(values)).toBe('{"__proto__":"kept"}');
});

it.each([
	'constructor',
	'Ask.constructor',
	'prototype',
	'toString',
	'Ask }} {{ $json }}',
	'Ask "them" \'now\' `${1}` \\u0041 \\',
	'Line\u2028and\u2029line\nand more',
	'Frag den Chef 🍜 – 質問',
])('a question of a node named %j can be answered, and by its own link alone', (name) => {
	expect(visit({}, { name }).status).toBe(200);
	const memory = { state: { openQuestion: { number: 2, until: Infinity } } };
	expect(visit({}, { name, memory, question: '2' }).status).toBe(200);
	expect(visit({}, { name, memory, question: '1' }).status).toBe(410);
});

describe.each<[string, INodeParameters, Record<string, unknown>]>([
	['an approval', {}, { approved: 'true' }],
	[
		'a form whose fields may all stay empty',
		{ responseType: 'customForm', formFields: { values: [{ fieldLabel: 'Name' }] } },
		{ 'field-0': 'Ada' },
	],
])('%s', (_, parameters, typed) => {
	it.each(['application/xml', 'text/xml; charset=utf-8', 'application/json', 'text/plain', ''])(
		'is not answered by a POST of %j, which no page sends',
		(contentType) => {
			const { status, data, page } = visit(parameters, { typed, contentType });
			expect([status, data]).toEqual([415, undefined]);
			expect(page).toContain('<form');
		},
	);
});

it.each([
	['Decline', 'en', 'You declined.'],
	['decline', 'en', 'You declined.'],
	['Ablehnen', 'de', 'Abgelehnt.'],
])('who pressed %j reads once what was decided', (disapproveLabel, pageLanguage, decided) => {
	const approvalOptions = { values: { approvalType: 'double', disapproveLabel } };
	const parameters = { approvalOptions, options: { pageLanguage } };
	const { page } = visit(parameters, { typed: { approved: 'false' } });
	expect(page).toContain(decided);
	expect(page).not.toMatch(/Your answer:|Ihre Antwort:/);
});

it('who pressed a button of the author reads its label too', () => {
	const approvalOptions = { values: { approvalType: 'double', disapproveLabel: 'No, thanks' } };
	const { page } = visit({ approvalOptions }, { typed: { approved: 'false' } });
	expect(page).toContain('You declined.');
	expect(page).toContain('Your answer: <bdi lang="">No, thanks</bdi>');
});

describe('a link', () => {
	it.each([
		['of an earlier question', '1', { state: { openQuestion: { number: 2, until: Infinity } } }],
		['whose time is over', '1', { state: { openQuestion: { number: 1, until: 1 } } }],
		['whose time is over, of an older build', '1', { openQuestion: { number: 1, until: 1 } }],
	])('%s says that no answer is needed', (_, question, memory) => {
		const { status, page } = visit({}, { question, memory });
		expect([status, page]).toEqual([410, expect.stringContaining('No answer needed')]);
	});

	it.each<[string, string | undefined, object]>([
		['of an execution without a record', undefined, {}],
		['of a record that nobody can read', undefined, { state: { openQuestion: 'yes' } }],
		['of a record without a time', undefined, { state: { openQuestion: { number: 1 } } }],
		['of a question that the record does not have', '3', { openQuestion: { number: 2, until: 1 } }],
		['with a number that is none', 'x', { openQuestion: { number: 1, until: Infinity } }],
	])('%s does not say that the question was answered, and is logged', (_, question, memory) => {
		for (const typed of [undefined, { approved: 'true' }]) {
			const { status, page, data, logged } = visit({}, { question, memory, typed });
			expect([status, data]).toEqual([500, undefined]);
			expect(page).toContain('Something went wrong');
			expect(page).not.toContain('already answered');
			expect(logged).toHaveLength(1);
		}
	});
});

it('an approval shows its message, also where an expression decides on the type of response', () => {
	const options = { responseFormDescription: 'Of a form' };
	expect(visit({ responseType: 'approval', options }).page).not.toContain('Of a form');
	expect(visit({ responseType: 'freeText', options }).page).toContain('Of a form');
});

describe('the pages', () => {
	/** All tags of a page with their attributes, without the texts in between. */
	const tags = (page: string) => page.replace(/<style>.*<\/style>/s, '').match(/<[^>]*>/g) ?? [];
	const nasty = fc.oneof(
		fc.string({ maxLength: 30 }),
		fc.constantFrom(
			'"><script>alert(1)</script>',
			"' onload='x",
			'</textarea><b>',
			'</style><b>',
			'</STYLE ><b>',
			'&lt;',
			'`${1}`',
		),
	);
	const question = (text: string): Question => ({
		message: text,
		fields: [
			field({ label: text, placeholder: text || undefined }),
			field({ key: 'field-1', type: FIELD_TYPES.textarea, label: text }),
			field({ key: 'field-2', type: FIELD_TYPES.dropdown, label: text, choices: [text, 'b'] }),
			field({
				key: 'field-3',
				type: FIELD_TYPES.checkbox,
				label: text,
				choices: [text],
				multiple: true,
			}),
			field({ key: 'field-4', label: text, initial: [text] }),
		],
	});
	const approval = (text: string): Question => ({
		message: text,
		answers: [{ approved: true, label: text }, { approved: false }],
		fields: [COMMENT],
	});
	const names = (page: string) => tags(page).map((tag) => /^<\/?[a-z!0-9]+/.exec(tag)?.[0]);
	const TEXTS = ['field-0', 'field-1', 'comment'];

	it.each([
		['a form', question],
		['an approval', approval],
	])('show any text as text, in every place of %s', (_, asked) => {
		const shown = (text: string, css = '') => {
			const typed = readSubmission(
				asked(text),
				Object.fromEntries(TEXTS.map((key) => [key, text])),
			);
			const fields = typed.fields.map((one) => ({ ...one, problem: undefined }));
			const own = { responseFormTitle: text, responseFormButtonLabel: text };
			const settings = { ...LOOK, ...own, responseFormCustomCss: css };
			return names(questionPage(asked(text), settings, { ...typed, fields }));
		};

		const plain = shown('a');
		fc.assert(
			fc.property(nasty, (text) => {
				expect(shown(text, text)).toEqual(plain);
			}),
		);
	});

	it('send what is typed to this n8n alone', () => {
		const policy = visit({}).headers['Content-Security-Policy'].split('; ');
		expect(policy).toContain("form-action 'self' https://n8n.example.com");
		expect(policy).toContain("default-src 'none'");
	});

	it('leave their address, which lets anybody answer, in no cache, index or other site', () => {
		expect(visit({}).headers).toMatchObject({
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Robots-Tag': 'noindex',
		});
	});

	it.each(everyPage('en'))(
		'forbid by a policy of their own that anything is loaded: %s',
		(_, page) => {
			const [, policy] =
				/<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
			expect(policy.replaceAll('&#39;', "'").split('; ')).toEqual([
				"default-src 'none'",
				"style-src 'unsafe-inline'",
				`script-src ${SCRIPT_SOURCE}`,
				'img-src data:',
				"base-uri 'none'",
			]);
			// Before anything that could load.
			expect(page.indexOf('<meta http-equiv')).toBeLessThan(page.indexOf('<style>'));
		},
	);

	it.each(everyPage('en'))(
		'hold no script but the one that stops a double tap, and fetch nothing: %s',
		(_, page) => {
			const scripts = page.matchAll(/<script([^>]*)>(.*?)<\/script>/gs);
			for (const [, attributes, script] of scripts) {
				const hash = createHash('sha256').update(script).digest('base64');
				expect([attributes, `'sha256-${hash}'`]).toEqual(['', SCRIPT_SOURCE]);
			}
			expect(page.replace(/<script>.*?<\/script>/s, '')).not.toMatch(
				/<script|<img|<link|src=|url\(|@import/,
			);
		},
	);
});
