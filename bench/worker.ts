/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs on Node.js itself, never inside n8n */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

import { cleanEnvironment, NODE } from '../playground/src/paths';
import type { Measurement, Task } from './measure';

/** How many times as long as what is done meanwhile a run goes on, before it is interrupted for that. */
const SLICE = 5;

/** A process in which what is measured runs, one task after the other; it is warmed up by the first. */
export class Worker {
	private readonly child: ChildProcess;

	/**
	 * @param program the built `measure.ts`
	 * @param userFolder of n8n
	 */
	constructor(program: string, userFolder: string) {
		this.child = spawn(NODE, [program], {
			env: {
				...cleanEnvironment(),
				N8N_USER_FOLDER: userFolder,
				N8N_ENCRYPTION_KEY: 'bench',
				N8N_LOG_LEVEL: 'silent',
			},
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		});
	}

	/**
	 * @param meanwhile done before, after, and every so often in between, while the process stands still
	 * @throws Error that says what went wrong in the process
	 */
	async run(task: Task, meanwhile?: () => Promise<unknown>): Promise<Measurement> {
		if (!meanwhile) return await this.answerTo(task);
		const before = performance.now();
		await meanwhile();
		const slice = SLICE * (performance.now() - before);
		let isDone = false;
		let halted = 0;
		const running = this.answerTo(task).finally(() => (isDone = true));
		for (;;) {
			await Promise.race([running, setTimeout(slice)]);
			if (isDone) break;
			const start = performance.now();
			this.child.kill('SIGSTOP');
			await meanwhile().finally(() => this.child.kill('SIGCONT'));
			halted += performance.now() - start;
		}
		const measurement = await running;
		await meanwhile();
		return { ...measurement, time: measurement.time - halted };
	}

	private async answerTo(task: Task): Promise<Measurement> {
		return await new Promise((resolve, reject) => {
			const ended = () => reject(new Error(`The process of ${task.who} ended too soon`));
			this.child.once('exit', ended);
			this.child.once('message', (answer: Measurement | { error: string }) => {
				this.child.off('exit', ended);
				if ('error' in answer) reject(new Error(answer.error));
				else resolve(answer);
			});
			this.child.send(task);
		});
	}

	stop(): void {
		// Also where it stands still.
		this.child.kill('SIGKILL');
	}
}
