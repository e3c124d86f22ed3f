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
import { oneMessage } from './oneMessage';
import { startRunner } from './runner';
import type { Section, TableRow } from './section';
import { table } from './table';
import { QUICK } from './turns';

const print = (text = '') => process.stdout.write(`${text}\n`);

function printTables(tables: Record<string, TableRow[]>): void {
	for (const [title, rows] of Object.entries(tables)) print(`\n${title}\n${table(rows)}`);
	print();
}

async function main(): Promise<void> {
	await installPlayground(print);
	const sizes = QUICK ? [100, 1_000] : [100, 1_000, 10_000, 100_000];
	const runner = await startRunner(print);
	try {
		const sections: Section[] = [];
		for (const section of [
			async () => await limits(runner, QUICK ? 0.1 : 1),
			async () => await cost(runner, QUICK ? 1_000 : 20_000),
			async () => await growth(runner, sizes, 10_000),
			async () => await memory(runner, sizes),
			async () => await keys(runner, QUICK ? 1_000 : 100_000, QUICK ? 1_000 : 10_000),
			async () => await oneMessage(print, QUICK ? 2_000 : 20_000),
			async () => await loading(runner.folder),
		]) {
			const { tables, targets } = await section();
			sections.push({ tables, targets });
			printTables(tables);
		}
		const targets = { targets: sections.flatMap((section) => section.targets) };
		printTables(targets);
		const results = path.join(ROOT, 'bench', 'results');
		await mkdir(results, { recursive: true });
		await writeFile(
			path.join(results, 'latest.json'),
			JSON.stringify({ sections, rows: runner.rows }, null, '\t'),
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
