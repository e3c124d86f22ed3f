/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import process from 'node:process';

import { ROOT } from '../playground/src/paths';
import type { Target } from './section';
import { atMost, round, withSpread } from './section';
import { table } from './table';
import { inTurns, middle } from './turns';

/** What `npm test` may take, in times of the fixed work: 75 s where two quiet cores do the work in 10.4 s. */
const MOST = 7.2;

/** How often each process does its part; each time takes a core 1.7 s on that machine. */
const REPEATS = 6;

/**
 * A piece of work that stays the same and is of the kind that tests are: the compiler, whose version is pinned,
 * reads its own code.
 */
const WORK = `
	const ts = require('typescript');
	const code = ts.sys.readFile(require.resolve('typescript'));
	for (let count = 0; count < ${REPEATS}; count++) ts.createSourceFile('it.js', code, 99, true);`;

/** ms that each took. */
type Round = Record<'tests' | 'work', number>;

/** Returns the ms that commands take that run side by side. */
async function timeOf(commands: string[][]): Promise<number> {
	const start = performance.now();
	const running = commands.map(async ([command, ...args]) => {
		const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
		const [code] = (await once(child, 'exit')) as [number | null];
		if (code !== 0) throw new Error(`${command} ended with ${code}`);
	});
	await Promise.all(running);
	return performance.now() - start;
}

/** Measures `npm test` against fixed work that keeps every core busy too. */
async function main(): Promise<void> {
	const cores = availableParallelism();
	const work = Array.from({ length: cores }, () => [process.execPath, '-e', WORK]);
	const rounds = await inTurns<Round>(
		{
			tests: async () => await timeOf([['npm', 'test']]),
			work: async () => await timeOf(work),
		},
		{ least: 5 },
	);
	const seconds = (of: keyof Round) => withSpread(middle(rounds.map((one) => one[of] / 1000)), 1);
	const ratio = middle(rounds.map(({ tests, work }) => tests / work));
	const rows = [{ cores, 'npm test (s)': seconds('tests'), 'fixed work (s)': seconds('work') }];
	const targets: Target[] = [atMost('npm test / fixed work', ratio, MOST)];
	process.stdout.write(`${table(rows)}\n\n${table(targets)}\n`);
	process.stdout.write(
		`\nEach round: ${rounds.map(({ tests, work }) => round(tests / work, 2))}\n`,
	);
}

main().catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
