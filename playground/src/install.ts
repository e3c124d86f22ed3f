/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { runNpm } from './npm';
import { cleanEnvironment, NODE, PLAYGROUND } from './paths';
import { tail } from './run';

/** Called with each step, and with a function that says how far it is, where that is known. */
export type Report = (step: string, howFar?: () => string) => void;

/** Packages of a lockfile, by their folder. */
type Packages = Record<string, { version?: string; optional?: true }>;

/** Installs the playground's n8n and Node.js, unless they are there in the lockfile's versions. */
export async function installPlayground(report: Report): Promise<void> {
	await installN8n(PLAYGROUND, ['node', 'sqlite3'], report);
}

/**
 * Installs the n8n that a private package pins, unless it is there in the lockfile's version. What an interrupted
 * installation left is completed.
 * @param folder of the private package
 * @param builtHere packages whose scripts compile or download something for this machine; no other package's scripts
 * run
 */
export async function installN8n(
	folder: string,
	builtHere: string[],
	report: Report,
): Promise<void> {
	const log = path.join(folder, '.cache', 'install.log');
	const wanted = await packagesOf(path.join(folder, 'package-lock.json'));

	if (!(await isComplete(folder, wanted))) {
		report('Installing n8n (2 GB; a few minutes, only this time)', () => howFar(folder, wanted));
		const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
		await runNpm(['ci', ...flags], folder, log);
	}

	if (await isBuilt(folder)) return;
	report('Building its database driver');
	// A user's own settings may switch scripts off.
	await runNpm(['rebuild', '--ignore-scripts=false', ...builtHere], folder, log);
	if (await isBuilt(folder)) return;
	throw new Error(
		`n8n's Node.js or its database driver does not work on this machine:\n\n${await tail(log)}\n\nThe whole log: ${log}`,
	);
}

/** Reads the packages that a lockfile names, but for the folder itself. */
async function packagesOf(lockfile: string): Promise<Packages> {
	const { packages } = JSON.parse(await readFile(lockfile, 'utf8')) as { packages: Packages };
	return Object.fromEntries(Object.entries(packages).filter(([folder]) => folder));
}

/** Returns the folders of all packages but the optional ones: most of those are for other machines. */
const foldersOf = (packages: Packages) =>
	Object.keys(packages).filter((folder) => !packages[folder].optional);

/** Says how many packages are there. */
function howFar(folder: string, wanted: Packages): string {
	const folders = foldersOf(wanted);
	const there = folders.filter((name) => existsSync(path.join(folder, name, 'package.json')));
	return `${there.length} of ${folders.length} packages`;
}

/** True where npm has noted, as it does at its end, that it has installed all that is wanted. */
async function isComplete(folder: string, wanted: Packages): Promise<boolean> {
	const note = path.join(folder, 'node_modules', '.package-lock.json');
	const installed = await packagesOf(note).catch((): Packages => ({}));
	return foldersOf(wanted).every((name) => installed[name]?.version === wanted[name].version);
}

/** True where the pinned Node.js runs and loads the database driver. */
async function isBuilt(folder: string): Promise<boolean> {
	const options = { cwd: folder, env: cleanEnvironment() };
	const driver = promisify(execFile)(NODE, ['-e', 'require("sqlite3")'], options);
	return await driver.then(() => true).catch(() => false);
}
