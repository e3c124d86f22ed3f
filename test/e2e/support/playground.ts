/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { READY } from '../../../playground/src/console';
import { FIRST_EXAMPLE } from '../../../playground/src/examples';
import { cleanEnvironment, PLAYGROUND, ROOT } from '../../../playground/src/paths';
import { readState } from '../../../playground/src/playgroundState';
import { LOOPBACK, probePort } from '../../../playground/src/ports';

/** What `npm start` tells the person who ran it. */
export interface Playground {
	n8nUrl: string;
	email: string;
	password: string;
	inboxUrl: string;
	/** Ends it as Ctrl-C does, and leaves nothing behind. */
	stop(): Promise<void>;
}

/** Runs what `npm start` runs, in a folder of its own, as in a fresh clone. */
export async function startPlayground(): Promise<Playground> {
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-playground-'));
	const [port, simulatorPort] = [await probePort(0), await probePort(0)];
	const child = spawn(process.execPath, [path.join(PLAYGROUND, 'main.cjs'), '--built'], {
		cwd: ROOT,
		env: {
			...cleanEnvironment(),
			PLAYGROUND_DATA: folder,
			N8N_PORT: String(port),
			SIMULATOR_PORT: String(simulatorPort),
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const ended = once(child, 'exit');

	const stop = async () => {
		child.kill('SIGINT');
		await ended;
		await rm(folder, { recursive: true, force: true });
	};

	try {
		const printed = await printedBy(child);
		const { owner, examples } = await readState(folder);
		const n8nUrl = `http://${LOOPBACK}:${port}`;
		const told = { n8nUrl, ...owner, inboxUrl: `http://${LOOPBACK}:${simulatorPort}` };
		const start = `${n8nUrl}/workflow/${examples[FIRST_EXAMPLE]}`;
		for (const value of [...Object.values(told), start]) {
			if (!printed.includes(value)) throw new Error(`It did not print ${value}:\n${printed}`);
		}
		return { ...told, stop };
	} catch (error) {
		await stop();
		// eslint-disable-next-line @n8n/community-nodes/require-node-api-error -- jest shows it, not n8n
		throw error;
	}
}

/**
 * Returns what is printed until everything is there.
 * @throws Error with what was printed when it ends before that
 */
async function printedBy(child: ChildProcess): Promise<string> {
	return await new Promise((resolve, reject) => {
		let printed = '';
		const read = (chunk: Buffer) => {
			printed += chunk.toString();
			if (printed.includes(READY)) resolve(printed);
		};
		child.stdout?.on('data', read);
		child.stderr?.on('data', read);
		child.once('close', () => reject(new Error(`It ended, and had printed:\n${printed}`)));
	});
}
