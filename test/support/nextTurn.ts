/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { setImmediate } from 'node:timers/promises';

/** Lets everything go on that can go on without waiting for time or network. */
export async function nextTurn(): Promise<void> {
	await setImmediate();
}
