/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

import { N8nClient } from '../../../playground/src/n8nClient';
import { Machine } from './install';
import { OWNER, SHARED_N8N } from './n8n';

let machine: Machine | undefined;

/** Starts n8n with the packed package, once for all files. */
export default async function globalSetup(): Promise<void> {
	machine = await Machine.start();
	const { url } = await machine.n8n();
	// Makes the owner's account, before the files log in side by side.
	await new N8nClient(url).login(OWNER);
	process.env[SHARED_N8N] = url;
}

/** Stops it. */
export async function globalTeardown(): Promise<void> {
	await machine?.stop();
}
