/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { type Verdict, VERDICTS } from '../../nodes/MessagingService/errors/verdicts';
import { OPERATIONS } from '../support/operations';

const read = (file: string) => readFileSync(file, 'utf8');

const pages = ['.', 'docs', 'playground', 'simulator']
	.flatMap((folder) => readdirSync(folder).map((file) => path.posix.join(folder, file)))
	.filter((file) => file.endsWith('.md'));

/** Text that is shown as it is: what looks like a link or a heading in it is none. */
const withoutCode = (text: string) => text.replace(/^ *```[^]*?^ *```$/gm, '');

/** Where the links and pictures of a page lead to on this disk. */
function leadsTo(page: string): string[] {
	return [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
		.map(([, target]) => target)
		.filter((target) => !/^[a-z]+:/.test(target))
		.map((target) =>
			target.startsWith('#') ? page + target : path.posix.join(path.posix.dirname(page), target),
		);
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

/** Says whether a file is there, and where an anchor is named, a heading of it. */
function isThere(target: string): boolean {
	const [file, anchor] = target.split('#');
	return existsSync(file) && (anchor === undefined || anchors(file).includes(anchor));
}

it.each(pages)('every link in %s leads somewhere', (page) => {
	expect(leadsTo(page).filter((target) => !isThere(target))).toEqual([]);
});

it('every link in the panel leads to a page and a heading', () => {
	const sources = FILES.filter((file) => /^(?:nodes|credentials)\/.*\.(?:ts|json)$/.test(file));
	const linked = sources.flatMap((file) => [
		...[...read(file).matchAll(/blob\/main\/(docs\/[^'"]+)/g)].map(([, page]) => page),
		...[...read(file).matchAll(/n8n-nodes-messaging-service(#[\w-]+)"/g)].map(
			([, anchor]) => `README.md${anchor.replace('#readme', '')}`,
		),
	]);
	expect(linked.length).toBeGreaterThan(3);
	expect(linked.filter((target) => !isThere(target))).toEqual([]);
});

// CONTRIBUTING adds files by way of example.
it.each(pages.filter((page) => !/^(?:CHANGELOG|CONTRIBUTING)/.test(page)))(
	'%s names only files that are there',
	(page) => {
		const named = [...withoutCode(read(page)).matchAll(/`([^`\n]+)`/g)]
			.map(([, span]) => span)
			.filter((span) => /^(?!\/)[\w./@-]+\.(?:[cm]?[jt]s|json|md|html|ya?ml|sh)$/.test(span));
		const isThere = (name: string) => FILES.some((file) => `/${file}`.endsWith(`/${name}`));
		expect(named.filter((name) => !isThere(name))).toEqual([]);
	},
);

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

it('README lists each operation with its resource', () => {
	const listed = read('README.md')
		.replace(/\n +/g, ' ')
		.matchAll(/^- \*\*(.*?)\*\*[ ¹]*: (.*)$/gm);
	const shown = [...listed].flatMap(([, resource, links]) =>
		[...links.matchAll(/\[(.*?)\]/g)].map(([, operation]) => `${resource} → ${operation}`),
	);
	const operations = OPERATIONS.map((tried) => `${tried.resourceName} → ${tried.displayName}`);
	expect(shown).toEqual(expect.arrayContaining(operations));
});

it('a page for users names each option', () => {
	const said = pages
		.filter((page) => page === 'README.md' || page.startsWith('docs/'))
		.map((page) => read(page).replace(/\s+/g, ' '))
		.join();
	const options = OPERATIONS.flatMap((one) => [...one.options, ...one.rules, ...one.filters]);
	const names = options.map(({ displayName }) => displayName);
	expect(names.filter((name) => !said.includes(name))).toEqual([]);
});

/** What becomes of requests, as users read it, by outcome and repetition. */
const GROUPS = {
	'no always': 'Not done, and repeated',
	'no reads': 'Not done, and repeated if it only reads',
	'no never': 'Not done, and not repeated',
	'possibly reads': 'Nobody knows, and repeated if it only reads',
	'possibly never': 'Nobody knows, and not repeated',
} as Record<string, string>;

it('the page on failures has each status code of the table of verdicts, in its group', () => {
	const paragraphs = read('docs/failures.md')
		.split(/\n\n(?!- )/)
		.map((text) => text.replace(/\s+/g, ' '));
	for (const verdict of Object.values(VERDICTS) as Verdict[]) {
		const { statuses = [], ifLookedUp = [], acted = 'possibly', repeated, about } = verdict;
		const codes = [...statuses, ...ifLookedUp].map((code) =>
			typeof code === 'number' ? code : `every other ${code}`,
		);
		if (codes.length === 0) continue;

		const group = `**${GROUPS[`${acted} ${repeated ?? 'never'}`]}:**`;
		const entries = paragraphs.find((text) => text.startsWith(group))?.split(/[;:] /) ?? [];
		const entry = entries.find((one) => one.includes(codes.join(', ')));
		expect([codes, entry]).toEqual([codes, expect.stringContaining(about ? `\`${about}\`` : '')]);
	}
});
