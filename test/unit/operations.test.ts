/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdirSync, readFileSync } from 'node:fs';

import { nodeProperties } from '../../nodes/MessagingService/resources/panel';
import { NEW_OTP, SEND_TEXT } from '../../nodes/MessagingService/service/endpoints';
import { OPERATIONS } from '../support/operations';

const read = (file: string) => readFileSync(file, 'utf8');

/** The cells of each row of the tables of a page; ¹ stands for the Enterprise plan. */
const rowsOf = (page: string) =>
	read(page)
		.split('\n')
		.map((line) => line.split('|').slice(1))
		.map((row) => row.map((cell) => cell.replace('¹', '').trim()));

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
	it.each(OPERATIONS)('lists in README $name', ({ name, resourceName, operation }) => {
		const isThere = rowsOf('README.md').some(
			([resource, shown]) => resource === resourceName && shown === operation.name,
		);
		expect(isThere ? [] : [`README.md has no row for ${name}`]).toEqual([]);
	});

	it('lists in resources/index.ts every file of an operation', () => {
		const folder = 'nodes/MessagingService/resources';
		const files = readdirSync(folder, { withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.flatMap(({ name }) => readdirSync(`${folder}/${name}`).map((file) => `${name}/${file}`));
		const listed = OPERATIONS.map(({ name }) => `${name.replace('.', '/')}.ts`);
		const missing = files.filter((file) => !listed.includes(file));
		expect(missing.map((file) => `resources/index.ts does not list ${file}`)).toEqual([]);
		expect(listed.sort()).toEqual(files.sort());
	});

	it('keeps the operation that is chosen at first: n8n saves no default', () => {
		const chosen = nodeProperties()
			.filter(({ name }) => name === 'operation')
			.map(({ displayOptions, default: first }) => [displayOptions?.show?.resource?.[0], first]);
		expect({ 'chosen by resources/index.ts': Object.fromEntries(chosen) }).toEqual({
			'chosen by resources/index.ts': {
				message: 'send',
				intent: 'generate',
				lease: 'getAll',
				otp: 'send',
			},
		});
	});

	it.each(OPERATIONS)('describes in docs/service.md the requests of $name', ({ requests }) => {
		const headings = read('docs/service.md').match(/^### .*$/gm) ?? [];
		const without = requests
			.map(({ method, path }) => `\`${method} ${path}\``)
			.filter((request) => !headings.some((heading) => heading.includes(request)));
		expect(without.map((request) => `docs/service.md has no section ${request}`)).toEqual([]);
	});

	it.each(OPERATIONS)('names at the top of README the requests of $name', ({ requests }) => {
		const [top] = read('README.md').split('\n## ');
		const without = requests
			.map(({ path }) => path.replace(/^\/enterprise\/lease\/(\w+).*/, '`$1`'))
			.filter((named) => !top.includes(named));
		expect(without.map((named) => `README.md does not name ${named} at its top`)).toEqual([]);
	});

	it.each(OPERATIONS)('declares what $name does: only that which reads is done again', (tried) => {
		const { requests, operation } = tried;
		const sends = requests.includes(SEND_TEXT) || requests.includes(NEW_OTP);
		const reads = requests.every(({ method }) => method === 'GET');
		expect(operation.effect).toBe(sends ? 'sends' : reads ? 'reads' : 'changes');
	});

	it('says in README, for AI agents, what costs money, and of nothing else that it does', () => {
		const [, said = ''] = /\*\*([^*]*) cost money with each call/.exec(read('README.md')) ?? [];
		const costly = OPERATIONS.filter(({ operation }) => operation.costsMoney)
			.map(({ operation }) => operation.name)
			.sort((a, b) => b.length - a.length);
		const text = said.replace(/\s+/g, ' ');
		expect(costly.filter((name) => !text.includes(name))).toEqual([]);
		const rest = costly.reduce((left, name) => left.replace(name, ''), text);
		expect(rest.split(/\W+/).filter(Boolean)).toEqual(['Message', 'OTP', 'and']);
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
