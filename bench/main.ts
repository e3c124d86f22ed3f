/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { installPlayground } from '../playground/src/install';
import { ROOT } from '../playground/src/paths';
import { cost } from './cost';
import { growth } from './growth';
import { keys } from './keys';
import { limits } from './limits';
import { loading } from './loading';
import { memory } from './memory';
import { startRunner } from './runner';
import { table } from './table';
import { QUICK } from './turns';

const print = (text = '') => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
	await installPlayground(print);
	const sizes = QUICK ? [100, 1_000] : [100, 1_000, 10_000, 100_000];
	const runner = await startRunner(print);
	try {
		const sections = [
			await limits(runner, QUICK ? 0.1 : 1),
			await cost(runner, QUICK ? 1_000 : 10_000),
			await growth(runner, sizes, 10_000),
			await memory(runner, sizes),
			await keys(runner, QUICK ? 1_000 : 100_000, QUICK ? 1_000 : 10_000),
			await loading(runner.folder),
		];
		const tables = {
			...Object.assign({}, ...sections.map((section) => section.tables)),
			'what must be reached': sections.flatMap(({ targets }) => targets),
		} as Record<string, Parameters<typeof table>[0]>;
		for (const [title, rows] of Object.entries(tables)) print(`\n${title}\n${table(rows)}`);
		const results = path.join(ROOT, 'bench', 'results');
		await mkdir(results, { recursive: true });
		await writeFile(
			path.join(results, 'latest.json'),
			JSON.stringify({ tables, rows: runner.rows }, null, '\t'),
		);
		print(`\nAll figures: bench/results/latest.json`);
	} finally {
		await runner.stop();
	}
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack ?? error.message}\n`);
	process.exitCode = 1;
});
