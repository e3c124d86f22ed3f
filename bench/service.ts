/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs on Node.js itself, never inside n8n */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

import { ROOT } from '../playground/src/paths';
import { startSimulator } from '../simulator';

/** A simulator in a process of its own, so that its time is not counted as the node's. */
export interface Service {
	baseUrl: string;
	/** Forgets all messages, which would need more and more memory. */
	reset(): Promise<void>;
	stop(): void;
}

/** Starts a simulator. @param latency ms before each answer */
export async function startService(latency: number): Promise<Service> {
	const tsx = pathToFileURL(require.resolve('tsx')).href;
	const program = path.join(ROOT, 'bench', 'service.ts');
	const child: ChildProcess = spawn(process.execPath, ['--import', tsx, program, String(latency)], {
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const [baseUrl] = (await once(child, 'message')) as [string];

	return {
		baseUrl,
		reset: async () => {
			await fetch(`${baseUrl}/_simulator/reset`, { method: 'POST' });
		},
		stop: () => {
			child.kill();
		},
	};
}

/** Runs the simulator, as the process that `startService` starts. */
async function serve(): Promise<void> {
	const simulator = await startSimulator({
		latencyMs: Number(process.argv[2]),
	});
	process.send?.(simulator.baseUrl);
	process.once('disconnect', () => process.exit());
}

if (require.main === module) void serve();
