/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';
import { inspect } from 'node:util';

import type { Simulator } from '../../../simulator';
import { startSimulator } from '../../../simulator';
import type { RunResult } from '../../support/n8nCore';
import { runNode } from '../../support/n8nCore';
import type { Attempt } from './attempts';
import { ATTEMPTS } from './attempts';
import type { Fault } from './faults';
import { FAULTS } from './faults';

const TOKEN = 'demo-enterprise';
const MODES = ['first answer', 'every answer'] as const;
type Mode = (typeof MODES)[number];

/** One simulator an endpoint, so that the cells of a row run side by side. */
const simulators = new Map<string, Simulator>();
const tally = new Map<string, { cells: number; errors: number; repeated: number; acted: number }>();

beforeAll(async () => {
	for (const { name } of ATTEMPTS) simulators.set(name, await startSimulator());
});

afterAll(async () => {
	for (const simulator of simulators.values()) await simulator.stop();
	printTally();
});

const simulatorOf = (name: string) => {
	const simulator = simulators.get(name);
	if (!simulator) throw new Error(`No simulator for ${name}`);
	return simulator;
};

async function runCell(fault: Fault, attempt: Attempt, mode: Mode): Promise<void> {
	const simulator = simulatorOf(attempt.name);
	simulator.reset();
	const parameters = await attempt.parameters(simulator);
	const actedBefore = simulator.stats.acted[attempt.endpoint] ?? 0;
	const askedBefore = simulator.requests.length;
	if (fault.spec) {
		const location = fault.spec.location
			?.replace('SAME', simulator.url)
			.replace('OTHER', simulatorOf(ATTEMPTS[attempt === ATTEMPTS[0] ? 1 : 0].name).url);
		simulator.fault({
			...fault.spec,
			...(location && { location }),
			path: attempt.path,
			times: mode === 'first answer' ? 1 : 'always',
		});
	}
	const result = await runNode({
		parameters: {
			...parameters,
			options: { maxRetries: 1, ...(fault.timeout && { timeout: fault.timeout }) },
		},
		credentials: {
			baseUrl: fault.baseUrl?.(simulator.baseUrl) ?? simulator.baseUrl,
			apiToken: TOKEN,
			authScheme: 'Bearer',
		},
	});
	const asked = simulator.requests.slice(askedBefore).filter(({ path, method }) => {
		return `${method} ${decodeURIComponent(path)}` === `${method} ${attempt.path}`;
	}).length;
	const acted = (simulator.stats.acted[attempt.endpoint] ?? 0) - actedBefore;
	check(fault, attempt, mode, result, asked, acted);
}

function check(
	fault: Fault,
	{ retryClass, needsField, name }: Attempt,
	mode: Mode,
	result: RunResult,
	asked: number,
	acted: number,
): void {
	const isRepeated = fault.repeated === 'both' || fault.repeated === retryClass;
	const isFine = fault.fineFor === 'all' || (fault.fineFor === 'thoseWithoutFields' && !needsField);
	const succeeds = isFine || (isRepeated && mode === 'first answer' && fault.spec !== undefined);
	// The one thing that must never be: a request that sends, charges or counts, carried out twice.
	if (retryClass === 'once') expect(acted).toBeLessThanOrEqual(1);
	expect(asked).toBe(fault.spec === undefined ? 0 : isRepeated ? 2 : 1);
	if (succeeds) {
		expect(result.error).toBeUndefined();
		expect(result.items.length).toBeGreaterThan(0);
	} else {
		const { message, description, httpCode, context } = result.error ?? {};
		expect(message).toMatch(fault.message);
		expect(description).toBeTruthy();
		expect(httpCode ?? undefined).toBe(fault.httpCode);
		expect(context).toMatchObject({ itemIndex: 0 });
		const saysOpen = /may have acted on it/.test(String(description));
		expect(saysOpen).toBe(fault.open && retryClass === 'once');
		if (acted > 0 && retryClass === 'once') expect(saysOpen).toBe(true);
	}
	// Neither in what n8n saves, nor in what it could log.
	expect(JSON.stringify(result.run)).not.toContain(TOKEN);
	expect(inspect(result.run, { depth: 12 })).not.toContain(TOKEN);
	const row = tally.get(name) ?? { cells: 0, errors: 0, repeated: 0, acted: 0 };
	row.cells++;
	row.errors += succeeds ? 0 : 1;
	row.repeated += asked > 1 ? 1 : 0;
	row.acted = Math.max(row.acted, acted);
	tally.set(name, row);
}

function printTally(): void {
	const lines = [...tally].map(
		([name, { cells, errors, repeated, acted }]) =>
			`${name.padEnd(24)}${String(cells).padStart(6)}${String(errors).padStart(8)}${String(repeated).padStart(10)}${String(acted).padStart(8)}`,
	);
	const cells = [...tally.values()].reduce((sum, row) => sum + row.cells, 0);
	process.stdout.write(
		`\nFault matrix: ${FAULTS.length} faults × ${ATTEMPTS.length} requests, ${cells} cells\n` +
			`${'request'.padEnd(24)}${'cells'.padStart(6)}${'errors'.padStart(8)}${'repeated'.padStart(10)}${'acted ≤'.padStart(8)}\n` +
			`${lines.join('\n')}\n`,
	);
}

describe.each(FAULTS.map((fault) => [fault.name, fault] as const))('%s', (_name, fault) => {
	it.each(fault.spec ? MODES : (['every answer'] as const))(
		'as %s: nothing is done twice, and the error says what to do',
		async (mode) => {
			await Promise.all(ATTEMPTS.map(async (attempt) => await runCell(fault, attempt, mode)));
		},
	);
});
