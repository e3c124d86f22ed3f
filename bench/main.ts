/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import esbuild from 'esbuild';

import { installPlayground } from '../playground/src/install';
import { packPackage } from '../playground/src/package';
import { cleanEnvironment, NODE, PLAYGROUND, ROOT } from '../playground/src/paths';
import type { ContestantName } from './contestants';
import { loadTimes } from './loadTimes';
import type { Measurement, Task } from './measure';
import { startServices } from './services';
import { table } from './table';

/** ms that the service takes for an answer, in the measurements of time. */
const LATENCY = 50;
const SMALL = process.argv.includes('--quick');

interface Row extends Measurement {
	who: ContestantName;
	items: number;
	inFlight: number;
	latency: number;
	/** Most requests that the service had unanswered at one time. */
	mostInFlight: number;
}

const run = promisify(execFile);
const print = (text = '') => process.stdout.write(`${text}\n`);
const round = (value: number, digits = 0) => Number(value.toFixed(digits));

async function main(): Promise<void> {
	await installPlayground(print);
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
	try {
		const measure = async (
			who: ContestantName,
			items: number,
			inFlight: number,
			latency: 0 | typeof LATENCY,
		): Promise<Row> => {
			const service = latency === 0 ? services.immediate : services.slow;
			await service.reset();
			const task: Task = {
				who,
				items,
				inFlight,
				service: service.baseUrl,
				warmUpService: services.warmUp.baseUrl,
				warmUp: who === 'empty' ? 0 : 500,
			};
			const { stdout } = await run(NODE, [program, JSON.stringify(task)], {
				env: {
					...cleanEnvironment(),
					N8N_USER_FOLDER: userFolder,
					N8N_ENCRYPTION_KEY: 'bench',
					N8N_LOG_LEVEL: 'silent',
				},
				maxBuffer: 1e8,
			});
			const result = JSON.parse(stdout.trim().split('\n').pop() ?? '') as Measurement;
			if (result.done !== items) throw new Error(`${who} gave ${result.done} of ${items} items`);
			const { maxInFlight } = await service.stats();
			print(
				`  ${who}, ${items} items, ${inFlight} in flight, ${latency} ms latency: ${round(result.time)} ms`,
			);
			return { ...result, who, items, inFlight, latency, mostInFlight: maxInFlight };
		};

		const rows: Row[] = [];
		const add = async (...args: Parameters<typeof measure>) => {
			const row = await measure(...args);
			rows.push(row);
			return row;
		};
		const many = SMALL ? 1_000 : 10_000;
		const batch = SMALL ? 200 : 1_000;

		const limits = [];
		for (const inFlight of [1, 10, 50]) {
			const own = await add('package', batch, inFlight, LATENCY);
			const floor = await add('floor', batch, inFlight, LATENCY);
			const limit = Math.ceil(batch / inFlight) * LATENCY;
			limits.push({
				inFlight,
				'time (ms)': round(own.time),
				'limit (ms)': limit,
				'time / limit': round(own.time / limit, 3),
				"n8n's helper alone / limit": round(floor.time / limit, 3),
				"time / n8n's helper alone": round(own.time / floor.time, 3),
				'most in flight': own.mostInFlight,
			});
		}
		const http = await add('httpRequest', batch, 10, LATENCY);
		const twilio = await add('twilio', batch, 1, LATENCY);
		const own = rows.find(({ who, inFlight }) => who === 'package' && inFlight === 10) as Row;

		const empty = await add('empty', many, 10, 0);
		const ownCpu = await add('package', many, 10, 0);
		const httpCpu = await add('httpRequest', many, 10, 0);
		const floorCpu = await add('floor', many, 10, 0);
		const perItem = (row: Row) => (row.cpu - empty.cpu) / row.items;

		const growth = [];
		for (const items of SMALL ? [100, 1_000] : [100, 1_000, 10_000, 100_000]) {
			const ofOwn = items === many ? ownCpu : await add('package', items, 10, 0);
			const ofHttp = items === many ? httpCpu : await add('httpRequest', items, 10, 0);
			growth.push({
				items,
				'µs an item': round((ofOwn.time * 1000) / items),
				'memory (MB)': round(ofOwn.memory),
				'HTTP Request: µs an item': round((ofHttp.time * 1000) / items),
				'HTTP Request: memory (MB)': round(ofHttp.memory),
			});
		}

		const tarball = await packPackage(path.join(folder, 'tarball'));
		const loading = {
			...(await loadTimes(folder)),
			'tarball (kB)': round((await stat(tarball)).size / 1000, 1),
		};

		const report = {
			'time of a batch against the limit': limits,
			[`against others, ${batch} messages, ${LATENCY} ms latency`]: [
				{
					who: 'package, 10 in flight',
					'time (ms)': round(own.time),
					'most in flight': own.mostInFlight,
				},
				{
					who: 'HTTP Request, batches of 10',
					'time (ms)': round(http.time),
					'most in flight': http.mostInFlight,
				},
				{
					who: "Twilio's way, one after the other",
					'time (ms)': round(twilio.time),
					'most in flight': twilio.mostInFlight,
				},
				{
					who: 'Twilio / package',
					'time (ms)': round(twilio.time / own.time, 2),
					'most in flight': '',
				},
			],
			[`processor time for an item, ${many} messages`]: [
				{ who: 'package', µs: round(perItem(ownCpu)), 'memory (MB)': round(ownCpu.memory) },
				{
					who: "n8n's helper alone",
					µs: round(perItem(floorCpu)),
					'memory (MB)': round(floorCpu.memory),
				},
				{ who: 'HTTP Request', µs: round(perItem(httpCpu)), 'memory (MB)': round(httpCpu.memory) },
				{
					who: "package / n8n's helper alone",
					µs: round(perItem(ownCpu) / perItem(floorCpu), 2),
					'memory (MB)': round(ownCpu.memory / floorCpu.memory, 2),
				},
				{
					who: 'package / HTTP Request',
					µs: round(perItem(ownCpu) / perItem(httpCpu), 2),
					'memory (MB)': round(ownCpu.memory / httpCpu.memory, 2),
				},
			],
			growth,
			loading: [loading],
		};
		for (const [title, lines] of Object.entries(report)) print(`\n${title}\n${table(lines)}`);
		const results = path.join(ROOT, 'bench', 'results');
		await mkdir(results, { recursive: true });
		await writeFile(
			path.join(results, 'latest.json'),
			JSON.stringify({ report, rows }, null, '\t'),
		);
		print(`\nAll figures: bench/results/latest.json`);
	} finally {
		await services.stop();
		await rm(userFolder, { recursive: true, force: true });
	}
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack ?? error.message}\n`);
	process.exitCode = 1;
});
