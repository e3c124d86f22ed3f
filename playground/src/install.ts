/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { cleanEnvironment, PLAYGROUND } from './paths';
import { run } from './run';

/** Called with each step, and with a function that says how far it is, where that is known. */
export type Report = (step: string, howFar?: () => string) => void;

/** Installs the playground's n8n and Node.js, unless they are there in the lockfile's versions. */
export async function installPlayground(report: Report): Promise<void> {
	await installN8n(PLAYGROUND, ['node', 'sqlite3'], report);
}

/**
 * Installs the n8n that a private package pins, unless it is there in the lockfile's version.
 * An interrupted installation is repeated.
 * @param folder of the private package
 * @param builtHere packages whose scripts compile or download something for this machine; no other package's scripts
 * run
 */
export async function installN8n(
	folder: string,
	builtHere: string[],
	report: Report,
): Promise<void> {
	const stamp = path.join(folder, 'node_modules', '.installed');
	const wanted = await fingerprint(folder, builtHere);
	const isThere = ['n8n', ...builtHere].every((name) =>
		existsSync(path.join(folder, 'node_modules', name)),
	);
	const installed = await readFile(stamp, 'utf8').catch(() => undefined);
	if (isThere && installed === wanted) return;

	const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
	const options = {
		cwd: folder,
		env: cleanEnvironment(),
		log: path.join(folder, '.cache', 'install.log'),
	};

	report('Installing n8n (2 GB; a few minutes, only this time)', await packageCount(folder));
	await run(
		npm,
		['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'],
		options,
	);

	report('Building its database driver');
	await run(npm, ['rebuild', ...builtHere], options);

	await writeFile(stamp, wanted);
}

/** Reads a lockfile, and returns a function that says how many of its packages are there. */
export async function packageCount(folder: string): Promise<() => string> {
	const lockfile = await readFile(path.join(folder, 'package-lock.json'), 'utf8');
	const { packages } = JSON.parse(lockfile) as { packages: Record<string, { optional?: true }> };
	// Most optional packages are for other machines. The entry without a name is the folder itself.
	const wanted = Object.keys(packages).filter((name) => name && !packages[name].optional);
	return () => {
		const there = wanted.filter((name) => existsSync(path.join(folder, name, 'package.json')));
		return `${there.length} of ${wanted.length} packages`;
	};
}

/** Returns a digest of all that an installation depends on. */
async function fingerprint(folder: string, builtHere: string[]): Promise<string> {
	const lockfile = await readFile(path.join(folder, 'package-lock.json'));
	return createHash('sha256')
		.update(lockfile)
		.update(`${process.platform} ${process.arch} ${builtHere.join(' ')}`)
		.digest('hex');
}
