/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on Node.js itself, never inside n8n */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

/** Runs a command, which it ends with all that the command started when this process is gone. */
const KEEPER = path.join(__dirname, 'keeper.cjs');

/** How a command runs. */
export interface RunOptions {
	cwd?: string;
	env: NodeJS.ProcessEnv;
	/** File that gets all that the command prints. */
	log: string;
}

/** A command with all processes that it starts. None of them outlives the process that started this one. */
export class KeptProcess {
	private readonly keeper: ChildProcess;
	/** File that gets all that it prints. */
	readonly log: string;

	/** Starts a command; a server is not ready yet. */
	constructor(
		private readonly command: string[],
		{ cwd, env, log }: RunOptions,
	) {
		mkdirSync(path.dirname(log), { recursive: true });
		const output = openSync(log, 'a');
		const stdio = ['pipe' as const, output, output];
		this.keeper = spawn(process.execPath, [KEEPER, ...command], { cwd, env, stdio });
		closeSync(output);
		// Ctrl-C in a terminal may have ended the keeper already, and closed this stream.
		this.keeper.stdin?.on('error', () => undefined);
		this.log = log;
	}

	/** Number of the process that keeps the command, its only child. */
	get pid(): number {
		return this.keeper.pid ?? 0;
	}

	private get hasEnded(): boolean {
		return this.keeper.exitCode !== null || this.keeper.signalCode !== null;
	}

	/**
	 * Asks again and again whether it is ready.
	 * @throws Error with the end of its log if it stops before it is ready
	 */
	async untilReady(isReady: () => Promise<boolean>): Promise<void> {
		while (!(await isReady())) {
			if (this.hasEnded) throw await this.endedError('stopped while it started');
			await setTimeout(250);
		}
	}

	/** Ends it and all that it started; by force when it takes longer than ten seconds. */
	async stop(): Promise<void> {
		this.keeper.stdin?.end();
		await this.gone();
	}

	/** Waits until it has ended by itself. Returns its exit code. */
	async gone(): Promise<number | null> {
		if (!this.hasEnded) await once(this.keeper, 'exit');
		return this.keeper.exitCode;
	}

	/** Returns an error with its last lines, and the path of the whole log. */
	async endedError(what: string): Promise<Error> {
		const lines = (await readFile(this.log, 'utf8')).trimEnd().split('\n').slice(-15).join('\n');
		const command = this.command.map((part) => path.basename(part)).join(' ');
		return new Error(`"${command}" ${what}:\n\n${lines}\n\nThe whole log: ${this.log}`);
	}
}

/** Runs a command to its end. @throws Error with its last lines and the path of the whole log */
export async function run(command: string[], options: RunOptions): Promise<void> {
	const kept = new KeptProcess(command, options);
	if ((await kept.gone()) !== 0) throw await kept.endedError('failed');
}
