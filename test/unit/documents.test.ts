/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { LANGUAGE_CODES } from '../../nodes/MessagingService/sendAndWait/languages';

const pages = [
	...readdirSync('.'),
	...['docs', 'deploy', 'playground', 'simulator'].flatMap((folder) =>
		readdirSync(folder).map((file) => `${folder}/${file}`),
	),
].filter((file) => file.endsWith('.md'));

const read = (file: string) => readFileSync(file, 'utf8');

/** Text that is shown as it is: what looks like a link or a heading in it is none. */
const withoutCode = (text: string) => text.replace(/^ *```[^]*?^ *```$/gm, '');

/** Where the links and pictures of a page lead to on this disk. */
function leadsTo(page: string): string[] {
	return [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
		.map(([, target]) => target)
		.filter((target) => !/^[a-z]+:/.test(target))
		.map((target) => {
			if (target.startsWith('#')) return page + target;
			return path.posix.join(path.posix.dirname(page), target);
		});
}

/** The anchors that GitHub gives to the headings of a page. */
function anchors(page: string): string[] {
	return [...withoutCode(read(page)).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** Folders of what is installed, built, downloaded or kept by git. */
const NOT_OURS = /^(?:node_modules|dist|test-results|data|\.git|\.cache)$/;

/** Returns the files in a folder, and in the folders in it, but for what is not the project's own. */
function filesIn(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const file = path.posix.join(folder, entry.name);
		if (!entry.isDirectory()) return [file];
		return NOT_OURS.test(entry.name) ? [] : filesIn(file);
	});
}

const FILES = filesIn('.');

const SUITES = readdirSync('test');

/** Tells whether a name is that of a file, or the end of its path. */
const isFile = (name: string) => FILES.some((file) => `/${file}`.endsWith(`/${name}`));

/** Tells whether a name, such as `unit/phone*`, is that of a file of tests or of its helpers. */
function isTest(name: string): boolean {
	const pattern = new RegExp(`^test/${name.replace('*', '\\w*')}(?:\\.test)?\\.ts$`);
	return FILES.some((file) => pattern.test(file) || file === `test/${name}`);
}

const manifest = JSON.parse(read('package.json')) as {
	homepage: string;
	repository: { url: string };
};

describe('the address of the project', () => {
	const folders = [
		'.github',
		'credentials',
		'deploy',
		'docs',
		'examples',
		'nodes',
		'playground',
		'simulator',
	];
	const all = [
		...pages.filter((page) => !page.includes('/')),
		...folders.flatMap(filesIn).filter((file) => !file.includes('/images/')),
	];

	it('is that of the repository', () => {
		expect(manifest.repository.url).toBe(`git+${manifest.homepage}.git`);
	});

	it.each(all.filter((file) => read(file).includes('n8n-nodes-messaging-service')))(
		'is the homepage of package.json wherever %s names it',
		(file) => {
			const addresses = read(file).matchAll(
				/https:\/\/(?!www\.npmjs\.com)[^\s"'`)<]*\/n8n-nodes-messaging-service\b[^\s"'`)]*/g,
			);
			for (const [address] of addresses) {
				const [page, anchor] = address.split('#');
				expect(page).toBe(manifest.homepage);
				if (anchor !== undefined && anchor !== 'readme') {
					expect(anchors('README.md')).toContain(anchor);
				}
			}
		},
	);

	it('is where n8n sends users for help', () => {
		for (const file of [
			'credentials/MessagingServiceApi.credentials.ts',
			'nodes/MessagingService/MessagingService.node.json',
			'nodes/MessagingService/MessagingServiceTrigger.node.json',
		]) {
			expect(read(file)).toContain(`${manifest.homepage}#`);
		}
	});
});

describe('README and documentation', () => {
	it('README is short enough to decide in two minutes, beside its table of operations', () => {
		const [, operations] = /## Operations\n\n([^]*?)\n\n/.exec(read('README.md')) ?? [];
		const text = read('README.md').trimEnd().replace(operations, '');
		expect(text.split('\n').length).toBeLessThanOrEqual(140);
	});

	it.each(pages)('every link in %s leads somewhere', (page) => {
		for (const target of leadsTo(page)) {
			const [file, anchor] = target.split('#');
			expect({ target, isThere: existsSync(file) }).toEqual({
				target,
				isThere: true,
			});
			if (anchor !== undefined) expect(anchors(file)).toContain(anchor);
		}
	});

	it('the house of CONTRIBUTING has every folder and no other', () => {
		const [, house] = /## The house\n\n```\n([^]*?)```/.exec(read('CONTRIBUTING.md')) ?? [];
		const listed: string[] = [];
		let within = '';
		for (const [, indent, folder] of house.matchAll(/^( *)(\S+\/)/gm)) {
			if (indent === '') within = folder;
			listed.push(indent === '' ? folder : within + folder);
		}

		const folders = (parent: string) =>
			readdirSync(parent || '.', { withFileTypes: true })
				.filter((entry) => entry.isDirectory())
				.map(({ name }) => `${parent}${name}/`);

		const notOurs = /^(?:\.|node_modules|dist|test-results)/;
		const there = folders('')
			.filter((folder) => !notOurs.test(folder))
			.flatMap((folder) => (folder === 'nodes/' ? folders(folder) : [folder]))
			.flatMap((folder) => (folder.startsWith('nodes/') ? [folder, ...folders(folder)] : [folder]));

		expect(listed.sort()).toEqual(there.sort());
	});

	it('every file that the architecture names is there', () => {
		const nodes = 'nodes/MessagingService';
		const files = readdirSync(nodes, { recursive: true }).map(String);
		const page = read('docs/architecture.md');
		const named = [...page.matchAll(/`([\w./]+\.ts|[a-z]\w*\/)`/gi)].map(([, name]) => name);

		expect(named.length).toBeGreaterThan(20);
		expect(
			named.filter(
				(name) => !existsSync(name) && !files.some((file) => `/${file}/`.includes(`/${name}`)),
			),
		).toEqual([]);
		for (const [, text, target] of page.matchAll(/\[`([\w./]+\.\w+)`\]\(([^)]+)\)/g)) {
			expect(target.endsWith(`/${text}`) ? text : target).toBe(text);
		}
	});

	it('every path that CONTRIBUTING names is there', () => {
		const named = [...read('CONTRIBUTING.md').matchAll(/`([\w./-]+\/[\w-]+\.\w+|test\/\w+)`/g)];
		const paths = named.map(([, name]) => name);
		expect(paths.length).toBeGreaterThan(15);
		const isThere = (name: string) =>
			['', 'nodes/MessagingService/'].some((folder) => existsSync(folder + name));
		expect(paths.filter((name) => !isThere(name))).toEqual([]);
	});

	describe.each(pages.filter((page) => page !== 'CHANGELOG.md'))('%s', (page) => {
		const spans = [...withoutCode(read(page)).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span);

		it('names only files that are there', () => {
			const named = spans.filter((span) =>
				/^(?!\/)[\w./@-]+\.(?:[cm]?[jt]s|json|md|html|ya?ml|sh)$/.test(span),
			);
			expect(named.filter((name) => !isFile(name))).toEqual([]);
		});

		it('names only files of tests that are there, as in "unit/pool" or "workflow/trigger*"', () => {
			const named = spans.filter((span) =>
				SUITES.includes(/^(\w+)\/[\w*]+$/.exec(span)?.[1] ?? ''),
			);
			expect(named.filter((name) => !isTest(name))).toEqual([]);
		});
	});

	it('says of the languages of the answer pages how many there are', () => {
		const counts = pages.flatMap((page) =>
			[...read(page).matchAll(/(\d+) languages/g)].map(([, count]) => `${page}: ${count}`),
		);
		expect(counts.length).toBeGreaterThan(0);
		expect(counts).toEqual(
			counts.map((count) => count.replace(/\d+$/, `${LANGUAGE_CODES.length}`)),
		);
	});

	it('every section that a comment names stands in docs/service.md', () => {
		const headings = [...read('docs/service.md').matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm)];
		const sections = new Set(headings.map(([, number]) => number));
		const folders = ['credentials', 'nodes', 'simulator', 'test'];

		const sources = folders.flatMap((folder) =>
			readdirSync(folder, { recursive: true })
				.map((file) => `${folder}/${String(file)}`)
				.filter((file) => file.endsWith('.ts') && !file.includes('node_modules')),
		);

		const missing = sources.flatMap((file) =>
			[...read(file).matchAll(/\bsections? (\d[\d., andto]*)/g)]
				.flatMap(([, list]) => list.match(/\d+(?:\.\d+)?/g) ?? [])
				.filter((number) => !sections.has(number))
				.map((number) => `${file} names section ${number}`),
		);

		expect(sources.length).toBeGreaterThan(100);
		expect(missing).toEqual([]);
	});

	it('the table of test/support has every file and no other', () => {
		const cells = [...read('test/support/README.md').matchAll(/^\| (`.*?) \|/gm)];
		const named = cells.flatMap(([, cell]) => cell.match(/[\w.]+\.ts/g) ?? []);
		const files = readdirSync('test/support').filter((file) => file.endsWith('.ts'));
		expect(named.sort()).toEqual(files.sort());
	});

	it('README leads to every page, directly or by another one', () => {
		const found = new Set(['README.md']);
		for (const page of found) {
			for (const target of leadsTo(page)) {
				const [file] = target.split('#');
				if (file.endsWith('.md') && statSync(file).isFile()) found.add(file);
			}
		}
		expect(pages.filter((page) => !found.has(page))).toEqual([]);
	});
});
