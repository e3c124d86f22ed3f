/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { buildPackage, packPackage } from '../../../playground/src/package';
import { cleanEnvironment, ROOT } from '../../../playground/src/paths';
import { run } from '../../../playground/src/run';

/**
 * The commit from which an update is tried. It keeps the question of an execution, the trigger's record and some options
 * otherwise than builds of today.
 */
export const OLDER_COMMIT = '9790234e70dfa03b28f97419e10be6ae582b4e64';

/**
 * Builds and packs the package as it was at an older commit, with today's tools. Returns the path of the tarball.
 * @param folder takes the sources, the logs and the tarball
 * @throws Error where the clone does not hold the commit
 */
export async function packOlderBuild(folder: string): Promise<string> {
	const sources = path.join(folder, 'sources');
	await mkdir(sources, { recursive: true });
	const options = { cwd: ROOT, env: cleanEnvironment(), log: path.join(folder, 'older.log') };

	const archive = path.join(folder, 'sources.tar');
	// In a container, the files often belong to another user than the one who runs the tests.
	const git = ['-c', `safe.directory=${ROOT}`, 'archive', '--output', archive, OLDER_COMMIT];
	await run('git', git, options).catch((error) => {
		throw new Error(
			`This clone does not hold commit ${OLDER_COMMIT}. Fetch the whole history: git fetch --unshallow`,
			{ cause: error },
		);
	});
	await run('tar', ['-xf', archive, '-C', sources], options);

	await installMissing(folder, sources, options);
	await symlink(path.join(ROOT, 'node_modules'), path.join(sources, 'node_modules'), 'dir');
	await buildPackage(folder, sources);
	return await packPackage(path.join(folder, 'package'), sources);
}

/** Installs, in the folder above the sources, the libraries that they bundle and that the project no longer has. */
async function installMissing(
	folder: string,
	sources: string,
	options: Parameters<typeof run>[2],
): Promise<void> {
	const text = await readFile(path.join(sources, 'package.json'), 'utf8');
	const { devDependencies } = JSON.parse(text) as { devDependencies: Record<string, string> };
	const missing = Object.entries(devDependencies).filter(
		([name]) => !existsSync(path.join(ROOT, 'node_modules', name)),
	);
	if (missing.length === 0) return;

	await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true }));
	const named = missing.map(([name, version]) => `${name}@${version}`);
	const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...named];
	await run('npm', install, { ...options, cwd: folder });
}
