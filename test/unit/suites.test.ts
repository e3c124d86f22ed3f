/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from '../../playground/src/paths';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const tests = Object.keys(scripts).filter((name) => /^test(:|$)/.test(name));

/** A suite, as jest's settings have it. */
interface Project {
	displayName: string;
	testRegex?: string;
}

/** Returns the suites of jest's settings. */
function projectsOf(config: string): Project[] {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- a module of jest's own kind
	const { projects } = require(config) as { projects: Project[] };
	return projects;
}

/** Returns the suites that a script runs. */
function suitesOf(name: string): string[] {
	const [, named = ''] = /--selectProjects (.*)/.exec(scripts[name]) ?? [];
	return [...named.matchAll(/"([^"]+)"|(?<![\w-])(\w+)/g)].map(
		([, quoted, word]) => quoted ?? word,
	);
}

describe('the suites of tests', () => {
	it('stand in the scripts of package.json, each in one of them', () => {
		const projects = projectsOf(require.resolve('../../jest.config'));
		const run = tests.flatMap(suitesOf);
		expect(run.sort()).toEqual(projects.map(({ displayName }) => displayName).sort());
	});

	it('try every case of each model that npm test tries in part', () => {
		const files = ['unit', 'workflow', 'simulator']
			.flatMap((folder) =>
				readdirSync(path.join(ROOT, 'test', folder)).map((file) => `test/${folder}/${file}`),
			)
			.filter((file) => file.endsWith('.test.ts'));

		const inPart = files.filter((file) => /from '\.\.\/support\/cases'/.test(read(file)));
		expect(inPart.length).toBeGreaterThan(3);

		const [models] = projectsOf(require.resolve('../../jest.config')).filter(
			({ displayName }) => displayName === 'models',
		);
		const tried = files.filter((file) => new RegExp(models.testRegex ?? '^$').test(file));
		expect(inPart).toEqual(tried);
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
