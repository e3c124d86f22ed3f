/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdirSync, readFileSync } from 'node:fs';

import { nodeProperties } from '../../nodes/MessagingService/resources/panel';
import { OPERATIONS } from '../support/operations';

const read = (file: string) => readFileSync(file, 'utf8');

/** The cells of each row of the tables of a page; ¹ stands for the Enterprise plan. */
const rowsOf = (page: string) =>
	read(page)
		.split('\n')
		.map((line) => line.split('|').slice(1))
		.map((row) => row.map((cell) => cell.replace('¹', '').trim()));

/** Whether a page has a table with a row that begins with these cells. */
const hasRow = (page: string, ...cells: string[]) =>
	rowsOf(page).some((row) => cells.every((cell, index) => row[index] === cell));

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
		const without = ['README.md', 'docs/operations.md'].filter(
			(page) => !hasRow(page, resourceName, operation.name),
		);
		expect(without.map((page) => `${page} has no row for ${name}`)).toEqual([]);
	});

	it('lists in resources/index.ts every file of an operation', () => {
		const folder = 'nodes/MessagingService/resources';
		const files = readdirSync(folder, { withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.flatMap(({ name }) => readdirSync(`${folder}/${name}`).map((file) => `${name}/${file}`));
		const listed = OPERATIONS.map(({ name }) => `${name.replace('.', '/')}.ts`);
		expect(listed.sort()).toEqual(files.sort());
	});

	it.each(OPERATIONS)('describes in docs/service.md the requests of $name', ({ requests }) => {
		const headings = read('docs/service.md').match(/^### .*$/gm) ?? [];
		const without = requests
			.map(({ method, path }) => `\`${method} ${path}\``)
			.filter((request) => !headings.some((heading) => heading.includes(request)));
		expect(without.map((request) => `docs/service.md has no section ${request}`)).toEqual([]);
	});

	it.each([...options])('says in the docs what the option %s does', (option) => {
		// A row may be about several options.
		const described = ['docs/operations.md', 'docs/send-and-wait.md']
			.flatMap(rowsOf)
			.flatMap(([first = '']) => first.split(', '));
		const isThere = described.includes(option);
		expect(isThere ? [] : [`docs/operations.md has no row for the option ${option}`]).toEqual([]);
	});
});
