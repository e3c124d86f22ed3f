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
import { refusals } from './refusals';
import { startRunner, type Runner } from './runner';
import type { Section, TableRow } from './section';
import { table } from './table';

const print = (text = '') => process.stdout.write(`${text}\n`);

function printTables(tables: Record<string, TableRow[]>): void {
	for (const [title, rows] of Object.entries(tables)) print(`\n${title}\n${table(rows)}`);
	print();
}

/** Returns the sections that the command line names, by a whole name or a part before or after its slash. */
function chosen(names: string[]): string[] {
	const isNamed = (name: string, asked: string) => [name, ...name.split('/')].includes(asked);
	const unknown = SECTIONS.filter((asked) => !names.some((name) => isNamed(name, asked)));

	if (unknown.length > 0) {
		throw new Error(`No such section: ${unknown.join(', ')}. There are: ${names.join(', ')}`);
	}

	if (SECTIONS.length === 0) return names;
	return names.filter((name) => SECTIONS.some((asked) => isNamed(name, asked)));
}

/** Returns how each section is measured, by its name. */
function measurements(runner: Runner): Record<string, () => Promise<Section>> {
	const sizes = QUICK ? [100, 1_000] : [100, 1_000, 10_000, 100_000];

	return {
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
		refusals: async () => await refusals(QUICK ? 100 : 1_000),
		loading: async () => await loading(runner.folder),
	};
}

/** Writes all figures into a file. */
async function save(sections: Section[], rows: Runner['rows']): Promise<void> {
	const folder = path.join(ROOT, 'bench', 'results');
	await mkdir(folder, { recursive: true });

	const figures = JSON.stringify({ sections, rows }, null, '\t');
	await writeFile(path.join(folder, 'latest.json'), figures);
	print(`\nAll figures: bench/results/latest.json`);
}

async function main(): Promise<void> {
	await installPlayground(print);
	const runner = await startRunner(print);

	try {
		const measured = measurements(runner);
		const sections: Section[] = [];
		for (const name of chosen(Object.keys(measured))) {
			const section = await measured[name]();
			sections.push(section);
			printTables(section.tables);
		}

		printTables({ targets: sections.flatMap(({ targets }) => targets) });
		await save(sections, runner.rows);
	} finally {
		await runner.stop();
	}
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack ?? error.message}\n`);
	process.exitCode = 1;
});
