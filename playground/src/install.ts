/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { cleanEnvironment, N8N, NODE, PLAYGROUND } from './paths';
import { run } from './run';

const STAMP = path.join(PLAYGROUND, 'node_modules', '.installed');

/** What n8n needs compiled or downloaded for this machine; the scripts of all other packages stay off. */
const BUILT_HERE = ['node', 'sqlite3'];

/** Called with what is being done. */
export type Report = (step: string) => void;

/**
 * Installs the pinned n8n and Node.js, unless they are there already as the lockfile wants them.
 * An installation that was interrupted is made anew.
 */
export async function installPlayground(report: Report): Promise<void> {
	const wanted = await fingerprint();
	const found = await readFile(STAMP, 'utf8').catch(() => '');
	if (found === wanted && existsSync(NODE) && existsSync(N8N)) return;
	const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
	const options = {
		cwd: PLAYGROUND,
		env: cleanEnvironment(),
		log: path.join(PLAYGROUND, '.cache', 'install.log'),
	};
	report('Installing n8n (2 GB; a few minutes, only this time)');
	await run(
		npm,
		['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'],
		options,
	);
	report('Building its database driver');
	await run(npm, ['rebuild', ...BUILT_HERE], options);
	await writeFile(STAMP, wanted);
}

async function fingerprint(): Promise<string> {
	const lockfile = await readFile(path.join(PLAYGROUND, 'package-lock.json'));
	return createHash('sha256')
		.update(lockfile)
		.update(`${process.platform} ${process.arch} ${BUILT_HERE.join(' ')}`)
		.digest('hex');
}
