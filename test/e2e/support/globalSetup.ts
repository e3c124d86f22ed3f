/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { installPlayground } from '../../../playground/src/install';
import { N8nClient } from '../../../playground/src/n8nClient';
import { N8nInstance } from '../../../playground/src/n8nInstance';
import { installPackage, packPackage } from '../../../playground/src/package';
import { probePort } from '../../../playground/src/ports';
import { simulatorCredential } from '../../../playground/src/simulatorCredential';
import { startSimulator } from '../../../simulator';
import type { E2eContext } from './context';
import { CONTEXT_VARIABLE } from './context';
import { keepRunning, stopAll } from './running';

/** Starts real n8n, fresh, with the packed package in it, and a simulator: once for all files. */
export default async function globalSetup(): Promise<void> {
	try {
		process.env[CONTEXT_VARIABLE] = JSON.stringify(await start());
	} catch (error) {
		// The folder stays: n8n's log is in it.
		await stopAll({ keepFolder: true });
		// eslint-disable-next-line @n8n/community-nodes/require-node-api-error -- jest shows it, not n8n
		throw error;
	}
}

async function start(): Promise<E2eContext> {
	await installPlayground((step) => process.stdout.write(`${step}\n`));
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-e2e-'));
	const userFolder = path.join(folder, 'n8n');
	const tarball = await packPackage(path.join(folder, 'package'));
	await installPackage(userFolder, tarball);
	const simulator = await startSimulator();
	const log = path.join(folder, 'n8n.log');
	const n8n = await N8nInstance.start({ userFolder, port: await probePort(0), log });
	keepRunning({ folder, simulator, n8n });
	await n8n.ready();
	const owner = { email: 'owner@example.com', password: `Only-for-tests-${process.pid}` };
	const client = new N8nClient(n8n.url);
	await client.login(owner);
	const data = simulatorCredential(simulator.baseUrl);

	return {
		n8nUrl: n8n.url,
		n8nLog: log,
		tarball,
		simulatorUrl: simulator.url,
		serviceUrl: simulator.baseUrl,
		owner,
		credential: await client.saveCredential('Simulator', 'messagingServiceApi', data),
	};
}
