import type { Verdict } from '../../nodes/MessagingService/errors/verdict';
import { VERDICTS } from '../../nodes/MessagingService/errors/verdicts';
import type { KeptProcess } from '../../playground/src/keptProcess';
import { probePort } from '../../playground/src/ports';
import type { Simulator } from '../../simulator';
import { DOMAIN, makeCertificates, trust } from '../support/certificates';
import { temporaryFolder } from '../support/folders';
import { ADDRESS, startFronts } from './support/fronts';
import { forget, lead, resolveNames } from './support/names';
import type { NetworkRow } from './support/networkRows';
import { NETWORK } from './support/networkRows';
import type { TriedRequest } from './support/requests';
import { REQUESTS } from './support/requests';
import {
	credentialOf,
	failureOf,
	hostOf,
	IMPATIENT,
	itemsOf,
	make,
	runCells,
	SIMULATOR,
	TOKEN,
	tracesOf,
} from './support/tried';
import { startWires } from './support/wires';

/** One cell of the table: a fault of the network, and a request. */
interface Cell {
	row: NetworkRow;
	request: TriedRequest;
}

const cells = REQUESTS.flatMap((request) => NETWORK.map((row): Cell => ({ row, request })));

/**
 * Runs a cell, and then again on a network without faults.
 * @param index of the simulator
 * @param port of every server that stands before it
 */
async function runCell({ row, request }: Cell, simulator: Simulator, index: number, port: number) {
	const items = await itemsOf(simulator, request);
	const { method, path: requestPath, keyOption } = request;
	if (row.fault) simulator.fault({ ...row.fault, method, path: requestPath, times: 'always' });

	const acted = (counter = request.counter) => simulator.stats.acted[counter] ?? 0;
	const before = acted();
	const host = hostOf(simulator);
	let attempts = 0;
	let isHealed = false;
	const isTurn = () => {
		if (isHealed) return false;
		if (request.sendsLater) return acted() === before;
		return !request.isSecond || simulator.stats.requests > 0;
	};
	lead(host, () => {
		if (!isTurn()) return [row.scheme === 'https' ? ADDRESS.nginxTls : ADDRESS.nginx];
		attempts++;
		return row.to(index);
	});

	const workflowId = `${row.name}, ${request.name}`;
	const run = async (options: Record<string, number>) =>
		await make(simulator, request, {
			workflowId,
			items,
			options: { ...options, ...(keyOption && { [keyOption]: 'key of the item' }) },
			credentials: credentialOf(`${row.scheme}://${host}:${port}`, { allowInsecureHttp: true }),
		});

	const result = await run({ maxRetries: 1, ...(row.hangs && { timeout: IMPATIENT }) });
	const first = { attempts, acted: acted() - before, result };
	isHealed = true;
	simulator.clearFaults();
	const sentBefore = acted('POST /send/text');
	const again = await run({});
	forget(host);
	return {
		...first,
		again: {
			result: again,
			acted: acted() - before - first.acted,
			sent: acted('POST /send/text') - sentBefore,
		},
	};
}

type Seen = Awaited<ReturnType<typeof runCell>>;

const folder = temporaryFolder('network');

describe('the network between n8n and the service', () => {
	let front: KeptProcess;
	let table: Awaited<ReturnType<typeof runCells<Cell, Seen>>>;
	const ends: Array<() => void | Promise<void>> = [];

	beforeAll(async () => {
		const certificates = await makeCertificates(folder);
		const port = await probePort(0);
		front = await startFronts(port, certificates, folder);
		const settings = { ...SIMULATOR, domain: DOMAIN };
		table = await runCells(
			cells,
			12,
			settings,
			async (cell, simulator, index) => await runCell(cell, simulator, index, port),
		);
		ends.push(
			await startWires(port, table.simulators),
			trust(certificates.authority),
			resolveNames(),
		);
		table.begin();
	});

	afterAll(async () => {
		await table.stop();
		for (const end of ends) await end();
		await front.stop();
	});

	describe.each(REQUESTS)('$name', (request) => {
		const own = cells.filter((cell) => cell.request === request);
		it.each(own.map((cell): [string, Cell] => [cell.row.name, cell]))(
			'does nothing twice, loses nothing and says what happened: %s',
			async (_name, cell) => {
				const seen = await table.seenOf(cell);
				expect(tracesOf(seen.result)).not.toContain(TOKEN);
				if (succeeds(cell)) expectDone(cell, seen);
				else expectFailed(cell, seen);
			},
		);
	});
});

const hasBody = ({ method, operation }: TriedRequest) =>
	method === 'POST' && !operation.startsWith('lease');

const succeeds = ({ row, request }: Cell) =>
	row.verdict === undefined || (row.needsBody === true && !hasBody(request));

function expectDone({ request }: Cell, { attempts, acted, result, again }: Seen): void {
	expect(failureOf(result)).toBeUndefined();
	expect({ attempts, acted }).toEqual({ attempts: 1, acted: 1 });
	if (!request.keyOption) return;
	expect(again.result.json).toMatchObject([{ skipped: true }]);
	expect(again.acted).toBe(0);
}

function expectFailed({ row, request }: Cell, { attempts, acted, result, again }: Seen): void {
	const verdict: Verdict = VERDICTS[row.verdict ?? 'unexpected'];
	const { repeated, outcome, about } = verdict;
	const tries = repeated === 'always' || (repeated === 'reads' && request.isSafe) ? 2 : 1;
	const mayHaveBeenSent = outcome === 'possiblySent' && !request.isSafe && !request.sendsLater;
	const failure = failureOf(result);
	expect({ attempts, about: failure?.about, failure }).toEqual({
		attempts: tries,
		about,
		failure: expect.objectContaining({
			mayHaveBeenSent,
			...(row.statusCode && { httpCode: String(row.statusCode) }),
		}) as unknown,
	});
	if (row.acts !== 'perhaps') expect(acted).toBe(row.acts === true ? tries : 0);
	if (!request.isSafe) expect(acted).toBeLessThanOrEqual(1);

	// What never left is done by the second run; what may have been done is not sent again.
	const skipped = again.result.json[0]?.skipped;
	if (mayHaveBeenSent) {
		if (!request.keyOption) return;
		expect(skipped).toBe(true);
		// What a proxy gave up may come to the service at any time later.
		if (row.acts === 'perhaps') expect(acted + again.sent).toBeLessThanOrEqual(1);
		else expect(again.sent).toBe(0);
		return;
	}
	expect([failureOf(again.result), skipped]).toEqual([undefined, undefined]);
	expect(again.sent + again.acted).toBeGreaterThan(0);
}
