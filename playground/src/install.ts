/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { copyFile, cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { runNpm } from './npm';
import { cleanEnvironment, NODE, PLAYGROUND } from './paths';

const LOCKFILE = 'package-lock.json';

/** Packages of a lockfile, by their folder. */
type Packages = Record<string, { version?: string; optional?: true }>;

/** Packages whose scripts compile or download something for this machine, and what they make. No others run. */
const MADE_HERE = {
	node: 'bin',
	sqlite3: path.join('build', 'Release', 'node_sqlite3.node'),
};

const FLAGS = ['--legacy-peer-deps', '--no-audit', '--no-fund'];

/**
 * Installs the n8n that a private package pins, unless it is there in the lockfile's version. What an interrupted
 * installation left is completed.
 * @param report called with each step
 * @param folder of the private package; the playground by default
 */
export async function installN8n(report: (step: string) => void, folder = PLAYGROUND) {
	const log = path.join(folder, '.cache', 'install.log');
	const wanted = await packagesOf(path.join(folder, LOCKFILE));

	if (!(await isComplete(folder, wanted))) {
		report('Installing n8n (2 GB; a few minutes, only this time)');
		await runNpm(['ci', '--ignore-scripts', ...FLAGS], folder, log);
	}
	if (await runs(folder)) return;
	report('Making its Node.js and database driver for this machine (minutes if it has to compile)');
	await makeForThisMachine(folder, wanted, log);
	if (await runs(folder)) return;
	throw new Error(`n8n's Node.js or its database driver does not work on this machine: see ${log}`);
}

/**
 * Installs the packages that make something for this machine once more, with their scripts, and takes over what they
 * made. That is done in the temporary folder, since compilers fail where a path has blanks or special characters.
 */
async function makeForThisMachine(folder: string, wanted: Packages, log: string): Promise<void> {
	const made = Object.entries(MADE_HERE).filter(([name]) => `node_modules/${name}` in wanted);
	const versions = made.map(([name]) => [name, wanted[`node_modules/${name}`].version]);
	const temporary = await mkdtemp(path.join(tmpdir(), 'messaging-service-driver-'));
	const remove = () => rmSync(temporary, { recursive: true, force: true });
	// Also where it fails or is interrupted.
	process.once('exit', remove);

	const dependencies = Object.fromEntries(versions) as object;
	// npm 12 runs no other scripts.
	const allowScripts = Object.fromEntries(made.map(([name]) => [name, true]));
	const manifest = JSON.stringify({ private: true, dependencies, allowScripts });
	await writeFile(path.join(temporary, 'package.json'), manifest);
	await copyFile(path.join(folder, LOCKFILE), path.join(temporary, LOCKFILE));
	// A user's own settings may switch scripts off.
	await runNpm(['install', '--ignore-scripts=false', '--prefer-offline', ...FLAGS], temporary, log);

	for (const [name, what] of made) {
		const inPackage = path.join('node_modules', name, what);
		await cp(path.join(temporary, inPackage), path.join(folder, inPackage), { recursive: true });
	}
	remove();
}

/** Reads the packages that a lockfile names. */
async function packagesOf(lockfile: string): Promise<Packages> {
	return (JSON.parse(await readFile(lockfile, 'utf8')) as { packages: Packages }).packages;
}

/** True where npm has noted, as it does at its end, that it has installed all but what is for other machines. */
async function isComplete(folder: string, wanted: Packages): Promise<boolean> {
	const note = path.join(folder, 'node_modules', '.package-lock.json');
	const installed = await packagesOf(note).catch((): Packages => ({}));
	return Object.entries(wanted).every(
		([name, { version, optional }]) => !name || optional || installed[name]?.version === version,
	);
}

/** True where the pinned Node.js runs and loads the database driver. */
async function runs(folder: string): Promise<boolean> {
	const options = { cwd: folder, env: cleanEnvironment() };
	const driver = promisify(execFile)(NODE, ['-e', 'require("sqlite3")'], options);
	return await driver.then(() => true).catch(() => false);
}
