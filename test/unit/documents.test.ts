/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

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

describe('README and documentation', () => {
	it('README is short enough to decide in two minutes', () => {
		expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
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
