/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import esbuild from 'esbuild';

import { PLAYGROUND, ROOT } from '../playground/src/paths';
import { BEFORE } from './arguments';
import type { Certificate } from '../test/support/certificates';
import type { Measurement, Outcome, Task } from './measure';
import { type Place, Services } from './services';
import { Worker } from './worker';

/**
 * Number of messages that a process sends before it is measured: n8n is a server that has been running for a while.
 */
const WARM_UP = 3_000;

/** A run to measure; what is left out has its usual value. */
export type Wanted = Pick<Task, 'who' | 'items' | 'concurrency'> &
	Partial<Pick<Task, 'batchInterval' | 'repeats' | 'atOnce' | 'hasKeys' | 'profiled' | 'warmUp'>> &
	Place & {
		/** Whether the requests go through a proxy, which is asked to CONNECT. */
		hasProxy?: boolean;
	};

/** A run, and what it cost. */
export interface Row extends Wanted, Measurement {
	/** Most requests that the service had unanswered at one time. */
	mostConcurrent: number;
}

/**
 * Measures one run of a rival, in a process of the rival's own. The process is warm after the first run.
 * @param changes to the run that the rival was started for
 */
export type Rival = (changes?: Partial<Wanted>) => Promise<Row>;

/** Runs each measurement in a process of its own, against the same simulators. */
export interface Runner {
	/** Folder with the built package, among the modules of the n8n that is measured. */
	folder: string;
	/** All runs so far. */
	rows: Row[];
	/** Measures with rivals, whose processes end once `measure` has ended. */
	withRivals<T>(measure: (start: (wanted: Wanted) => Rival) => Promise<T>): Promise<T>;
	/** Measures one run in a new process. */
	once(wanted: Wanted): Promise<Row>;
	/** Sends to another service over TLS, in a new process, and returns what the node says of each message. */
	sendTo(start: StartService, batch: Batch): Promise<Outcome[]>;
	stop(): Promise<void>;
}

/** Who sends how many messages, and how many at the same time. */
type Batch = Pick<Task, 'who' | 'items' | 'concurrency'>;

/** Starts a service behind a certificate, and returns its `{base_url}`. */
type StartService = (certificate: Certificate) => Promise<string>;

/** Returns a task in which everything that was left out has its usual value. */
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

/** Returns a description of a run, for the line that says how long it took. */
function inWords(task: Task, { latency, roundTrip, hasProxy }: Wanted): string {
	const { who, items, concurrency, repeats, atOnce, hasKeys } = task;
	const times = repeats > 1 ? `${repeats} times ` : '';
	const withKeys = hasKeys ? ' with keys' : '';
	const inExecutions = atOnce > 1 ? ` in ${atOnce} executions` : '';
	const far = roundTrip === undefined ? '' : `, https, ${roundTrip} ms away`;
	const byProxy = hasProxy ? ', by a proxy' : '';

	return `${who}: ${times}${items} items${withKeys}${inExecutions}, ${concurrency} at the same time, ${latency} ms latency${far}${byProxy}`;
}

/** Starts the simulators and builds the program that is measured. */
export async function startRunner(print: (line: string) => void): Promise<Runner> {
	// Modules are found from here in the playground, so that its pinned n8n is measured.
	const folder = path.join(PLAYGROUND, '.cache', 'bench');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });

	const builds = { package: ROOT, ...(BEFORE && { before: BEFORE }) };
	for (const [name, project] of Object.entries(builds)) {
		await cp(path.join(project, 'dist'), path.join(folder, name, 'dist'), { recursive: true });
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

			if (!worker) {
				worker = new Worker(program, userFolder, service[access].environment);
				workers.push(worker);
			}
			await service.reset();
			const task = taskFor(wanted, service[access].baseUrl, warmUp[access].baseUrl);
			const measurement = await worker.run(task);
			const { maxInFlight } = await service.stats();

			const row: Row = { ...wanted, ...measurement, mostConcurrent: maxInFlight };
			rows.push(row);
			print(`  ${inWords(task, wanted)}: ${Math.round(row.time)} ms`);
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
				const { outcomes = [] } = await worker.run({ ...task, warmUp: 0, continues: true });
				return outcomes;
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
