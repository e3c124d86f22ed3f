import { findCircle, readImports, roomOf, type Imports } from '../support/imports';

/** The rooms of each house from the top down: a room imports only what stands below it. */
const HOUSES: Record<string, string[]> = {
	'nodes/MessagingService': [
		'MessagingServiceTrigger.node',
		'MessagingService.node',
		'execution',
		'resources',
		'sendOnce',
		'trigger',
		'methods',
		'sendAndWait',
		'parameters',
		'service',
		'transport',
		'phone',
		'waiting',
		'errors',
		'privateAddress',
		'smsText',
		'executionState',
		'sharedInProcess',
		'engine',
		'agentTool',
		'wording',
		'outcome',
		'object',
	],
	'nodes/MessagingService/sendAndWait': [
		'webhook',
		'page',
		'answer',
		'question',
		'waitLimit',
		'languages',
		'answerLink',
		'lastQuestion',
	],
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

/** An import of one room in another. */
interface Arrow {
	from: string;
	to: string;
	text: string;
}

/** Every import that leads from one room of a house to another. */
function arrowsOf(house: string, imports: Imports): Arrow[] {
	return [...imports].flatMap(([file, imported]) =>
		imported.flatMap((other) => {
			const from = roomOf(file, house);
			const to = roomOf(other, house);
			const isArrow = from !== undefined && to !== undefined && from !== to;
			return isArrow ? [{ from, to, text: `${file} -> ${other}` }] : [];
		}),
	);
}

const texts = (arrows: Arrow[]) => arrows.map(({ text }) => text);

describe.each(Object.entries(HOUSES))('%s', (house, rooms) => {
	const imports = readImports(house);
	const arrows = arrowsOf(house, imports);

	it('has no files that import each other in a circle', () => {
		expect(findCircle(imports)).toBeUndefined();
	});

	it('is all in rooms that are listed, and has no others', () => {
		const found = new Set([...imports.keys()].map((file) => roomOf(file, house)));
		expect([...found].sort()).toEqual([...rooms].sort());
	});

	it('imports downwards alone', () => {
		const isUpwards = ({ from, to }: Arrow) => rooms.indexOf(to) < rooms.indexOf(from);
		expect(texts(arrows.filter(isUpwards))).toEqual([]);
		expect(arrows.length).toBeGreaterThan(rooms.length);
	});
});

/** The folders of a house that hold files, as far down as they go. */
function foldersOf(imports: Imports): string[] {
	const folders = [...imports.keys()].map((file) => file.slice(0, file.lastIndexOf('/')));
	return [...new Set(folders)].sort();
}

describe.each(foldersOf(readImports('nodes')))('the folder %s', (folder) => {
	it('has no files and folders that import each other in a circle', () => {
		const arrows = arrowsOf(folder, readImports(folder));
		const rooms = new Set(arrows.map(({ from }) => from));
		const downwards = (room: string) =>
			arrows.filter(({ from }) => from === room).map(({ to }) => to);
		const circle = findCircle(new Map([...rooms].map((room) => [room, downwards(room)])));
		expect(circle).toBeUndefined();
	});
});

describe('in the house of the nodes', () => {
	const house = 'nodes/MessagingService';
	const arrows = arrowsOf(house, readImports(house));
	const outOf = (room: string) =>
		new Set(arrows.filter(({ from }) => from === room).map(({ to }) => to));
	const into = (room: string) =>
		new Set(arrows.filter(({ to }) => to === room).map(({ from }) => from));

	it('service/ alone opens transport/', () => {
		expect([...into('transport')]).toEqual(['service']);
	});

	it('parameters/ alone opens phone/', () => {
		expect([...into('phone')]).toEqual(['parameters']);
	});

	it('sendOnce/ serves execution/ alone', () => {
		expect([...into('sendOnce')]).toEqual(['execution']);
	});

	it('execution/ serves the node alone', () => {
		expect([...into('execution')]).toEqual(['MessagingService.node']);
	});

	it('the trigger uses parameters and service alone, the lists the service', () => {
		expect(['errors', 'object', 'parameters', 'service', 'wording']).toEqual(
			expect.arrayContaining([...outOf('trigger')]),
		);
		expect(['errors', 'service']).toEqual(expect.arrayContaining([...outOf('methods')]));
	});

	it('the credential takes one file from it; the bench measures what was built', () => {
		const takenBy = (folder: string) =>
			[...readImports(folder)].flatMap(([, imported]) =>
				imported.filter((file) => roomOf(file, house)),
			);
		expect(new Set(takenBy('credentials')).size).toBe(1);
		expect(takenBy('bench')).toEqual([]);
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
