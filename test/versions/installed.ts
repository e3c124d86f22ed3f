/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { cleanEnvironment, PLAYGROUND } from '../../playground/src/paths';
import { run } from '../../playground/src/run';

/** A version of n8n, and what its packages need beside it to install. */
export interface Version {
	n8n: string;
	overrides?: Record<string, string>;
}

/** n8n before 2.1 does not start with newer ones. */
const OLDER_AGENTS = { '@langchain/langgraph-checkpoint': '1.0.0' };

/** Oldest first: the last of the 1.x line, an early 2.x, the playground's, the newest. */
export const VERSIONS: Version[] = [
	{ n8n: '1.123.81', overrides: OLDER_AGENTS },
	{ n8n: '2.0.3', overrides: OLDER_AGENTS },
	{ n8n: '2.40.7' },
	{ n8n: '2.41.1' },
];

/**
 * Installs a version of n8n, unless it is there already.
 * @returns the command that starts it
 */
export async function installVersion({ n8n, overrides }: Version): Promise<string> {
	const folder = path.join(PLAYGROUND, '.cache', 'versions', n8n);
	const command = path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	const stamp = path.join(folder, '.installed');
	if (existsSync(stamp)) return command;
	const playground = JSON.parse(await readFile(path.join(PLAYGROUND, 'package.json'), 'utf8')) as {
		overrides: Record<string, string>;
	};
	await mkdir(folder, { recursive: true });
	await writeFile(
		path.join(folder, 'package.json'),
		JSON.stringify({
			private: true,
			dependencies: { n8n },
			overrides: { ...playground.overrides, ...overrides },
		}),
	);
	const options = { cwd: folder, env: cleanEnvironment(), log: path.join(folder, 'install.log') };
	await run(
		'npm',
		['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'],
		options,
	);
	await run('npm', ['rebuild', 'sqlite3'], options);
	await writeFile(stamp, '');
	return command;
}
