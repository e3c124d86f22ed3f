/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';

const FOLDER = path.join('.github', 'workflows');
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');

interface Job {
	needs?: string;
	environment?: string;
	permissions?: Record<string, string>;
	steps: Array<{ uses?: string; run?: string }>;
}

describe('the workflow that publishes', () => {
	const { permissions, jobs } = parse(read('publish.yml')) as {
		permissions: Record<string, string>;
		jobs: Record<string, Job>;
	};
	const commands = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []).join('\n');

	it('lets the job that may publish run nothing that others wrote', () => {
		expect(commands(jobs.publish)).not.toMatch(/npm (?:ci|install|test|run|exec)|npx|node /);
		expect(commands(jobs.publish)).toContain('--ignore-scripts');
		expect(jobs.publish.steps.map(({ uses }) => uses).join()).not.toContain('checkout');
	});

	it('lets the job that builds do nothing but build', () => {
		expect(permissions).toEqual({});
		expect(jobs.build.permissions).toEqual({ contents: 'read' });
		expect(JSON.stringify(jobs.build)).not.toContain('secrets.');
	});

	it('asks somebody before it publishes what was built and tested, from main', () => {
		expect(jobs.publish).toMatchObject({ needs: 'build', environment: 'npm' });
		expect(commands(jobs.build)).toContain('merge-base --is-ancestor "$GITHUB_SHA" origin/main');
		expect(commands(jobs.build)).toContain('npm test');
	});
});

it.each(readdirSync(FOLDER))('%s takes every action at a commit', (file) => {
	const uses = [...read(file).matchAll(/uses: (.+)$/gm)].map(([, action]) => action);
	expect(uses.length).toBeGreaterThan(0);
	for (const action of uses) {
		expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	}
});

/** A package as the lockfile has it. */
interface Locked {
	hasInstallScript?: true;
	gypfile?: false;
}

// One of the linter's packages refuses npm, and one of n8n's needs Node.js 24. `ignore-scripts` would switch `prepack` off.
it('npm ci runs no script of a package: take hasInstallScript out of the lockfile, and write "gypfile": false', () => {
	const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
		packages: Record<string, Locked>;
	};
	const running = Object.entries(packages).filter(
		([folder, { hasInstallScript, gypfile }]) =>
			folder &&
			(hasInstallScript || (gypfile !== false && existsSync(path.join(folder, 'binding.gyp')))),
	);
	expect(running.map(([folder]) => folder)).toEqual([]);
});
