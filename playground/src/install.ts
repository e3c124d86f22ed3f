/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { cleanEnvironment, PLAYGROUND } from './paths';
import { run } from './run';

/** Called with the current step, and with a function that says how far it is, if that is known. */
export type Report = (step: string, howFar?: () => string) => void;

/** Installs the playground's n8n and Node.js, unless they are there already as the lockfile wants them. */
export async function installPlayground(report: Report): Promise<void> {
	await installN8n(PLAYGROUND, ['node', 'sqlite3'], report);
}

/**
 * Installs the n8n that a private package pins, unless it is there already as the lockfile wants it.
 * An installation that was interrupted is made anew.
 * @param folder of the private package
 * @param builtHere what has to be compiled or downloaded for this machine; the scripts of all other
 * packages stay off
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
	if (isThere && (await readFile(stamp, 'utf8').catch(() => '')) === wanted) return;
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

/** Reads what a lockfile wants, and returns what tells how much of it is there. */
export async function packageCount(folder: string): Promise<() => string> {
	const lockfile = await readFile(path.join(folder, 'package-lock.json'), 'utf8');
	const { packages } = JSON.parse(lockfile) as { packages: Record<string, { optional?: true }> };
	// Most of the optional ones are for other machines. The folder itself has no name.
	const wanted = Object.keys(packages).filter((name) => name && !packages[name].optional);
	return () => {
		const there = wanted.filter((name) => existsSync(path.join(folder, name, 'package.json')));
		return `${there.length} of ${wanted.length} packages`;
	};
}

async function fingerprint(folder: string, builtHere: string[]): Promise<string> {
	const lockfile = await readFile(path.join(folder, 'package-lock.json'));
	return createHash('sha256')
		.update(lockfile)
		.update(`${process.platform} ${process.arch} ${builtHere.join(' ')}`)
		.digest('hex');
}
