/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import esbuild from 'esbuild';

import { PLAYGROUND, ROOT } from '../playground/src/paths';
import { BEFORE } from './arguments';
import type { Certificate } from '../test/network/support/certificates';
import type { Measurement, Outcome, Task } from './measure';
import { type Place, Services } from './services';
import { Worker } from './worker';

/**
 * Messages that are sent before the measurement, in the same process: n8n is a server that has been
 * running for a while.
 */
const WARM_UP = 3_000;

/** A run to measure; what is left out has its usual value. */
export type Wanted = Pick<Task, 'who' | 'items' | 'concurrency'> &
	Partial<Pick<Task, 'batchInterval' | 'repeats' | 'atOnce' | 'hasKeys' | 'profiled' | 'warmUp'>> &
	Place & {
		/** Whether the requests go through a proxy, which is asked to connect. */
		hasProxy?: boolean;
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
	/** Measures with rivals; those that it starts end with it. */
	withRivals<T>(measure: (start: (wanted: Wanted) => Rival) => Promise<T>): Promise<T>;
	/** Runs it once, in a new process. */
	once(wanted: Wanted): Promise<Row>;
	/** Sends to a service of its own, behind TLS, in a new process, and returns what the node says of each message. */
	sendTo(start: StartService, batch: Batch): Promise<Outcome[]>;
	stop(): Promise<void>;
}

/** Who sends how many messages, and how many at the same time. */
type Batch = Pick<Task, 'who' | 'items' | 'concurrency'>;

/** Starts a service behind a certificate, and returns its `{base_url}`. */
type StartService = (certificate: Certificate) => Promise<string>;

/** Returns a run in which all that was left out has its usual value. */
const taskFor = (batch: Batch, service: string, warmUpService: string): Task => ({
	repeats: 1,
	atOnce: 1,
	hasKeys: false,
	batchInterval: 1,
	profiled: false,
	continues: false,
	warmUp: WARM_UP,
	...batch,
	service,
	warmUpService,
});

/** Starts the simulators and builds the program that is measured. */
export async function startRunner(print: (line: string) => void): Promise<Runner> {
	// Below the playground, so that everything resolves to the n8n that is pinned there.
	const folder = path.join(PLAYGROUND, '.cache', 'bench');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	for (const [name, from] of Object.entries({ package: ROOT, ...(BEFORE && { before: BEFORE }) })) {
		await cp(path.join(from, 'dist'), path.join(folder, name, 'dist'), { recursive: true });
	}
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
	const rows: Row[] = [];

	const rival = (workers: Worker[], rules: Wanted): Rival => {
		let worker: Worker | undefined;
		return async (changes) => {
			const wanted = { ...rules, ...changes };
			const service = await services.at(wanted);
			const warmUp = await services.forWarmUp(wanted);
			const access = wanted.hasProxy ? 'throughProxy' : 'direct';
			await service.reset();
			if (!worker) {
				worker = new Worker(program, userFolder, service[access].environment);
				workers.push(worker);
			}
			const task = taskFor(wanted, service[access].baseUrl, warmUp[access].baseUrl);
			const measurement = await worker.run(task);
			const { maxInFlight } = await service.stats();
			const row: Row = { ...wanted, ...measurement, mostConcurrent: maxInFlight };
			rows.push(row);
			const { who, items, concurrency, repeats, atOnce, hasKeys } = task;
			const { latency, roundTrip, hasProxy } = wanted;
			const far = roundTrip === undefined ? '' : `, https, ${roundTrip} ms away`;
			const times = repeats > 1 ? `${repeats} times ` : '';
			const how = `${hasKeys ? ' with keys' : ''}${atOnce > 1 ? ` in ${atOnce} executions` : ''}`;
			print(
				`  ${who}: ${times}${items} items${how}, ${concurrency} at the same time, ${latency} ms latency${far}${hasProxy ? ', by a proxy' : ''}: ${Math.round(row.time)} ms`,
			);
			return row;
		};
	};

	const withRivals: Runner['withRivals'] = async (measure) => {
		const workers: Worker[] = [];
		try {
			return await measure((wanted) => rival(workers, wanted));
		} finally {
			for (const worker of workers) worker.stop();
		}
	};

	return {
		folder,
		rows,
		withRivals,
		sendTo: async (start, batch) => {
			const certificate = await services.certificate();
			const environment = { NODE_EXTRA_CA_CERTS: certificate.authority };
			const worker = new Worker(program, userFolder, environment);
			try {
				const task = taskFor(batch, await start(certificate), '');
				return (await worker.run({ ...task, warmUp: 0, continues: true })).outcomes ?? [];
			} finally {
				worker.stop();
			}
		},
		once: async (wanted) => await withRivals(async (start) => await start(wanted)()),
		stop: async () => {
			await services.stop();
			await rm(userFolder, { recursive: true, force: true });
		},
	};
}
