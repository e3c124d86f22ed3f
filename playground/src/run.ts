/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on Node.js itself, never inside n8n */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

/** Runs a command, which it ends with all that the command started when this process is gone. */
export const KEEPER = path.join(__dirname, 'keeper.cjs');

/** Folder and environment of a command. */
export interface RunOptions {
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** File that gets all that the command prints. */
	log: string;
}

/**
 * Runs a command to its end.
 * @throws Error with its last lines and the path of the whole log
 */
export async function run(
	command: string,
	args: string[],
	{ cwd, env, log }: RunOptions,
): Promise<void> {
	await mkdir(path.dirname(log), { recursive: true });
	const output = createWriteStream(log, { flags: 'a' });

	const code = await new Promise<number | null>((resolve, reject) => {
		const child = spawn(process.execPath, [KEEPER, command, ...args], { cwd, env });
		child.stdout.pipe(output, { end: false });
		child.stderr.pipe(output, { end: false });
		child.once('error', reject);
		child.once('close', resolve);
	});
	await new Promise<void>((resolve) => output.end(resolve));

	if (code === 0) return;
	throw new Error(
		`"${path.basename(command)} ${args.join(' ')}" failed:\n\n${await tail(log)}\n\nThe whole log: ${log}`,
	);
}

/** Returns the last lines of a log. */
export async function tail(log: string, lines = 15): Promise<string> {
	const text = await readFile(log, 'utf8').catch(() => '');
	return text.trimEnd().split('\n').slice(-lines).join('\n');
}
