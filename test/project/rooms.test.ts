/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const HOUSE = 'nodes/MessagingService';

/** The rooms, from the top down, as CONTRIBUTING lists them. */
const [, house] = /^nodes\/MessagingService\/.*\n((?: {2}\w+\/.*\n)+)/m.exec(
	readFileSync('CONTRIBUTING.md', 'utf8'),
) ?? [undefined, ''];
const ROOMS = [...house.matchAll(/^ {2}(\w+)\//gm)].map(([, room]) => room);

const files = readdirSync(HOUSE, { recursive: true, encoding: 'utf8' }).filter((file) =>
	/\.(?:ts|json|css|html)$/.test(file),
);
const sources = files.filter((file) => file.endsWith('.ts'));

/** Tables of data, which are as long as there are rows. */
const TABLES = ['errors/verdicts.ts'];

/** Returns the room of a file or a folder; undefined for what stands above all rooms, such as the node itself. */
const roomOf = (file: string) => ROOMS.find((room) => `${file}/`.startsWith(`${room}/`));

it('CONTRIBUTING lists every room, and no other', () => {
	const folders = files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]);
	expect([...ROOMS].sort()).toEqual([...new Set(folders)].sort());
});

it.each(sources)('%s imports only from rooms below its own, and has at most 200 lines', (file) => {
	const text = readFileSync(path.join(HOUSE, file), 'utf8');
	const own = ROOMS.indexOf(roomOf(file) ?? '');
	const imported = [...text.matchAll(/\bfrom '(\.[^']*)'|\b(?:import|require)\('(\.[^']*)'\)/g)];
	for (const [, ofImport, ofCall] of imported) {
		const target = path.join(path.dirname(file), ofImport ?? ofCall);
		const room = ROOMS.indexOf(roomOf(target) ?? '');
		expect([target, own < 0 || room >= own]).toEqual([target, true]);
	}
	if (!TABLES.includes(file)) expect(text.split('\n').length - 1).toBeLessThanOrEqual(200);
});

it('test/support/README.md names every file of its folder', () => {
	const folder = 'test/support';
	const named = readFileSync(path.join(folder, 'README.md'), 'utf8');
	const others = readdirSync(folder).filter((file) => !named.includes(`\`${file}\``));
	expect(others).toEqual(['README.md']);
});
