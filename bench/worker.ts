/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs on Node.js itself, never inside n8n */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';

import { cleanEnvironment, NODE } from '../playground/src/paths';
import type { Measurement, Task } from './measure';

/** A process that runs tasks, one after the other. The first one warms it up. */
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

	/** Runs a task in the process. @throws Error of the process */
	async run(task: Task): Promise<Measurement> {
		return await new Promise((resolve, reject) => {
			const ended = () => reject(new Error(`The process of ${task.who} ended too early`));
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
		this.child.kill();
	}
}
