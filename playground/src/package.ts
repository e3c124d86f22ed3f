/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { run } from './keptProcess';
import { runNpm } from './npm';
import { cleanEnvironment, ROOT } from './paths';

/** Builds the package without the type check, so that `npm start` need not wait for it. The folder takes the log. */
export async function buildPackage(folder: string): Promise<void> {
	const gulp = path.join(ROOT, 'node_modules', 'gulp', 'bin', 'gulp.js');
	const log = path.join(folder, 'build.log');
	await run([process.execPath, gulp, 'assemble'], { cwd: ROOT, env: cleanEnvironment(), log });
}

/** Packs the built package as it would be published, into a folder. Returns the path of the tarball. */
export async function packPackage(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	const manifest = await readFile(path.join(ROOT, 'package.json'), 'utf8');
	const { name, version } = JSON.parse(manifest) as { name: string; version: string };
	const pack = ['pack', '--ignore-scripts', '--pack-destination', folder];
	await runNpm(pack, ROOT, path.join(folder, 'pack.log'));
	return path.join(folder, `${name}-${version}.tgz`);
}

/** Installs a tarball as n8n does, where it looks for community nodes: in the folder that holds `.n8n`. */
export async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const folder = path.join(userFolder, '.n8n', 'nodes');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });

	const manifest = { name: 'installed-nodes', private: true, dependencies: {} };
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
	const flags = ['--ignore-scripts', '--omit=dev', '--omit=peer', '--legacy-peer-deps'];
	const install = ['install', ...flags, '--no-audit', '--no-fund', tarball];
	await runNpm(install, folder, path.join(folder, 'install.log'));
}
