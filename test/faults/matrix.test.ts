/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Simulator } from '../../simulator';
import { resolveNames } from './support/names';
import type { TriedRequest } from './support/requests';
import { REQUESTS } from './support/requests';
import type { FaultRow } from './support/rows';
import { FAULTS } from './support/rows';
import {
	credentialOf,
	failureOf,
	itemsOf,
	make,
	runCells,
	SIMULATOR,
	TOKEN,
	tracesOf,
} from './support/tried';
import { openWay } from './support/ways';

/** One cell of the table: a fault, a request, and whether the fault stays or meets the first answer alone. */
interface Cell {
	row: FaultRow;
	request: TriedRequest;
	lasting: boolean;
}

const isPossible = ({ row, request, lasting }: Cell) =>
	!(row.onlyLasting && (!lasting || request.isSecond));

const cells = REQUESTS.flatMap((request) =>
	FAULTS.flatMap((row) => [false, true].map((lasting): Cell => ({ row, request, lasting }))),
).filter(isPossible);

let table: Awaited<ReturnType<typeof runCells<Cell, Awaited<ReturnType<typeof runCell>>>>>;
let otherHost: Server;
let strangers = 0;
let forgetNames: () => void;

beforeAll(async () => {
	forgetNames = resolveNames();
	otherHost = createServer((_, response) => {
		strangers++;
		response.end('{}');
	}).listen(0, '127.0.0.1');
	await once(otherHost, 'listening');
	const { port } = otherHost.address() as AddressInfo;
	table = await runCells(
		cells,
		24,
		{ ...SIMULATOR, domain: 'invalid' },
		async (cell, simulator) => await runCell(cell, simulator, `http://127.0.0.1:${port}`),
	);
	table.begin();
});

afterAll(async () => {
	await table.stop();
	forgetNames();
	otherHost.close();
});

async function runCell({ row, request, lasting }: Cell, simulator: Simulator, other: string) {
	const items = await itemsOf(simulator, request);
	const acted = () => simulator.stats.acted[request.counter] ?? 0;
	const before = acted();
	const fault = typeof row.fault === 'function' ? row.fault(other) : row.fault;
	const { method, path } = request;
	if (fault) simulator.fault({ ...fault, method, path, times: lasting ? 'always' : 1 });

	const way = await openWay(row.place ?? 'service', simulator, request, lasting);
	const { maxRetries = 1, timeout = 30_000 } = row;
	const credentials = credentialOf(way.baseUrl, { allowInsecureHttp: row.place !== undefined });
	const result = await make(simulator, request, {
		items,
		options: { maxRetries, timeout },
		credentials,
	}).finally(async () => await way.close());

	const received = simulator.stats.received[request.counter] ?? 0;
	return { attempts: received + way.lost, acted: acted() - before, result };
}

/** Returns what is expected of a cell. */
function expectationOf({ row, request, lasting }: Cell) {
	const isRepeated = request.isSafe ? row.safeRetried : row.onceRetried;
	const isGood =
		row.succeeds === 'always' || (row.succeeds === 'withoutNeeds' && !request.needsFields);
	const recovers = isRepeated && !lasting;
	const faults = isRepeated && lasting ? 1 + (row.maxRetries ?? 1) : 1;
	return {
		attempts: recovers ? 2 : faults,
		acted: (row.acts ? faults : 0) + (recovers ? 1 : 0),
		failure:
			isGood || recovers
				? undefined
				: expect.objectContaining({
						mayHaveBeenSent: row.mayHaveBeenSent && !request.isSafe && !request.sendsLater,
						...(row.statusCode && { httpCode: String(row.statusCode) }),
						...(row.about && !request.waits && { about: row.about }),
						description: expect.stringMatching(/\w+ \w+/) as string,
					}),
	};
}

describe.each(REQUESTS)('$name', (request) => {
	const own = cells.filter((cell) => cell.request === request);

	it.each(own.map((cell) => [cell.row.name, cell.lasting ? 'lasting' : 'once', cell] as const))(
		'does nothing twice, and says what happened, under: %s, %s',
		async (_fault, _mode, cell) => {
			const { attempts, acted, result } = await table.seenOf(cell);
			const { row } = cell;
			const failure = failureOf(result);
			expect({ row: row.name, attempts, acted, failure }).toEqual({
				row: row.name,
				...expectationOf(cell),
			});
			if (!request.isSafe) expect(acted).toBeLessThanOrEqual(1);
			if (!failure) expect(result.items.length).toBeGreaterThan(0);
			if (failure && !row.about && !row.place) expect(failure.about).toBeUndefined();
			if (failure?.mayHaveBeenSent) expect(failure.description).not.toMatch(/try again/i);
			expect(tracesOf(result)).not.toContain(TOKEN);
		},
	);
});

it('no redirect is followed to another host', async () => {
	for (const cell of cells) await table.seenOf(cell);
	expect(strangers).toBe(0);
});
