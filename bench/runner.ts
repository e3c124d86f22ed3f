/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import esbuild from 'esbuild';

import { PLAYGROUND, ROOT } from '../playground/src/paths';
import { QUICK } from './arguments';
import type { Measurement, Task } from './measure';
import { type Service, startService } from './service';
import { Worker } from './worker';

/** Messages that a process sends before it is measured: n8n is a server that has been running for a while. */
const WARM_UP = QUICK ? 100 : 3_000;

/** A run to measure; what is left out has its usual value. */
export type Wanted = Pick<Task, 'who' | 'items' | 'concurrency'> &
	Partial<Pick<Task, 'repeats' | 'hasKeys' | 'warmUp'>> & {
		/** ms before each answer; 0 by default. */
		latency?: number;
	};

/** Measures one run, in a process of its own that stays and is warm after the first. */
export type Rival = (changes?: Partial<Wanted>) => Promise<Measurement>;

/** Measures each rival in a process of its own, against the same simulators. */
export class Runner {
	private readonly services = new Map<number, Promise<Service>>();

	private constructor(
		private readonly program: string,
		private readonly userFolder: string,
		private readonly print: (line: string) => void,
	) {}

	/** Builds the program that is measured. It finds its modules in the playground: that n8n is measured. */
	static async start(print: (line: string) => void): Promise<Runner> {
		const folder = path.join(PLAYGROUND, '.cache', 'bench');
		await rm(folder, { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		await cp(path.join(ROOT, 'dist'), path.join(folder, 'dist'), { recursive: true });

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
		return new Runner(program, userFolder, print);
	}

	/** Measures with rivals, whose processes end once `measure` has ended. */
	async withRivals<T>(measure: (start: (rules: Wanted) => Rival) => Promise<T>): Promise<T> {
		const workers: Worker[] = [];

		const start = (rules: Wanted): Rival => {
			const worker = new Worker(this.program, this.userFolder);
			workers.push(worker);
			return async (changes) => await this.run(worker, { ...rules, ...changes });
		};
		try {
			return await measure(start);
		} finally {
			for (const worker of workers) worker.stop();
		}
	}

	/** Measures one run in a new process. */
	async once(wanted: Wanted): Promise<Measurement> {
		return await this.withRivals(async (start) => await start(wanted)());
	}

	async stop(): Promise<void> {
		for (const service of this.services.values()) (await service).stop();
		await rm(this.userFolder, { recursive: true, force: true });
	}

	private async run(worker: Worker, wanted: Wanted): Promise<Measurement> {
		const { latency = 0, ...rest } = wanted;
		const service = await this.serviceWith(latency);
		const { baseUrl: warmUpService } = await this.serviceWith(0);
		await service.reset();

		const usual = { repeats: 1, hasKeys: false, warmUp: WARM_UP };
		const task: Task = { ...usual, ...rest, service: service.baseUrl, warmUpService };
		const measurement = await worker.run(task);
		this.print(`  ${inWords(task)}: ${Math.round(measurement.time)} ms`);
		return measurement;
	}

	private async serviceWith(latency: number): Promise<Service> {
		const service = this.services.get(latency) ?? startService(latency);
		this.services.set(latency, service);
		return await service;
	}
}

/** Returns a description of a run, for the line that says how long it took. */
const inWords = ({ who, items, concurrency, repeats, hasKeys }: Task) =>
	`${who}: ${repeats} × ${items} messages${hasKeys ? ' with keys' : ''}, ${concurrency} at the same time`;
