/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { Linter } from 'eslint';
import { rules } from 'eslint-plugin-regexp';
import { ModuleKind, ScriptTarget, transpile } from 'typescript';

const HOUSE = 'nodes/MessagingService';

/** The rooms, from the top down: each imports only from those below it. Above all stand the node classes. */
const ROOMS = [
	...['run', 'trigger', 'methods', 'actions', 'question', 'recipients', 'fields', 'once'],
	...['service', 'request', 'n8n', 'phone', 'errors', 'util'],
];

/** Tables of data, which may be long. */
const TABLES = ['errors/verdicts.ts'];

const sources = readdirSync(HOUSE, { recursive: true, encoding: 'utf8' }).filter((file) =>
	file.endsWith('.ts'),
);
const read = (file: string) => readFileSync(path.join(HOUSE, file), 'utf8');

const roomOf = (file: string) => ROOMS.indexOf(file.split('/')[0]);

/** Returns the files of the house from which a file imports. */
const importsOf = (file: string) =>
	[...read(file).matchAll(/\bfrom '(\.[^']*)'/g)].flatMap(([, name]) => {
		const target = path.join(path.dirname(file), name);
		return [`${target}.ts`, `${target}/index.ts`].filter((one) => sources.includes(one));
	});

it('the rooms are the folders, and CONTRIBUTING lists them from the top down', () => {
	const folders = sources.filter((file) => file.includes('/')).map((file) => file.split('/')[0]);
	expect([...ROOMS].sort()).toEqual([...new Set(folders)].sort());
	const listed = readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^ {2}(\w+)\/ /gm);
	expect([...listed].map(([, room]) => room)).toEqual(ROOMS);
});

it.each(sources)('%s has no pattern that takes four times as long for twice the text', (file) => {
	const code = transpile(read(file), { target: ScriptTarget.ESNext, module: ModuleKind.ESNext });
	const found = new Linter().verify(code, {
		plugins: { regexp: { rules } },
		rules: {
			'regexp/no-super-linear-backtracking': 'error',
			'regexp/no-super-linear-move': 'error',
		},
	});
	expect(found.map(({ line, message }) => `${code.split('\n')[line - 1]} ${message}`)).toEqual([]);
});

it.each(sources)('%s imports only from rooms below its own, and has at most 200 lines', (file) => {
	const fromAbove = importsOf(file).filter((target) => roomOf(target) < roomOf(file));
	expect(fromAbove).toEqual([]);
	const length = read(file).split('\n').length - 1;
	if (!TABLES.includes(file)) expect(length).toBeLessThanOrEqual(200);
});

it('no files import each other in a circle', () => {
	const done = new Set<string>();
	const circles: string[][] = [];
	const walk = (file: string, way: string[]) => {
		if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file]);
		else if (!done.has(file)) for (const next of importsOf(file)) walk(next, [...way, file]);
		done.add(file);
	};
	for (const file of sources) walk(file, []);
	expect(circles).toEqual([]);
});

it('test/support/README.md names every file of its folder', () => {
	const folder = 'test/support';
	const named = readFileSync(path.join(folder, 'README.md'), 'utf8');
	const others = readdirSync(folder).filter((file) => !named.includes(`\`${file}\``));
	expect(others).toEqual(['README.md']);
});
