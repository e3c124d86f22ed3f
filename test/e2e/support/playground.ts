/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { cleanEnvironment, PLAYGROUND, ROOT } from '../../../playground/src/paths';
import { probePort } from '../../../playground/src/ports';

/** What `npm start` tells the person who ran it. */
export interface Playground {
	n8nUrl: string;
	email: string;
	password: string;
	inboxUrl: string;
	/** The workflow to begin with. */
	begin: string;
	/** Ends it as Ctrl-C does, and leaves nothing behind. */
	stop(): Promise<void>;
}

const TOLD =
	/n8n +(?<n8nUrl>\S+)\s+log in with (?<email>\S+) and (?<password>\S+)\s+Inbox +(?<inboxUrl>\S+)[^]*Start here +(?<begin>\S+)[^]*Ctrl-C/;

/** Runs what `npm start` runs, in a folder of its own, as in a fresh clone. */
export async function startPlayground(): Promise<Playground> {
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-playground-'));
	const child = spawn(process.execPath, [path.join(PLAYGROUND, 'main.cjs'), '--built'], {
		cwd: ROOT,
		env: {
			...cleanEnvironment(),
			PLAYGROUND_DATA: folder,
			N8N_PORT: String(await probePort(0)),
			SIMULATOR_PORT: String(await probePort(0)),
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
		return { ...(await told(child)), stop };
	} catch (error) {
		await stop();
		// eslint-disable-next-line @n8n/community-nodes/require-node-api-error -- jest shows it, not n8n
		throw error;
	}
}

/** Waits for what is printed once everything is there. */
async function told(child: ChildProcess): Promise<Omit<Playground, 'stop'>> {
	return await new Promise((resolve, reject) => {
		let printed = '';
		const read = (chunk: Buffer) => {
			printed += chunk.toString();
			const found = TOLD.exec(printed)?.groups;
			if (found) resolve(found as unknown as Omit<Playground, 'stop'>);
		};
		child.stdout?.on('data', read);
		child.stderr?.on('data', read);
		child.once('exit', () => reject(new Error(`It ended, and had printed:\n${printed}`)));
	});
}
