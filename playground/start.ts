/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on Node.js itself, never inside n8n */
import path from 'node:path';
import process from 'node:process';

import { type Simulator, startSimulator } from '../simulator';
import { installN8n } from './src/install';
import { N8nInstance } from './src/n8nInstance';
import { buildPackage, installPackage, packPackage } from './src/package';
import { PLAYGROUND, withoutProxy } from './src/paths';
import { freePort } from './src/ports';
import { setUp } from './src/setUp';

const dataFolder = path.resolve(process.env.PLAYGROUND_DATA ?? path.join(PLAYGROUND, 'data'));
const log = path.join(dataFolder, 'n8n.log');
let simulator: Simulator | undefined;
let n8n: N8nInstance | undefined;
let stopping = false;
let reporting: NodeJS.Timeout | undefined;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Tells a person which step is running, and since when. */
function step(text: string): void {
	clearInterval(reporting);
	const started = Date.now();
	print(`• ${text} …`);
	reporting = setInterval(() => {
		print(`  still working, ${Math.round((Date.now() - started) / 1000)} s`);
	}, 10_000);
}

/** Reads a port from the environment. @throws Error where it is none */
function portIn(variable: string, fallback: number): number {
	const value = process.env[variable] ?? String(fallback);
	const port = Number(value);
	if (Number.isInteger(port) && port >= 1 && port <= 65535) return port;
	throw new Error(`The variable ${variable} is "${value}". Set it to a port from 1 to 65535.`);
}

async function start(): Promise<void> {
	const [wanted, simulatorWanted] = [portIn('N8N_PORT', 5678), portIn('SIMULATOR_PORT', 4010)];
	const packages = path.join(dataFolder, 'package');

	step('Building the nodes');
	await buildPackage(packages);
	await installN8n(step);
	step('Installing the nodes into n8n');
	await installPackage(dataFolder, await packPackage(packages));

	step('Starting n8n and the simulator of the service');
	simulator = await startSimulator({ port: await freePort('The inbox', simulatorWanted) });
	const port = await freePort('n8n', wanted);
	n8n = await N8nInstance.start({ userFolder: dataFolder, port, log });
	await n8n.ready();

	step('Setting up account, credential and examples');
	const { owner, firstExample } = await setUp(n8n.url, simulator, dataFolder);
	clearInterval(reporting);

	print(`
Start here   ${firstExample}
             log in with ${owner.email} and ${owner.password},
             click "Execute workflow", and find the texts in the inbox
Inbox        ${simulator.url}
             every message arrives here
All examples ${n8n.url}/home/workflows

Press Ctrl-C to stop. Your workflows are kept.`);
}

async function stop(exitCode: number): Promise<void> {
	if (stopping) return;
	stopping = true;
	clearInterval(reporting);
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
}, 500).unref();

// Where the shell makes Node.js use a proxy, n8n would not be reached.
Object.assign(process.env, withoutProxy());

start()
	.then(async () => {
		await n8n?.gone();
		if (stopping) return;
		print(`n8n stopped unexpectedly. Its log: ${log}`);
		await stop(1);
	})
	.catch(async (error: Error) => {
		process.stderr.write(`\n${error.message}\n`);
		await stop(1);
	});
