/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { rm } from 'node:fs/promises';

import type { N8nInstance } from '../../../playground/src/n8nInstance';
import type { Simulator } from '../../../simulator';

/** What the end-to-end tests have started. */
export interface Running {
	folder: string;
	simulator: Simulator;
	n8n: N8nInstance;
}

let running: Running | undefined;

/** Notes what has to be stopped in the end. */
export function keepRunning(started: Running): void {
	running = started;
}

/** Stops all that was started, and leaves nothing behind unless told to. */
export async function stopAll({ keepFolder = false } = {}): Promise<void> {
	await running?.n8n.stop();
	await running?.simulator.stop();
	if (running && !keepFolder) await rm(running.folder, { recursive: true, force: true });
	running = undefined;
}
