/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import esbuild from 'esbuild';

import { PLAYGROUND, ROOT } from '../playground/src/paths';
import type { Measurement, Task } from './measure';
import { Services } from './services';
import { Worker } from './worker';

/**
 * Messages that are sent before the measurement, in the same process: n8n is a server that has been
 * running for a while.
 */
const WARM_UP = 3_000;

/** A run to measure; what is left out has its usual value. */
export type Wanted = Pick<Task, 'who' | 'items' | 'concurrency'> &
	Partial<
		Pick<Task, 'batchInterval' | 'repeats' | 'atOnce' | 'hasKeys' | 'profiled' | 'warmUp'>
	> & {
		/** ms that the service takes for an answer. */
		latency: number;
	};

/** A run, and what it took. */
export interface Row extends Wanted, Measurement {
	/** Most requests that the service had unanswered at one time. */
	mostConcurrent: number;
}

/**
 * Returns a rival in its own process, as a function that measures one run. The process is warm after the first.
 * @param changes to what was wanted of it
 */
export type Rival = (changes?: Partial<Wanted>) => Promise<Row>;

/** Runs each measurement in a process of its own, against the same simulators. */
export interface Runner {
	/** Where the built package is, among the modules of the n8n that is measured. */
	folder: string;
	/** All runs so far. */
	rows: Row[];
	/** Returns what is measured with rivals; those that it starts end with it. */
	withRivals<T>(measure: (start: (wanted: Wanted) => Rival) => Promise<T>): Promise<T>;
	/** Runs it once, in a new process. */
	once(wanted: Wanted): Promise<Row>;
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
	const services = new Services();
	const warmUp = await services.start(0);
	const rows: Row[] = [];

	const rival =
		(worker: Worker, rules: Wanted): Rival =>
		async (changes) => {
			const wanted = { ...rules, ...changes };
			const service = await services.withLatency(wanted.latency);
			await service.reset();
			const task: Task = {
				repeats: 1,
				atOnce: 1,
				hasKeys: false,
				batchInterval: 1,
				profiled: false,
				warmUp: WARM_UP,
				...wanted,
				service: service.baseUrl,
				warmUpService: warmUp.baseUrl,
			};
			const measurement = await worker.run(task);
			const { maxInFlight } = await service.stats();
			const row: Row = { ...wanted, ...measurement, mostConcurrent: maxInFlight };
			rows.push(row);
			const { who, items, concurrency, repeats, atOnce, hasKeys } = task;
			const times = repeats > 1 ? `${repeats} times ` : '';
			const how = `${hasKeys ? ' with keys' : ''}${atOnce > 1 ? ` in ${atOnce} executions` : ''}`;
			print(
				`  ${who}: ${times}${items} items${how}, ${concurrency} at the same time, ${wanted.latency} ms latency: ${Math.round(row.time)} ms`,
			);
			return row;
		};

	const withRivals: Runner['withRivals'] = async (measure) => {
		const workers: Worker[] = [];
		try {
			return await measure((wanted) => {
				const worker = new Worker(program, userFolder);
				workers.push(worker);
				return rival(worker, wanted);
			});
		} finally {
			for (const worker of workers) worker.stop();
		}
	};

	return {
		folder,
		rows,
		withRivals,
		once: async (wanted) => await withRivals(async (start) => await start(wanted)()),
		stop: async () => {
			services.stop();
			await rm(userFolder, { recursive: true, force: true });
		},
	};
}
