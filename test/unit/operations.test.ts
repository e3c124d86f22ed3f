/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFileSync } from 'node:fs';

import { nodeProperties } from '../../nodes/MessagingService/resources/panel';
import { OPERATIONS } from '../support/operations';

const read = (file: string) => readFileSync(file, 'utf8');

/** Whether a page has a table with a row that begins with these cells; ¹ stands for the Enterprise plan. */
const hasRow = (page: string, ...cells: string[]) =>
	read(page)
		.split('\n')
		.map((line) => line.split('|').map((cell) => cell.replace('¹', '').trim()))
		.some(([, ...row]) => cells.every((cell, index) => row[index] === cell));

/** Every option of any operation, as users see its name. */
const options = new Set(
	nodeProperties()
		.filter(({ name }) => name === 'options')
		.flatMap(({ options: entries }) =>
			(entries ?? []).map((entry) => entry as { displayName: string }),
		)
		.map(({ displayName }) => displayName),
);

describe('what has to know an operation', () => {
	it.each(OPERATIONS)('knows $name', ({ name, resourceName, operation }) => {
		const knows = {
			'README.md': hasRow('README.md', resourceName, operation.name),
			'docs/operations.md': hasRow('docs/operations.md', resourceName, operation.name),
		};
		const without = Object.entries(knows).filter(([, isThere]) => !isThere);
		expect(without.map(([file]) => `${file} has nothing on ${name}`)).toEqual([]);
	});

	it.each([...options])('says in the docs what the option %s does', (option) => {
		expect(read('docs/operations.md') + read('docs/send-and-wait.md')).toContain(option);
	});
});
