/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import esbuild from 'esbuild';

import { cleanEnvironment, NODE, PLAYGROUND, ROOT } from '../playground/src/paths';
import type { Measurement, Task } from './measure';
import { startServices } from './services';

/** ms that the service takes for an answer, where it takes any. */
export const LATENCY = 50;

/**
 * Messages that are sent before what is measured, in the same process: n8n is a server that has been
 * running for a while, and what is not warm yet is as slow for each contestant.
 */
const WARM_UP = 3_000;

/** A run that is wanted; where it does not say how, as most of them are. */
export type Wanted = Pick<Task, 'who' | 'items' | 'inFlight'> &
	Partial<Pick<Task, 'batchInterval' | 'repeats' | 'profiled' | 'warmUp'>> & {
		latency: 0 | typeof LATENCY;
	};

/** A run, and what it took. */
export interface Row extends Wanted, Measurement {
	/** Most requests that the service had unanswered at one time. */
	mostInFlight: number;
}

/** Runs each measurement in a process of its own, against the same simulators. */
export interface Runner {
	/** Where the built package is, among the modules of the n8n that is measured. */
	folder: string;
	/** All runs so far. */
	rows: Row[];
	/** @param runs how many; the one in the middle by its time is given */
	run(wanted: Wanted, runs?: number): Promise<Row>;
	stop(): Promise<void>;
}

/** Starts the simulators and builds the program that is measured. */
export async function startRunner(print: (line: string) => void): Promise<Runner> {
	// Below the playground, so that everything resolves to the n8n that is pinned there.
	const folder = path.join(PLAYGROUND, '.cache', 'bench');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await cp(path.join(ROOT, 'dist'), path.join(folder, 'package', 'dist'), { recursive: true });
	const program = path.join(folder, 'measure.cjs');
	await esbuild.build({
		entryPoints: [path.join(ROOT, 'bench', 'measure.ts')],
		outfile: program,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		packages: 'external',
	});
	const userFolder = await mkdtemp(path.join(tmpdir(), 'messaging-service-bench-'));
	const services = await startServices(LATENCY);
	const rows: Row[] = [];

	const runOnce = async (wanted: Wanted): Promise<Row> => {
		const service = wanted.latency === 0 ? services.immediate : services.slow;
		await service.reset();
		const task: Task = {
			repeats: 1,
			batchInterval: 1,
			profiled: false,
			warmUp: WARM_UP,
			...wanted,
			service: service.baseUrl,
			warmUpService: services.warmUp.baseUrl,
		};
		const { stdout } = await promisify(execFile)(NODE, [program, JSON.stringify(task)], {
			env: {
				...cleanEnvironment(),
				N8N_USER_FOLDER: userFolder,
				N8N_ENCRYPTION_KEY: 'bench',
				N8N_LOG_LEVEL: 'silent',
			},
			maxBuffer: 1e8,
		});
		const measurement = JSON.parse(stdout.trim().split('\n').pop() ?? '') as Measurement;
		const { maxInFlight } = await service.stats();
		const row: Row = { ...wanted, ...measurement, mostInFlight: maxInFlight };
		rows.push(row);
		const { who, items, inFlight, latency, repeats } = { ...task, ...wanted };
		const times = repeats > 1 ? `${repeats} times ` : '';
		print(
			`  ${who}: ${times}${items} items, ${inFlight} in flight, ${latency} ms latency: ${Math.round(row.time)} ms`,
		);
		return row;
	};

	return {
		folder,
		rows,
		run: async (wanted, runs = 1) => {
			const results: Row[] = [];
			for (let count = 0; count < runs; count++) results.push(await runOnce(wanted));
			return results.sort((a, b) => a.time - b.time)[Math.floor(runs / 2)];
		},
		stop: async () => {
			await services.stop();
			await rm(userFolder, { recursive: true, force: true });
		},
	};
}
