/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Owner } from './n8nClient';

/** State that the playground keeps from one start to the next. */
export interface PlaygroundState {
	owner: Owner;
	/** n8n's id of the simulator's credential. */
	credentialId?: string;
	/** n8n's ids of the imported examples, by file: an example that the user deleted is not imported again. */
	examples: Record<string, string>;
}

const FILE = 'playground.json';

/** Reads what the last start left in the data folder, or makes a new state with a new password. */
export async function readState(dataFolder: string): Promise<PlaygroundState> {
	const text = await readFile(path.join(dataFolder, FILE), 'utf8').catch(() => undefined);
	if (text !== undefined) return JSON.parse(text) as PlaygroundState;
	// n8n asks for a digit and a capital letter.
	const password = `Play-${randomBytes(6).toString('hex')}-7`;
	return { owner: { email: 'you@example.com', password }, examples: {} };
}

/** Writes the state for the next start. */
export async function writeState(dataFolder: string, state: PlaygroundState): Promise<void> {
	await mkdir(dataFolder, { recursive: true });
	await writeFile(path.join(dataFolder, FILE), JSON.stringify(state, null, '\t'), { mode: 0o600 });
}
