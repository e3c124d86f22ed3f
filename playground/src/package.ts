/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { runNpm } from './npm';
import { cleanEnvironment, ROOT } from './paths';
import { run } from './run';

/**
 * Builds the package without the type check, so that `npm start` need not wait for it.
 * @param folder takes the log
 */
export async function buildPackage(folder: string): Promise<void> {
	const gulp = path.join(ROOT, 'node_modules', 'gulp', 'bin', 'gulp.js');
	const log = path.join(folder, 'build.log');
	await run(process.execPath, [gulp, 'assemble'], { cwd: ROOT, env: cleanEnvironment(), log });
}

/**
 * Packs the built package as it would be published. Returns the path of the tarball.
 * @param folder takes the tarball and the log
 */
export async function packPackage(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	const { name, version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as {
		name: string;
		version: string;
	};
	const pack = ['pack', '--ignore-scripts', '--pack-destination', folder];
	await runNpm(pack, ROOT, path.join(folder, 'pack.log'));
	return path.join(folder, `${name}-${version}.tgz`);
}

/** Returns the folder where n8n looks for community nodes. */
const nodesFolder = (userFolder: string) => path.join(userFolder, '.n8n', 'nodes');

/**
 * Packs the built package and installs it, unless the same one is installed already.
 * @param userFolder the folder that holds `.n8n`
 * @param folder gets tarball and log
 */
export async function installBuilt(userFolder: string, folder: string): Promise<void> {
	const stamp = path.join(nodesFolder(userFolder), '.installed');
	const wanted = await fingerprint();
	const installed = await readFile(stamp, 'utf8').catch(() => undefined);
	if (installed === wanted) return;

	await installPackage(userFolder, await packPackage(folder));
	await writeFile(stamp, wanted);
}

/** Returns a digest of all files that n8n would load: their content, not their times. */
async function fingerprint(): Promise<string> {
	const files = await readdir(path.join(ROOT, 'dist'), { recursive: true, withFileTypes: true });
	const names = files.flatMap((file) =>
		file.isFile() ? path.join(file.parentPath, file.name) : [],
	);

	const hash = createHash('sha256');
	for (const name of [...names.sort(), path.join(ROOT, 'package.json')]) {
		hash.update(`${name}\0`).update(await readFile(name));
	}
	return hash.digest('hex');
}

/**
 * Installs a tarball where n8n looks for community nodes, as n8n itself does.
 * @param userFolder the folder that holds `.n8n`
 */
export async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const folder = nodesFolder(userFolder);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });

	await writeFile(
		path.join(folder, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
	);
	const flags = ['--ignore-scripts', '--omit=dev', '--omit=peer', '--legacy-peer-deps'];
	await runNpm(
		['install', ...flags, '--no-audit', '--no-fund', tarball],
		folder,
		path.join(folder, 'install.log'),
	);
}
