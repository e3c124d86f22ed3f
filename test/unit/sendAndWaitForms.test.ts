/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFileSync } from 'node:fs';

import type { IDataObject } from 'n8n-workflow';

import { FIELD_TYPES } from '../../nodes/MessagingService/sendAndWait/form/fieldTypes';
import { visit } from '../support/visiting';

const form = (...fields: IDataObject[]) => ({
	responseType: 'customForm',
	defineForm: 'json',
	jsonOutput: JSON.stringify(fields),
});

const choices = (...labels: string[]) => ({
	fieldOptions: { values: labels.map((option) => ({ option })) },
});

const FOOD = { fieldLabel: 'Food', ...choices('Soup', 'Salad', 'Cake') };

const answer = (field: IDataObject, typed: unknown) =>
	visit(form(field), { typed: { 'field-0': typed } });

const valueOf = (field: IDataObject, typed: unknown) =>
	answer(field, typed).data?.[String(field.fieldName ?? field.fieldLabel)];

describe('a form of checkboxes with a limit', () => {
	const exactly = {
		...FOOD,
		fieldType: 'checkbox',
		limitSelection: 'exact',
		numberOfSelections: 2,
	};
	const range = (more: IDataObject) => ({
		...FOOD,
		fieldType: 'checkbox',
		limitSelection: 'range',
		...more,
	});

	it.each<[string, IDataObject, string[], string]>([
		['too few', exactly, ['Soup'], '2'],
		['too many', exactly, ['Soup', 'Salad', 'Cake'], '2'],
		['none', exactly, [], '2'],
		['too few for the range', range({ minSelections: 2, maxSelections: 3 }), ['Cake'], '2–3'],
		['too many for the range', range({ maxSelections: 1 }), ['Soup', 'Cake'], '0–1'],
	])('asks again for %s', (_, field, typed, count) => {
		const { status, page } = answer(field, typed);
		expect(status).toBe(422);
		expect(page).toContain(`Food</bdi>: Number of answers to choose: ${count}.`);
		for (const choice of typed) expect(page).toMatch(new RegExp(`value="${choice}" checked`));
	});

	it.each<[IDataObject, string[]]>([
		[exactly, ['Soup', 'Cake']],
		[range({ minSelections: '2' }), ['Soup', 'Salad', 'Cake']],
		[range({ maxSelections: 9 }), []],
		[{ ...FOOD, fieldType: 'checkbox', limitSelection: 'unlimited' }, ['Salad']],
	])('takes for %j the answer %j', (field, typed) => {
		expect(valueOf(field, typed)).toEqual(typed);
	});

	it('says the limit before anything is chosen', () => {
		const { page } = visit(form(exactly));
		expect(page).toMatch(/aria-describedby="field-0-note"/);
		expect(page).toMatch(/id="field-0-note" class="note">Number of answers to choose: 2\.</);
	});
});

describe('a default value', () => {
	it.each<[IDataObject, RegExp]>([
		[{ fieldType: 'text', defaultValue: 'Ada "A"' }, /<input [^>]*value="Ada &quot;A&quot;"/],
		[{ fieldType: 'number', defaultValue: 3 }, /<input [^>]*value="3"/],
		// A browser would show a field that holds "+1.5e3" as empty.
		[{ fieldType: 'number', defaultValue: '+1.5e3' }, /<input [^>]*value="1500"/],
		[{ fieldType: 'email', defaultValue: 'ada@example.com' }, /value="ada@example\.com"/],
		[{ fieldType: 'textarea', defaultValue: 'a\r\nb' }, />\na\nb<\/textarea>/],
		[{ fieldType: 'date', defaultValue: '2030-01-31T00:00:00' }, /value="2030-01-31"/],
		[{ fieldType: 'dropdown', defaultValue: 'Salad' }, /value="Salad" selected/],
		[{ fieldType: 'radio', defaultValue: 'Salad' }, /value="Salad" checked/],
	])('of %j shows on the page', (more, shown) => {
		const list = ['dropdown', 'radio'].includes(String(more.fieldType)) ? FOOD : {};
		expect(visit(form({ fieldLabel: 'A', ...list, ...more })).page).toMatch(shown);
	});

	it('of checkboxes can be several, separated by commas', () => {
		const field = { ...FOOD, fieldType: 'checkbox', defaultValue: 'Soup, Cake' };
		expect(visit(form(field)).page.match(/value="\w+" checked/g)).toEqual([
			'value="Soup" checked',
			'value="Cake" checked',
		]);
	});

	it('of checkboxes can be one with a comma in it', () => {
		const field = { fieldLabel: 'A', ...choices('No, thanks', 'No'), defaultValue: 'No, thanks' };
		expect(visit(form({ ...field, fieldType: 'checkbox' })).page.match(/" checked/g)).toHaveLength(
			1,
		);
	});

	it('does not come back where a person has emptied the field', () => {
		const fields = form(
			{ fieldLabel: 'A', defaultValue: 'Ada' },
			{ fieldLabel: 'B', requiredField: true },
		);
		const { page } = visit(fields, { typed: { 'field-0': '', 'field-1': '' } });
		expect(page).not.toContain('Ada');
		expect(visit(fields, { typed: { 'field-0': '', 'field-1': 'b' } }).data).toMatchObject({
			A: null,
		});
	});
});

it.each(Object.keys(FIELD_TYPES))('docs say which settings a field of type "%s" takes', (type) => {
	const docs = readFileSync('docs/send-and-wait.md', 'utf8');
	const table = docs.slice(docs.indexOf('| `fieldType`'), docs.indexOf('A field that stays empty'));
	expect(table).toContain(`\`${type}\``);
});

describe('a form', () => {
	it('gives a hidden field as the author wrote it, whatever the visitor sends', () => {
		const fields = form({ fieldLabel: 'A' }, { ...HIDDEN, fieldValue: 'ticket 7' });
		const { page } = visit(fields);
		expect(page).not.toContain('ticket');
		const { data, page: thanks } = visit(fields, { typed: { 'field-0': 'a', 'field-1': 'b' } });
		expect(data).toMatchObject({ A: 'a', order: 'ticket 7' });
		expect(thanks).not.toContain('ticket');
	});

	const HIDDEN = { fieldType: 'hiddenField', fieldName: 'order' };

	it('gives a hidden field that is false or 0, and preselects the choice "false"', () => {
		for (const fieldValue of [false, 0]) {
			const { data } = visit(form({ ...HIDDEN, fieldValue }), { typed: {} });
			expect(data).toMatchObject({ order: String(fieldValue) });
		}
		const choice = { fieldType: 'radio', fieldOptions: [{ option: 'true' }, { option: 'false' }] };
		const { page } = visit(form({ ...choice, fieldLabel: 'A', defaultValue: false }));
		expect(page).toMatch(/value="false"[^>]* checked/);
	});

	it('gives a hidden field of any length', () => {
		const fieldValue = 'x'.repeat(10_001);
		expect(visit(form({ ...HIDDEN, fieldValue }), { typed: {} }).data?.order).toBe(fieldValue);
	});

	it('takes several of a dropdown with Multiple Choice', () => {
		const field = { ...FOOD, fieldType: 'dropdown', multiselect: true };
		expect(visit(form(field)).page).toMatch(/<select [^>]* multiple/);
		expect(valueOf(field, ['Soup', 'Cake'])).toEqual(['Soup', 'Cake']);
	});

	it.each(['dropdown', 'radio', 'checkbox'])(
		'of a %s takes a choice whose text was cut within an emoji, as a browser sends it back',
		(fieldType) => {
			const cut = 'Soup 🍜'.slice(0, -1);
			const field = { fieldLabel: 'A', fieldType, ...choices(cut, 'Cake'), defaultValue: cut };
			// What is sent is UTF-8, which has no half of a character.
			const page = Buffer.from(visit(form(field)).page).toString();
			const [, shown] = /value="(Soup[^"]*)"[^>]* (?:checked|selected)/.exec(page) ?? [];
			expect(answer(field, shown)).toMatchObject({ status: 200 });
			expect([valueOf(field, shown)].flat()).toEqual(['Soup ']);
		},
	);

	it('takes a list of choices as it stands', () => {
		const field = { fieldLabel: 'A', fieldType: 'radio', fieldOptions: [{ option: 'x' }] };
		expect(valueOf(field, 'x')).toBe('x');
	});

	it('takes a text of 10,000 characters, and asks again for a longer one, which stays', () => {
		for (const fieldType of ['text', 'textarea', 'password']) {
			expect(valueOf({ fieldLabel: 'A', fieldType }, 'x'.repeat(10_000))).toHaveLength(10_000);
			const { status, page } = answer({ fieldLabel: 'A', fieldType }, 'x'.repeat(10_001));
			expect(status).toBe(422);
			expect(page).toContain('Please use at most 10,000 characters.');
			if (fieldType !== 'password') expect(page).toContain('x'.repeat(10_001));
		}
	});

	it('gives line breaks as \\n alone', () => {
		expect(valueOf({ fieldLabel: 'A', fieldType: 'textarea' }, 'a\r\nb\rc\nd')).toBe('a\nb\nc\nd');
		expect(visit({ responseType: 'freeText' }, { typed: { text: 'a\r\nb' } }).data?.text).toBe(
			'a\nb',
		);
	});

	it.each(['a@b', ' ada.lovelace+x@mail.example.com '])('takes the email address %j', (typed) => {
		expect(valueOf({ fieldLabel: 'A', fieldType: 'email' }, typed)).toBe(typed.trim());
	});

	it.each(['@', 'a@', '@b', 'a b@c', 'a@b c', 'a@b@c'])(
		'asks again for the address %j',
		(typed) => {
			expect(answer({ fieldLabel: 'A', fieldType: 'email' }, typed).status).toBe(422);
		},
	);

	it.each<[string, IDataObject, unknown, string]>([
		['nothing is chosen', { ...FOOD, fieldType: 'checkbox' }, [], ': Please choose an answer.'],
		['nothing is picked', { ...FOOD, fieldType: 'radio' }, undefined, ': Please choose an answer.'],
		[
			'no browser sends it',
			{ fieldLabel: 'Food', fieldType: 'number' },
			'many',
			': Please check your answer',
		],
		['the label is a question', { fieldLabel: 'Food?' }, '', ' Please fill in this field.'],
		['the label has a colon', { fieldLabel: 'Food:' }, '', ' Please fill in this field.'],
	])('says in its list of problems what to do where %s', (_, field, typed, words) => {
		expect(answer({ ...field, requiredField: true }, typed).page).toContain(
			`<a href="#field-0"><bdi lang="">${String(field.fieldLabel)}</bdi>${words}</a>`,
		);
	});

	it.each([
		['one choice comes twice', ['Soup', 'Soup']],
		['more choices come than there are', ['Soup', 'Salad', 'Cake', 'Soup', 'Tea']],
	])('asks again where %s', (_, typed) => {
		expect(answer({ ...FOOD, fieldType: 'checkbox' }, typed).status).toBe(422);
	});
});
