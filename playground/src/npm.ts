/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

import { run } from './keptProcess';
import { cleanEnvironment } from './paths';

/** Where npm's program can be, seen from a folder of the PATH. */
const PLACES = ['npm', 'node_modules/npm/bin/npm-cli.js', '../lib/node_modules/npm/bin/npm-cli.js'];

const COMPILE = `n8n's database driver had to be compiled, since its ready-made file was not reached. That needs Python, make,
a C++ compiler, and a temporary folder (TMPDIR, TEMP) whose path has no blanks and special characters.`;

/** What to do about a failure, by what npm prints. */
const ADVICE: Array<[RegExp, string]> = [
	[/ENOSPC/, 'The disk is full: free 4 GB, and run the command again.'],
	[
		/ENOTFOUND|EAI_AGAIN|ECONN|ENETUNREACH|TIMEOUT|TIMEDOUT/,
		'Check network and proxy: npm does not reach its registry.',
	],
	[/gyp ERR!/, COMPILE],
	[/EACCES|EPERM/, 'npm may not write there: check to whom the folder and "~/.npm" belong.'],
];

/**
 * Runs npm to its end. Node.js runs npm's own program, without a shell that would cut a path at a space.
 * @param cwd folder in which npm runs
 * @param log file that gets all that it prints
 * @throws Error with its last lines, the path of the log, and what to do
 */
export async function runNpm(args: string[], cwd: string, log: string): Promise<void> {
	try {
		await run([process.execPath, npmProgram(), ...args], { cwd, env: cleanEnvironment(), log });
	} catch (error) {
		const { message } = error as Error;
		const [, advice] = ADVICE.find(([sign]) => sign.test(message)) ?? [];
		throw advice ? new Error(`${message}\n\n${advice}`) : error;
	}
}

/** Returns the path of npm's program: of the npm that runs this, or else of the first on the PATH. */
export function npmProgram(): string {
	const onPath = (process.env.PATH ?? '').split(path.delimiter);
	const places = [path.dirname(process.execPath), ...onPath].flatMap((folder) =>
		PLACES.map((place) => path.join(folder, place)),
	);
	const found = [process.env.npm_execpath ?? '', ...places]
		.filter((file) => existsSync(file))
		.map((file) => realpathSync(file))
		.find((file) => path.basename(file) === 'npm-cli.js');
	if (found) return found;
	throw new Error('npm is not installed beside Node.js. Install it, and run this again.');
}
