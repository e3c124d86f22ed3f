/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on Node.js itself, never inside n8n */
import path from 'node:path';
import process from 'node:process';

import type { Simulator } from '../simulator';
import { startSimulator } from '../simulator';
import { print, Progress, READY } from './src/console';
import { exampleFiles, FIRST_EXAMPLE, readExample } from './src/examples';
import type { Report } from './src/install';
import { installPlayground } from './src/install';
import { N8nClient } from './src/n8nClient';
import { N8nInstance } from './src/n8nInstance';
import { buildPackage, installBuilt } from './src/package';
import { PLAYGROUND, withoutProxy } from './src/paths';
import { readState, writeState } from './src/playgroundState';
import { freePort } from './src/ports';
import { simulatorCredential } from './src/simulatorCredential';

const CREDENTIAL = 'Messaging Service (simulator)';

/** Time between two looks at the parent process, in ms. */
const LOOK_INTERVAL = 500;

const dataFolder = path.resolve(process.env.PLAYGROUND_DATA ?? path.join(PLAYGROUND, 'data'));
const progress = new Progress();
let simulator: Simulator | undefined;
let n8n: N8nInstance | undefined;
let stopping = false;

/** Reads a port from the environment. */
function portIn(variable: string, fallback: number): number {
	const value = process.env[variable] ?? String(fallback);
	const port = Number(value);
	if (Number.isInteger(port) && port >= 1 && port <= 65535) return port;
	throw new Error(`The variable ${variable} is "${value}". Set it to a port from 1 to 65535.`);
}

/** Returns the wanted port where it is free, or else one of the next, and says so. */
async function portFor(server: string, wanted: number): Promise<number> {
	const port = await freePort(wanted);
	if (port !== wanted) {
		print(`  Port ${wanted} is taken by another program. ${server} is at ${port}.`);
	}
	return port;
}

async function start(): Promise<void> {
	const [wanted, simulatorWanted] = [portIn('N8N_PORT', 5678), portIn('SIMULATOR_PORT', 4010)];
	const step: Report = (text, howFar) => progress.step(text, howFar);
	const packages = path.join(dataFolder, 'package');

	step('Building the nodes');
	await buildPackage(packages);
	await installPlayground(step);
	step('Installing the nodes into n8n');
	await installBuilt(dataFolder, packages);

	step('Starting n8n and the simulator of the service');
	simulator = await startSimulator({ port: await portFor('The inbox', simulatorWanted) });
	const port = await portFor('n8n', wanted);
	n8n = await N8nInstance.start({
		userFolder: dataFolder,
		port,
		log: path.join(dataFolder, 'n8n.log'),
	});
	await n8n.ready();

	step('Setting up account, credential and examples');
	const firstExample = await setUp(n8n.url, simulator);
	progress.done();

	const { owner } = await readState(dataFolder);
	print();
	print(`Start here   ${firstExample}`);
	print(`             log in with ${owner.email} and ${owner.password},`);
	print('             click "Execute workflow", and find the texts in the inbox');
	print(`Inbox        ${simulator.url}`);
	print('             every message arrives here');
	print(`All examples ${n8n.url}/home/workflows`);
	print();
	print(READY);
}

/** Sets up account, credentials and examples, and returns the address of the example to begin with. */
async function setUp(url: string, { baseUrl, url: inbox }: Simulator): Promise<string> {
	const state = await readState(dataFolder);
	// The password is written before the account exists: one that nobody knows would lock the user out.
	await writeState(dataFolder, state);
	const client = new N8nClient(url);
	await client.login(state.owner);

	const messagingServiceApi = await client.saveCredential(
		CREDENTIAL,
		'messagingServiceApi',
		simulatorCredential(baseUrl),
		state.credentialId,
	);
	state.credentialId = messagingServiceApi.id;

	// n8n lists the newest workflow first, so the easiest example is made last.
	for (const file of (await exampleFiles()).reverse()) {
		if (state.examples[file]) continue;
		const workflow = await readExample(file, { messagingServiceApi }, inbox);
		const { id } = await client.createWorkflow(workflow);
		state.examples[file] = id;
	}

	await writeState(dataFolder, state);
	return `${url}/workflow/${state.examples[FIRST_EXAMPLE]}`;
}

async function stop(exitCode: number): Promise<void> {
	if (stopping) return;
	stopping = true;
	progress.done();
	await Promise.allSettled([n8n?.stop(), simulator?.stop()]);
	process.exit(exitCode);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		if (!stopping) print('\nStopping …');
		void stop(0);
	});
}

// A signal to npm ends npm and its shell, and does not come through to this process.
const { ppid } = process;
setInterval(() => {
	if (process.ppid !== ppid) void stop(0);
}, LOOK_INTERVAL).unref();

// Where the shell makes Node.js use a proxy, n8n would not be reached.
Object.assign(process.env, withoutProxy());

start()
	.then(async () => {
		await n8n?.gone();
		if (stopping) return;
		print(`n8n stopped unexpectedly. Its log: ${path.join(dataFolder, 'n8n.log')}`);
		await stop(1);
	})
	.catch(async (error: Error) => {
		progress.done();
		process.stderr.write(`\n${error.message}\n`);
		await stop(1);
	});
