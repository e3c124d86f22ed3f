import { findCircle, readImports, roomOf } from '../support/imports';

/** The rooms of a house from the top down: a room imports only what stands below it. */
const HOUSES: Record<string, string[]> = {
	simulator: [
		'main',
		'commandLine',
		'index',
		'server',
		'control',
		'inbox',
		'parts',
		'api',
		'state',
		'faults',
		'settings',
		'protocol',
	],
};

describe.each(Object.entries(HOUSES))('%s', (folder, rooms) => {
	const imports = readImports(folder);
	const arrows = [...imports].flatMap(([file, imported]) =>
		imported.map((other) => ({
			from: roomOf(file, folder) ?? '',
			to: roomOf(other, folder),
			text: `${file} -> ${other}`,
		})),
	);
	const between = arrows.flatMap(({ to, ...arrow }) =>
		to === undefined || to === arrow.from ? [] : [{ to, ...arrow }],
	);

	it('has no files that import each other in a circle', () => {
		expect(findCircle(imports)).toBeUndefined();
	});

	it('is all in rooms that are listed, and has no others', () => {
		const found = new Set([...imports.keys()].map((file) => roomOf(file, folder)));
		expect([...found].sort()).toEqual([...rooms].sort());
	});

	it('imports downwards alone', () => {
		const upwards = between.filter(({ from, to }) => rooms.indexOf(to) < rooms.indexOf(from));
		expect(upwards.map(({ text }) => text)).toEqual([]);
		expect(between.length).toBeGreaterThan(rooms.length / 2);
	});
});

describe('a circle of imports', () => {
	it('is found, wherever it starts', () => {
		const imports = new Map([
			['a', ['b', 'c']],
			['b', ['c']],
			['c', ['d']],
			['d', ['e', 'c']],
			['e', []],
		]);
		expect(findCircle(imports)).toBe('c -> d -> c');
		expect(findCircle(new Map([['a', ['a']]]))).toBe('a -> a');
	});

	it('is not what several ways to one file are', () => {
		const imports = new Map([
			['a', ['b', 'c']],
			['b', ['d']],
			['c', ['d']],
		]);
		expect(findCircle(imports)).toBeUndefined();
	});
});
