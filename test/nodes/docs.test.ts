/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { OPERATIONS } from '../support/operations';

const read = (file: string) => readFileSync(file, 'utf8');

const pages = ['', 'docs', 'playground', 'simulator']
	.filter((folder) => folder === '' || existsSync(folder))
	.flatMap((folder) => readdirSync(folder || '.').map((file) => path.posix.join(folder, file)))
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

it.each(pages)('every link in %s leads somewhere', (page) => {
	for (const target of leadsTo(page)) {
		const [file, anchor] = target.split('#');
		expect({ target, isThere: existsSync(file) }).toEqual({ target, isThere: true });
		if (anchor !== undefined) expect(anchors(file)).toContain(anchor);
	}
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

it('the address of the project is the same everywhere', () => {
	const { homepage, repository } = JSON.parse(read('package.json')) as {
		homepage: string;
		repository: { url: string };
	};
	expect(repository.url).toBe(`git+${homepage}.git`);
	const shown = FILES.filter((file) => /^(?:credentials|docs|nodes|[\w.-]+$)/.test(file));
	for (const file of shown.filter((name) => /\.(?:md|ts|json)$/.test(name))) {
		const addresses = read(file).matchAll(
			/https:\/\/(?!www\.npmjs\.com)[^\s"'`)<]*\/n8n-nodes-messaging-service\b[^\s"'`)#]*/g,
		);
		for (const [address] of addresses) {
			expect([file, address.replace(/\.git$/, '')]).toEqual([file, homepage]);
		}
	}
});

/** All that the pages for users say. */
const said = pages
	.filter((page) => page === 'README.md' || page.startsWith('docs/'))
	.map((page) => read(page).replace(/\s+/g, ' '))
	.join();

it.each(OPERATIONS)('a page names $resourceName → $displayName', ({ displayName }) => {
	expect(said.includes(displayName) ? [] : [displayName]).toEqual([]);
});

const options = OPERATIONS.flatMap((tried) => [...tried.options, ...tried.rules, ...tried.filters]);

it.each([...new Set(options.map(({ displayName }) => displayName))])(
	'a page says what the option %s does',
	(option) => {
		expect(said.includes(option) ? [] : [option]).toEqual([]);
	},
);

it('the page on the service has a section for every request', () => {
	const headings = read('docs/service.md').match(/^### .*$/gm) ?? [];
	const requests = OPERATIONS.flatMap((tried) => tried.requests);
	for (const { method, path: address } of requests) {
		const request = `\`${method} ${address}\``;
		expect([request, headings.some((heading) => heading.includes(request))]).toEqual([
			request,
			true,
		]);
	}
});
