/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pLimit from 'p-limit';

import type { KeptProcess } from '../../playground/src/keptProcess';
import { probePort } from '../../playground/src/ports';
import type { Simulator } from '../../simulator';
import { startSimulator } from '../../simulator';
import type { MatrixEndpoint } from '../faults/endpoints';
import { ENDPOINTS } from '../faults/endpoints';
import { TOKEN } from '../faults/matrix';
import { KeyStore } from '../support/keyStore';
import { resolveNames } from '../support/names';
import { MAY_HAVE_BEEN_SENT, withoutPrefix } from '../support/mayHaveBeenSent';
import type { Cell, Seen } from './cell';
import { runCell } from './cell';
import type { NetworkRow } from './rows';
import { NETWORK } from './rows';
import { DOMAIN, makeCertificates, trust } from './support/certificates';
import { startFronts } from './support/fronts';
import { describeWith } from './support/tools';
import { startWires } from './support/wires';

/** Cells that run side by side, each with a simulator of its own. */
const SIDE_BY_SIDE = 12;

const cells = ENDPOINTS.flatMap((endpoint) => NETWORK.map((row): Cell => ({ row, endpoint })));
const seenOf = new Map<Cell, Promise<Seen>>();

describeWith(['nginx', 'haproxy', 'openssl'], 'the network between n8n and the service', () => {
	let folder: string;
	let simulators: Simulator[];
	let fronts: KeptProcess[];
	const ends: Array<() => void | Promise<void>> = [];

	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-network-'));
		await new KeyStore().register();
		const account = { name: 'enterprise', token: TOKEN, enterprise: true, plan: 'unlimited' };
		const settings = {
			accounts: [{ ...account, quota: 1000, ad: false }],
			otpCode: () => '123456',
		};
		simulators = await Promise.all(
			Array.from(
				{ length: SIDE_BY_SIDE },
				async () => await startSimulator({ ...settings, domain: DOMAIN }),
			),
		);
		const certificates = await makeCertificates(folder);
		const port = await probePort(0);
		fronts = await startFronts(port, certificates, folder);
		ends.push(await startWires(port, simulators), trust(certificates.authority), resolveNames());
		runAll(port);
	});

	function runAll(port: number): void {
		const free = simulators.map((_, index) => index);
		const limit = pLimit(SIDE_BY_SIDE);
		for (const cell of cells) {
			const running = limit(async () => {
				const index = free.pop() as number;
				return await runCell(cell, simulators[index], index, port).finally(() => free.push(index));
			});
			// Each cell's own test reports what went wrong with it.
			running.catch(() => undefined);
			seenOf.set(cell, running);
		}
	}

	afterAll(async () => {
		for (const end of ends) await end();
		await Promise.all([...fronts, ...simulators].map(async (server) => await server.stop()));
		await rm(folder, { recursive: true, force: true });
	});

	describe.each(ENDPOINTS)('$name', (endpoint) => {
		const own = cells.filter((cell) => cell.endpoint === endpoint);
		it.each(own.map((cell): [string, Cell] => [cell.row.name, cell]))(
			'does nothing twice, loses nothing and says what happened: %s',
			async (_name, cell) => {
				const seen = await (seenOf.get(cell) as Promise<Seen>);
				expect(seen.traces).not.toContain(TOKEN);
				if (succeeds(cell)) expectDone(cell, seen);
				else expectFailed(cell, seen);
			},
		);
	});
});

const hasBody = ({ method, parameters: { resource } }: MatrixEndpoint) =>
	method === 'POST' && resource !== 'lease';

const succeeds = ({ row, endpoint }: Cell) =>
	row.succeeds === true || (row.succeeds === 'withoutBody' && !hasBody(endpoint));

/** Whether a request is repeated: what may have left only where it changes nothing. */
const isRepeated = ({ repeated, reaches }: NetworkRow, { retryClass }: MatrixEndpoint) =>
	repeated && (!reaches || retryClass === 'safe');

function expectDone({ endpoint }: Cell, { attempts, acted, result, again }: Seen): void {
	expect(result.error).toBeUndefined();
	expect({ attempts, acted }).toEqual({ attempts: 1, acted: 1 });
	if (endpoint.keyOption) {
		expect(again.result.json).toMatchObject([{ skipped: true }]);
		expect(again.acted).toBe(0);
	}
}

function expectFailed(
	{ row, endpoint }: Cell,
	{ attempts, acted, result: { error, json }, again }: Seen,
): void {
	const isOnce = endpoint.retryClass === 'once';
	const tries = isRepeated(row, endpoint) ? 2 : 1;
	expect(attempts).toBe(tries);
	if (row.acts !== 'perhaps') expect(acted).toBe(row.acts ? tries : 0);
	if (isOnce) expect(acted).toBeLessThanOrEqual(1);
	expect(json).toEqual([]);
	expect(withoutPrefix(error?.message ?? '-')).toMatch(row.message);
	expect(error?.description).toMatch(row.description ?? /./);
	expect(error?.httpCode ?? undefined).toBe(row.statusCode?.toString());
	const mayHaveBeenSent = row.reaches && isOnce;
	expect(MAY_HAVE_BEEN_SENT.test(error?.message ?? '')).toBe(
		mayHaveBeenSent && !endpoint.sendsLater,
	);

	// What never left is done by the second run; what may have been done is not sent again.
	if (!endpoint.keyOption) {
		if (mayHaveBeenSent) return;

		expect(again.result.error).toBeUndefined();
		// What a proxy gave up may come to the service at any time later.
		if (row.acts === 'perhaps') expect(again.acted).toBeGreaterThanOrEqual(1);
		else expect(again.acted).toBe(1);
		return;
	}
	if (mayHaveBeenSent && !endpoint.sendsLater) {
		expect(again.result.json).toMatchObject([{ skipped: true }]);
		// What a proxy gave up may come to the service at any time later.
		if (row.acts === 'perhaps') expect(acted + again.sent).toBeLessThanOrEqual(1);
		else expect(again.sent).toBe(0);
	} else {
		expect(again.result.error).toBeUndefined();
		expect(again.sent + again.acted).toBeGreaterThan(0);
		expect(again.result.json[0]?.skipped).toBeUndefined();
	}
}
