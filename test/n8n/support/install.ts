/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

import { installN8n } from '../../../playground/src/install';
import { N8nInstance, type N8nOptions } from '../../../playground/src/n8nInstance';
import { installPackage, packPackage } from '../../../playground/src/package';
import { PLAYGROUND, ROOT } from '../../../playground/src/paths';
import { probePort } from '../../../playground/src/ports';
import { makeFolder, removeFolder } from '../../support/folders';

/** The n8n to test in: a folder of test/n8n/versions, or else the playground's. */
const VERSION = process.env.N8N_VERSION;

/** Whether it is n8n 1, which does some things in another way. */
export const IS_N8N_1 = VERSION?.startsWith('1.') ?? false;

const say = (step: string) => process.stdout.write(`${step}\n`);

/** The folder of the n8n to test in. */
export const N8N_FOLDER = VERSION
	? path.join(ROOT, 'test', 'n8n', 'versions', VERSION)
	: PLAYGROUND;

/** Installs the n8n to test in, unless it is there. Returns the command that starts it. */
async function installed(): Promise<string> {
	await installN8n(say);
	if (!existsSync(N8N_FOLDER)) throw new Error(`There is no ${N8N_FOLDER} for N8N_VERSION`);
	if (VERSION) await installN8n(say, N8N_FOLDER);
	return path.join(N8N_FOLDER, 'node_modules', 'n8n', 'bin', 'n8n');
}

/** A folder for everything that a test starts, with processes of n8n that have the packed package. */
export class Machine {
	private readonly stops: Array<() => Promise<void>> = [];

	private constructor(
		readonly folder: string,
		private readonly program: string,
		private readonly tarball: string,
	) {}

	static async start(): Promise<Machine> {
		const program = await installed();
		const folder = makeFolder('n8n');
		return new Machine(folder, program, await packPackage(path.join(folder, 'package')));
	}

	/** Starts n8n in a folder of this name, where it finds what an earlier one left, and waits until it is ready. */
	async n8n(name = 'n8n', options: Partial<N8nOptions> = {}): Promise<N8nInstance> {
		const userFolder = path.join(this.folder, name);
		const log = path.join(this.folder, `${name}.log`);
		await installPackage(userFolder, this.tarball);
		const instance = await N8nInstance.start({
			program: this.program,
			port: await probePort(0),
			userFolder,
			log,
			...options,
		});
		this.onStop(async () => await instance.stop());
		await instance.ready();
		return instance;
	}

	/** Notes how to stop what was started. */
	onStop(stop: () => Promise<void>): void {
		this.stops.push(stop);
	}

	/** Stops everything, the newest first, and leaves nothing behind. */
	async stop(): Promise<void> {
		for (const stop of this.stops.reverse()) await stop();
		removeFolder(this.folder);
	}
}

/** Returns the number of n8n's own process, which leads the group of all that it started. */
export function processOf({ pid }: N8nInstance): number {
	return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
}

/** Ends n8n as a crash does (kill -9), with all that it started. */
export async function crash(instance: N8nInstance): Promise<void> {
	process.kill(-processOf(instance), 'SIGKILL');
	await instance.gone();
}
