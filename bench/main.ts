/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { installPlayground } from '../playground/src/install';
import { ROOT } from '../playground/src/paths';
import { QUICK, SECTIONS } from './arguments';
import { cost, costOverTls } from './cost';
import { failures } from './failures';
import { growth } from './growth';
import { keys } from './keys';
import { limited } from './limited';
import { limits, limitsOverTls } from './limits';
import { loading } from './loading';
import { memory } from './memory';
import { oneMessage } from './oneMessage';
import { proxy } from './proxy';
import { startRunner } from './runner';
import type { Section, TableRow } from './section';
import { table } from './table';

const print = (text = '') => process.stdout.write(`${text}\n`);

function printTables(tables: Record<string, TableRow[]>): void {
	for (const [title, rows] of Object.entries(tables)) print(`\n${title}\n${table(rows)}`);
	print();
}

/** Returns the sections that are asked for, by their names or by a part of them. */
function chosen(names: string[]): string[] {
	const isNamed = (name: string, asked: string) => [name, ...name.split('/')].includes(asked);
	const unknown = SECTIONS.filter((asked) => !names.some((name) => isNamed(name, asked)));
	if (unknown.length > 0) {
		throw new Error(`No such section: ${unknown.join(', ')}. There are: ${names.join(', ')}`);
	}
	if (SECTIONS.length === 0) return names;
	return names.filter((name) => SECTIONS.some((asked) => isNamed(name, asked)));
}

async function main(): Promise<void> {
	await installPlayground(print);
	const sizes = QUICK ? [100, 1_000] : [100, 1_000, 10_000, 100_000];
	const runner = await startRunner(print);
	try {
		const measured: Record<string, () => Promise<Section>> = {
			'http/limits': async () => await limits(runner, QUICK ? 0.1 : 1),
			'https/limits': async () => await limitsOverTls(runner, QUICK ? 0.1 : 1),
			'https/proxy': async () => await proxy(runner, QUICK ? 20 : 500),
			'https/failures': async () => await failures(runner, QUICK ? 500 : 10_000),
			'http/cost': async () => await cost(runner, QUICK ? 1_000 : 20_000),
			'https/cost': async () => await costOverTls(runner, QUICK ? 500 : 5_000),
			growth: async () => await growth(runner, sizes, 10_000),
			memory: async () => await memory(runner, sizes),
			keys: async () => await keys(runner, QUICK ? 1_000 : 100_000, QUICK ? 1_000 : 10_000),
			limited: async () => await limited(runner, QUICK ? 2_000 : 10_000),
			oneMessage: async () => await oneMessage(print, QUICK ? 2_000 : 20_000),
			loading: async () => await loading(runner.folder),
		};
		const sections: Section[] = [];
		for (const name of chosen(Object.keys(measured))) {
			const { tables, targets } = await measured[name]();
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
