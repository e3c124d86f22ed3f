/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from '../../playground/src/paths';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const tests = Object.keys(scripts).filter((name) => /^test(:|$)/.test(name));

/** Returns the suites that a script runs. */
function suitesOf(name: string): string[] {
	const [, named = ''] = /--selectProjects (.*)/.exec(scripts[name]) ?? [];
	return [...named.matchAll(/"([^"]+)"|(?<![\w-])(\w+)/g)].map(
		([, quoted, word]) => quoted ?? word,
	);
}

describe('the suites of tests', () => {
	it('stand in the scripts of package.json, each in one of them', () => {
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- a module of jest's own kind
		const { projects } = require('../../jest.config') as {
			projects: Array<{ displayName: string }>;
		};
		const run = tests.flatMap(suitesOf);
		expect(run.sort()).toEqual(projects.map(({ displayName }) => displayName).sort());
	});

	it('are all run by .ci/run but the whole versions of n8n, by the names of their scripts', () => {
		const ci = read('.ci/run');
		const run = [...ci.matchAll(/npm (?:run )?(test[:\w]*)/g)].map(([, name]) => name);
		expect([...new Set(run)].sort()).toEqual(
			tests.filter((name) => name !== 'test:versions').sort(),
		);
		expect(ci).not.toContain('jest ');
	});

	it('are run by GitHub through .ci/run alone', () => {
		const commands = [...read('.github/workflows/ci.yml').matchAll(/run: (.+)/g)];
		expect(commands.map(([, command]) => command)).toEqual(['.ci/run']);
	});

	it('are listed in one page', () => {
		const named = [...read('docs/development.md').matchAll(/^\| `npm (?:run )?(test[:\w]*)`/gm)];
		expect(named.map(([, name]) => name).sort()).toEqual([...tests].sort());
	});
});
