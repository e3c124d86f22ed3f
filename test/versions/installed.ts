/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Report } from '../../playground/src/install';
import { installN8n, installPlayground } from '../../playground/src/install';
import { PLAYGROUND, ROOT } from '../../playground/src/paths';

const PINNED = path.join(ROOT, 'test', 'versions');

/** Private packages that pin an n8n, oldest first: the last of the 1.x line, an early 2.x, the playground's, the newest. */
const FOLDERS = [
	path.join(PINNED, 'n8n-1.123.81'),
	path.join(PINNED, 'n8n-2.0.3'),
	PLAYGROUND,
	path.join(PINNED, 'n8n-2.41.1'),
];

/** An n8n that the package is tried in. */
export interface Version {
	n8n: string;
	folder: string;
}

/** The versions of n8n that the package is tried in, oldest first. */
export async function versions(): Promise<Version[]> {
	return await Promise.all(
		FOLDERS.map(async (folder) => {
			const text = await readFile(path.join(folder, 'package.json'), 'utf8');
			const { dependencies } = JSON.parse(text) as { dependencies: { n8n: string } };
			return { n8n: dependencies.n8n, folder };
		}),
	);
}

/**
 * Installs a version of n8n, and the playground's Node.js that runs it, unless they are there already.
 * @returns the command that starts it
 */
export async function installVersion({ folder }: Version, report: Report): Promise<string> {
	await installPlayground(report);
	if (folder !== PLAYGROUND) await installN8n(folder, ['sqlite3'], report);
	return path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
}
