/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { ROOT } from '../playground/src/paths';
import { atMost, round, withSpread } from './section';
import { table } from './table';
import { inTurns, middle } from './turns';

/** How long `npm test` may take on two quiet cores, in s. */
const MOST_SECONDS = 60;

/**
 * The same as a ratio that holds on any machine: processor time of `npm test` / of the fixed work. Where it was set, the
 * work took 10 s, and the tests kept both cores busy for nine tenths of their time: 60 s are 104 s of processor time.
 */
const MOST = 10.4;

/** How often one round does the work. */
const REPEATS = 6;

/**
 * A piece of work that never changes and is like that of tests: the compiler, whose version is pinned, reads its own
 * code.
 */
const WORK = `
	const ts = require('typescript');
	const code = ts.sys.readFile(require.resolve('typescript'));
	for (let count = 0; count < ${REPEATS}; count++) ts.createSourceFile('it.js', code, 99, true);`;

/** Seconds that a command took. */
interface Cost {
	/** From start to end; says something only on a quiet machine. */
	elapsed: number;
	/** Time of all processors, the system's included; other programs hardly change it. */
	processor: number;
}

type Round = Record<'tests' | 'work', Cost>;

/** Output of the last command. */
const LOG = path.join(ROOT, 'bench', 'results', 'tests.log');

/** Runs a command to its end. @throws Error that names LOG, where the command failed */
async function costOf(...command: string[]): Promise<Cost> {
	await mkdir(path.dirname(LOG), { recursive: true });

	// Only a shell counts the children of children too.
	const timed = `TIMEFORMAT='%R %U %S'; time "$@" >"$LOG" 2>&1`;
	const options = { cwd: ROOT, env: { ...process.env, LC_ALL: 'C', LOG } };
	const { stderr } = await promisify(execFile)(
		'bash',
		['-ec', timed, '--', ...command],
		options,
	).catch(() => {
		throw new Error(`${command.join(' ')} failed: see ${LOG}`);
	});

	const [elapsed, user, system] = stderr.trim().split(' ').map(Number);
	return { elapsed, processor: user + system };
}

/** Measures `npm test` in turns with the work. */
async function main(): Promise<void> {
	const rounds = await inTurns<Round>(
		{
			tests: async () => await costOf('npm', 'test'),
			work: async () => await costOf(process.execPath, '-e', WORK),
		},
		{ least: 5 },
	);

	const seconds = (of: (one: Round) => number) => withSpread(middle(rounds.map(of)), 1);
	const ratios = rounds.map(({ tests, work }) => tests.processor / work.processor);

	const rows = [
		{
			cores: availableParallelism(),
			'npm test (s)': seconds(({ tests }) => tests.elapsed),
			'its processor time (s)': seconds(({ tests }) => tests.processor),
			'of the fixed work (s)': seconds(({ work }) => work.processor),
		},
	];
	const targets = [atMost('npm test / fixed work, in processor time', middle(ratios), MOST)];

	process.stdout.write(`${table(rows)}\n\n${table(targets)}\n`);
	process.stdout.write(`\nEach round: ${ratios.map((ratio) => round(ratio, 2)).join(', ')}\n`);
	process.stdout.write(
		'To set MOST in bench/suite.ts anew, run this on two quiet cores: ' +
			`it is the ratio times ${MOST_SECONDS} s, divided by the seconds of "npm test".\n`,
	);
}

main().catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
