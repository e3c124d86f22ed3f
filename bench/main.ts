/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

import { installPlayground } from '../playground/src/install';
import { QUICK, SECTIONS } from './arguments';
import { batch } from './batch';
import { fails, type Figure, LEGEND, table } from './figures';
import { growth } from './growth';
import { keys } from './keys';
import { limits } from './limits';
import { memory } from './memory';
import { oneKey } from './oneKey';
import { Runner } from './runner';

const print = (text = '') => process.stdout.write(`${text}\n`);

/** Returns how each section is measured, by its name. */
function measurements(runner: Runner): Record<string, () => Promise<Figure[]>> {
	const sizes = QUICK ? [100, 1_000] : [100, 1_000, 10_000, 100_000];

	return {
		limits: async () => await limits(runner, QUICK ? 20 : 40),
		memory: async () => await memory(runner, QUICK ? [1_000] : [1_000, 10_000, 100_000]),
		growth: async () => await growth(runner, sizes, QUICK ? 1_000 : 10_000),
		keys: async () => await keys(runner, QUICK ? 1_000 : 20_000),
		batch: async () => await batch(3_000),
		oneKey: async () =>
			QUICK
				? await oneKey(print, ['SQLite'], [200])
				: await oneKey(print, ['SQLite', 'PostgreSQL'], [0, 10_000, 50_000]),
	};
}

/** Returns the sections that the command line names; without any, all. @throws Error for a name that is none */
function chosen(names: string[]): string[] {
	const unknown = SECTIONS.filter((section) => !names.includes(section));
	if (unknown.length > 0) {
		throw new Error(`No such section: ${unknown.join(', ')}. There are: ${names.join(', ')}`);
	}
	return SECTIONS.length === 0 ? names : SECTIONS;
}

async function main(): Promise<void> {
	await installPlayground(print);
	const runner = await Runner.start(print);

	try {
		const measured = measurements(runner);
		const figures: Figure[] = [];
		for (const name of chosen(Object.keys(measured))) {
			print(name);
			figures.push(...(await measured[name]()));
		}
		print(`\n${table(figures)}\n\n${LEGEND}`);
		if (figures.some(fails)) process.exitCode = 1;
	} finally {
		await runner.stop();
	}
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack ?? error.message}\n`);
	process.exitCode = 1;
});
