/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createServer } from 'node:http';

import { VERDICTS } from '../../nodes/MessagingService/errors/verdicts';
import type { Verdict } from '../../nodes/MessagingService/errors/verdict';
import type { Simulator } from '../../simulator';
import type { Listening } from '../support/servers';
import { listening } from '../support/servers';
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

/** One cell of the table: a fault, a request, and whether the fault stays or meets the first answer alone. */
interface Cell {
	row: FaultRow;
	request: TriedRequest;
	lasting: boolean;
}

const faultOf = ({ fault }: FaultRow, other = '') =>
	typeof fault === 'function' ? fault(other) : fault;

/** A status code means the same for all requests of a kind: one that reads, one that sends, one that looks up. */
const OF_EACH_KIND = ['lease.getStatus', 'message.send', 'otp.verify'];

const cells = REQUESTS.flatMap((request) =>
	FAULTS.filter((row) => !faultOf(row).status || OF_EACH_KIND.includes(request.name)).flatMap(
		(row) => [false, true].map((lasting): Cell => ({ row, request, lasting })),
	),
);

let table: Awaited<ReturnType<typeof runCells<Cell, Awaited<ReturnType<typeof runCell>>>>>;
let otherHost: Listening;
let strangers = 0;

beforeAll(async () => {
	const stranger = createServer((_, response) => {
		strangers++;
		response.end('{}');
	});
	otherHost = await listening(stranger);
	table = await runCells(
		cells,
		24,
		SIMULATOR,
		async (cell, simulator) => await runCell(cell, simulator, otherHost.url),
	);
	table.begin();
});

afterAll(async () => {
	await table.stop();
	otherHost.close();
});

async function runCell({ row, request, lasting }: Cell, simulator: Simulator, other: string) {
	const items = await itemsOf(simulator, request);
	const { method, path, counter } = request;
	const acted = () => simulator.stats.acted[counter] ?? 0;
	const before = acted();
	simulator.fault({ ...faultOf(row, other), method, path, times: lasting ? 'always' : 1 });

	const result = await make(simulator, request, {
		items,
		options: { maxRetries: 1, timeout: row.timeout ?? 30_000 },
		credentials: credentialOf(simulator.baseUrl),
	});
	const attempts = simulator.stats.received[counter] ?? 0;
	return { attempts, acted: acted() - before, result };
}

/** Returns what the table of verdicts says of a cell. */
function expectationOf({ row, request, lasting }: Cell) {
	const name = (request.looksUp && row.looksUp) || row.verdict;
	const verdict: Verdict | undefined = name && VERDICTS[name];
	const { when, status } = faultOf(row);
	const isRepeated =
		verdict?.repeated === 'always' || (verdict?.repeated === 'reads' && request.isSafe);
	const recovers = isRepeated && !lasting;
	const faults = isRepeated && lasting ? 2 : 1;
	const isInDoubt = verdict?.outcome === 'possiblySent' && !request.isSafe && !request.sendsLater;
	const fails = verdict !== undefined && !recovers;
	return {
		attempts: recovers ? 2 : faults,
		acted: (when === 'after' ? faults : 0) + (recovers ? 1 : 0),
		about: fails ? verdict.about : undefined,
		failure: fails
			? expect.objectContaining({
					mayHaveBeenSent: isInDoubt,
					...(status && { httpCode: String(status) }),
					description: expect.stringMatching(/\w+ \w+/) as string,
				})
			: undefined,
	};
}

describe.each(REQUESTS)('$name', (request) => {
	const own = cells.filter((cell) => cell.request === request);

	it.each(own.map((cell) => [cell.row.name, cell.lasting ? 'lasting' : 'once', cell] as const))(
		'does nothing twice, and says what happened, under: %s, %s',
		async (_fault, _mode, cell) => {
			const { attempts, acted, result } = await table.seenOf(cell);
			const failure = failureOf(result);
			expect({ attempts, acted, about: failure?.about, failure }).toEqual(expectationOf(cell));
			if (!request.isSafe) expect(acted).toBeLessThanOrEqual(1);
			if (!failure) expect(result.items.length).toBeGreaterThan(0);
			if (failure?.mayHaveBeenSent) expect(failure.description).not.toMatch(/try again/i);
			expect(tracesOf(result)).not.toContain(TOKEN);
		},
	);
});

it('no redirect is followed to another host', async () => {
	for (const cell of cells) await table.seenOf(cell);
	expect(strangers).toBe(0);
});

/** Rows of the table that other tests hold: a network, a proxy, n8n's protection, a stop, and what an operation says. */
const ELSEWHERE = [
	...['notConnected', 'notSecure', 'proxyFailed', 'proxyRefused', 'blocked', 'stopped'],
	...['stoppedLater', 'noneAvailable', 'plan', 'wrongPassword', 'unexpected'],
];

it('every row of the table of verdicts is met', () => {
	const met = FAULTS.flatMap(({ verdict, looksUp }) => [verdict, looksUp]).filter(Boolean);
	expect([...new Set([...met, ...ELSEWHERE])].sort()).toEqual(Object.keys(VERDICTS).sort());
});
