/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

import type { INodeParameters } from 'n8n-workflow';

import { FIELD_TYPES } from '../../nodes/MessagingService/sendAndWait/formField';
import { visit } from '../support/visiting';

const CHOICES = { fieldOptions: { values: [{ option: 'Mon' }, { option: 'Tue' }] } };
const CHOOSING = ['checkbox', 'dropdown', 'radio'];

/** A form with a field of each type. */
const FORM: INodeParameters = {
	responseType: 'customForm',
	defineForm: 'json',
	jsonOutput: JSON.stringify(
		FIELD_TYPES.map(({ value }) => ({
			fieldName: value,
			fieldType: value,
			...(CHOOSING.includes(value) && CHOICES),
		})),
	),
};

/** What checks of texts are slow with, where they are. */
const WORST = [
	'@',
	' ',
	'\u3000',
	'(',
	'1',
	'-',
	'<',
	'\\',
	'\u0301',
	'\r\n',
	'a@',
	'0x',
	'1e',
	'&',
];

const textOf = (worst: string, length: number) =>
	`${worst.repeat(Math.ceil(length / worst.length)).slice(0, length)} \0`;

/** Processor time of one run in ms: the least of several, so that other processes do not count. */
function costOf(run: () => void): number {
	const costs = [1, 2, 3].map(() => {
		const before = process.cpuUsage();
		run();
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1000;
	});
	return Math.min(...costs);
}

/** Below this, in ms, a run is as good as free. */
const FLOOR = 50;

/** Holds that ten times as much text costs at most twenty times as much: 10 kB, 100 kB, then 1 MB. */
function expectLinear(run: (length: number) => void): void {
	let before = FLOOR;
	for (const length of [10_000, 100_000, 1_000_000]) {
		const cost = costOf(() => run(length));
		expect(cost).toBeLessThanOrEqual(20 * before);
		before = Math.max(cost, FLOOR);
	}
}

describe('n8n goes on working whatever a visitor sends', () => {
	it.each(WORST)('in every field of a form: %j', (worst) => {
		expectLinear((length) => {
			const text = textOf(worst, length);
			const typed = Object.fromEntries(FIELD_TYPES.map((_, index) => [`field-${index}`, text]));
			expect(visit(FORM, { typed }).data).toBeUndefined();
		});
	});

	it.each(WORST)('as a free text: %j', (worst) => {
		expectLinear((length) => {
			visit({ responseType: 'freeText' }, { typed: { text: textOf(worst, length) } });
		});
	});

	it('as very many values for each field', () => {
		expectLinear((length) => {
			const values = Array.from({ length: length / 10 }, (_, index) => `value ${index}`);
			const typed = Object.fromEntries(FIELD_TYPES.map((_, index) => [`field-${index}`, values]));
			expect(visit(FORM, { typed }).data).toBeUndefined();
		});
	});

	it.each(['en,', 'x-', '*;q=0,', ' ', ';q=', 'zh-Hant-TW;q=0.1,'])(
		'as the languages that a browser asks for: %j',
		(worst) => {
			expectLinear((length) => {
				expect(visit({}, { acceptLanguage: textOf(worst, length) }).status).toBe(200);
			});
		},
	);
});
