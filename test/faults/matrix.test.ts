/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';

import pLimit from 'p-limit';

import type { Simulator } from '../../simulator';
import { startSimulator } from '../../simulator';
import { resolveNames } from '../support/names';
import { MAY_HAVE_BEEN_SENT, withoutPrefix } from '../support/mayHaveBeenSent';
import type { Cell, Seen } from './cell';
import { cellsOf, runCell } from './cell';
import { ENDPOINTS } from './endpoints';
import { expectationOf } from './expectation';
import { FAULTS, TOKEN } from './matrix';
import type { Verdict } from './summary';
import { summaryOf } from './summary';

/** Cells that run side by side, each with a simulator of its own. */
const SIDE_BY_SIDE = 24;

/** Set by jest.config.js for the oldest n8n: what depends on n8n is the same for all requests of a retry class. */
declare const ONE_OF_A_CLASS: true | undefined;

const endpoints =
	typeof ONE_OF_A_CLASS === 'undefined'
		? ENDPOINTS
		: [...new Map(ENDPOINTS.map((endpoint) => [endpoint.retryClass, endpoint])).values()];
const cells = cellsOf(FAULTS, endpoints);
const seenOf = new Map<Cell, Promise<Seen>>();
const verdicts: Verdict[] = [];

let simulators: Simulator[];
let otherHost: Server;
let strangers = 0;
let forgetNames: () => void;

// Some faults take their time, and all of them together a while.
beforeAll(async () => {
	forgetNames = resolveNames();
	otherHost = createServer((_, response) => {
		strangers++;
		response.end('{}');
	}).listen(0, '127.0.0.1');
	await once(otherHost, 'listening');
	const { port } = otherHost.address() as AddressInfo;
	const account = { name: 'enterprise', token: TOKEN, enterprise: true, plan: 'unlimited' };

	const settings = {
		accounts: [{ ...account, quota: 1000, ad: false }],
		otpCode: () => '123456',
		domain: 'invalid',
	};

	const starting = Array.from({ length: SIDE_BY_SIDE }, async () => await startSimulator(settings));
	simulators = await Promise.all(starting);
	const free = [...simulators];
	const limit = pLimit(SIDE_BY_SIDE);
	for (const cell of cells) {
		const running = limit(async () => {
			const simulator = free.pop() as Simulator;
			return await runCell(cell, simulator, `http://127.0.0.1:${port}`).finally(() =>
				free.push(simulator),
			);
		});
		// Each cell's own test reports what went wrong with it.
		running.catch(() => undefined);
		seenOf.set(cell, running);
	}
});

afterAll(async () => {
	forgetNames();
	await Promise.all(simulators.map(async (simulator) => await simulator.stop()));
	otherHost.close();
	process.stdout.write(`\n${summaryOf(verdicts)}\n\n`);
});

function check(cell: Cell, { attempts, acted, actedBefore, result, traces }: Seen): void {
	const expected = expectationOf(cell);
	// Shown with every difference: the row decides what is expected.
	const row = `"${cell.row.name}" in test/faults/matrix.ts`;
	expect({ row, attempts, acted }).toEqual({
		row,
		attempts: expected.attempts,
		acted: expected.acted,
	});
	if (cell.endpoint.retryClass === 'once') expect(acted).toBeLessThanOrEqual(1);
	if (cell.endpoint.isSecondRequest) expect(actedBefore).toBe(1);
	expect(traces).not.toContain(TOKEN);

	const { error, json, items } = result;
	if (!expected.error) {
		expect(error).toBeUndefined();
		expect(json.length).toBeGreaterThan(0);
		for (const { pairedItem } of items) expect(pairedItem).toEqual({ item: 0 });
		return;
	}
	expect(json).toEqual([]);
	const { message = '-', description = '' } = error ?? {};
	expect({ row, message: withoutPrefix(message) }).toEqual({
		row,
		message: expect.stringMatching(expected.error.message),
	});
	expect(error?.context).toMatchObject({ itemIndex: 0 });
	expect(error?.description).toMatch(/\w+ \w+.*[.)]/s);
	expect(error?.httpCode ?? undefined).toBe(expected.error.httpCode);
	const { mayHaveBeenSent } = expected.error;
	expect({ row, mayHaveBeenSent: MAY_HAVE_BEEN_SENT.test(message) }).toEqual({
		row,
		mayHaveBeenSent,
	});
	if (mayHaveBeenSent) expect(description).not.toMatch(/try again|run .* again/i);
}

describe.each(endpoints)('$name', (endpoint) => {
	const own = cells.filter((cell) => cell.endpoint === endpoint);

	it.each(own.map((cell): [string, string, Cell] => [cell.row.name, cell.mode, cell]))(
		'does nothing twice, and says what happened, under: %s, %s',
		async (_fault, _mode, cell) => {
			const seen = await (seenOf.get(cell) as Promise<Seen>);
			const verdict = { cell, seen, held: false };
			verdicts.push(verdict);
			check(cell, seen);
			verdict.held = true;
		},
	);
});

it('no redirect is followed to another host', async () => {
	await Promise.all(seenOf.values());
	expect(strangers).toBe(0);
});
