/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { KEEPER, tail } from './run';

/** A server process, with all processes that it starts. None of them outlives the process that started this one. */
export class KeptProcess {
	private hasEnded = false;

	private constructor(
		private readonly process: ChildProcess,
		private readonly name: string,
		/** File that gets all that it prints. */
		readonly log: string,
	) {
		process.once('exit', () => {
			this.hasEnded = true;
		});
	}

	/** Starts a command; it is not ready yet. */
	static async start(
		[command, ...args]: [string, ...string[]],
		{ env, log }: { env: NodeJS.ProcessEnv; log: string },
	): Promise<KeptProcess> {
		await mkdir(path.dirname(log), { recursive: true });
		const output = createWriteStream(log, { flags: 'a' });

		const child = spawn(process.execPath, [KEEPER, command, ...args], {
			env,
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		child.stdout.pipe(output);
		child.stderr.pipe(output);
		// Ctrl-C in a terminal may have ended the child already, and closed this stream.
		child.stdin.on('error', () => undefined);
		return new KeptProcess(child, path.basename(command), log);
	}

	/**
	 * Asks again and again whether it is ready.
	 * @throws Error with the end of its log if it stops before it is ready
	 */
	async ready(isReady: () => Promise<boolean>): Promise<void> {
		while (!(await isReady())) {
			if (this.hasEnded) {
				throw new Error(
					`${this.name} stopped while it started:\n\n${await tail(this.log)}\n\nThe whole log: ${this.log}`,
				);
			}
			await setTimeout(250);
		}
	}

	/** Ends it and all that it started; by force when it takes longer than ten seconds. */
	async stop(): Promise<void> {
		this.process.stdin?.end();
		await this.gone();
	}

	/** Ends it as a crash does (kill -9), with all that it started. */
	async crash(): Promise<void> {
		this.process.kill('SIGUSR2');
		await this.gone();
	}

	/** Waits until it has ended by itself. */
	async gone(): Promise<void> {
		if (this.hasEnded) return;
		await new Promise((resolve) => this.process.once('exit', resolve));
	}
}
