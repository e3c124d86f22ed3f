import type { VerdictName } from '../../nodes/MessagingService/errors/verdicts';
import type { KeptProcess } from '../../playground/src/keptProcess';
import { probePort } from '../../playground/src/ports';
import type { FaultSpec, Simulator } from '../../simulator';
import { DOMAIN, makeCertificates, trust } from '../support/certificates';
import { temporaryFolder } from '../support/folders';
import type { Sending } from '../support/send';
import { ADDRESS, startFronts } from './support/fronts';
import { forget, lead, resolveNames } from './support/names';
import type { Kind } from './support/tried';
import {
	actedOn,
	ADOPTS,
	expectFailure,
	hostOf,
	IMPATIENT,
	make,
	meaningOf,
	READS,
	runCells,
	SENDS,
	SIMULATOR,
} from './support/tried';
import { nth, startWires, WIRE } from './support/wires';

/** What stands or fails between n8n and the service. */
interface Way {
	name: string;
	/** Addresses to which the service's name leads; of those of a relay, each simulator has its own. */
	at: string[];
	scheme?: 'https';
	/** Its row in the table of verdicts; undefined where the item is done all the same. */
	verdict?: VerdictName;
	/** Whether a request without a body gets through. */
	needsBody?: true;
	/** What the service itself does wrong behind it. */
	fault?: FaultSpec;
	/** Whether the service carries it out, although it goes wrong; perhaps, where that depends on who is faster. */
	acts?: true | 'perhaps';
	status?: number;
	/** Whether a request hangs until it runs out of time. */
	hangs?: true;
}

const fine = (name: string, ...at: string[]): Way => ({ name, at });
const unconnected = (name: string, ...at: string[]): Way => ({ name, at, verdict: 'notConnected' });
const insecure = (name: string, at: string): Way => ({
	name,
	at: [at],
	verdict: 'notSecure',
	scheme: 'https',
});
const lost = (name: string, at: string, more: Partial<Way> = {}): Way => ({
	name,
	at: [at],
	verdict: 'lost',
	...more,
});
const brokenDown = (name: string, at: string, status: number, more: Partial<Way> = {}): Way => ({
	name: `nginx, service ${name}`,
	at: [at],
	verdict: 'brokenDown',
	status,
	...more,
});

const WAYS: Way[] = [
	unconnected('nobody knows the name'),
	unconnected('nothing listens', WIRE.refused),
	unconnected('the network cannot be reached', WIRE.unreachable),
	unconnected('two addresses, both down', WIRE.refused, WIRE.alsoRefused),
	unconnected('IPv6 and IPv4, both down', '::1', WIRE.refused),
	unconnected('two addresses, down and out of reach', WIRE.unreachable, WIRE.refused),
	fine('two addresses, the first down', WIRE.refused, ADDRESS.nginx),
	fine('two addresses, the first out of reach', WIRE.unreachable, ADDRESS.nginx),
	{ ...unconnected('a connection that never comes about', WIRE.full), hangs: true },
	{
		...unconnected('a connection that never comes about, over TLS', WIRE.full),
		scheme: 'https',
		hangs: true,
	},
	lost('closed without an answer', WIRE.closedAtFirstBytes),
	lost('reset without an answer', WIRE.resetAtFirstBytes),

	{ ...fine('TLS by nginx', ADDRESS.nginxTls), scheme: 'https' },
	insecure('a certificate by an unknown authority', ADDRESS.untrusted),
	insecure('an expired certificate', ADDRESS.expired),
	insecure('a certificate for another name', ADDRESS.wrongName),
	insecure('TLS to a server that speaks plain HTTP', ADDRESS.nginx),
	insecure('a TLS handshake that is reset', WIRE.resetAtFirstBytes),
	insecure('a TLS handshake that is closed', WIRE.closedAtFirstBytes),
	// What ends it is our own time limit, which knows nothing of TLS.
	{
		...insecure('a TLS handshake that never ends', WIRE.silent),
		verdict: 'notConnected',
		hangs: true,
	},
	lost('a TLS stream that turns to noise after the request was read', WIRE.noisyAnswer, {
		scheme: 'https',
		acts: true,
	}),
	lost('a TLS stream that is reset after the request was read', WIRE.brokenAnswer, {
		scheme: 'https',
		acts: true,
	}),

	brokenDown('down', ADDRESS.nginxDown, 502),
	brokenDown('slow', ADDRESS.nginxSlow, 504, {
		fault: { kind: 'hang', when: 'after' },
		acts: 'perhaps',
	}),
	brokenDown('resets', ADDRESS.nginx, 502, { fault: { kind: 'reset', when: 'after' }, acts: true }),
	{
		name: 'nginx, too large',
		at: [ADDRESS.nginxTooLarge],
		verdict: 'address',
		needsBody: true,
		status: 413,
	},
	lost('nginx, an answer in chunks that is cut', ADDRESS.nginxChunked, {
		fault: { kind: 'truncatedBody', when: 'after' },
		acts: true,
	}),
	fine('nginx, an answer in chunks', ADDRESS.nginxChunked),
];

/** One cell of the table: a way, a kind of requests, and the row of the table of verdicts that they lead to. */
interface Cell {
	way: Way;
	kind: Kind;
	verdict?: VerdictName;
}

const cells = [READS, SENDS, ADOPTS].flatMap((kind) =>
	WAYS.map((way): Cell => {
		const getsThrough = way.needsBody && kind !== SENDS;
		return { way, kind, verdict: getsThrough ? undefined : way.verdict };
	}),
);

const RELAYS: string[] = [WIRE.noisyAnswer, WIRE.brokenAnswer];

/** Makes the request of a cell, and then again on a network without faults. @param port of every server before it */
async function runCell(cell: Cell, simulator: Simulator, index: number, port: number) {
	const { way, kind, verdict } = cell;
	const { method, path } = kind;
	const host = hostOf(simulator);
	const acted = () => actedOn(simulator, kind);
	const run = async (sending: Sending) =>
		await make(simulator, kind, `${way.scheme ?? 'http'}://${host}:${port}`, {
			workflowId: `${way.name}, ${kind.operation}`,
			...sending,
		});

	if (way.fault) simulator.fault({ ...way.fault, method, path, times: 'always' });
	let attempts = 0;
	lead(host, () => {
		attempts++;
		return way.at.map((address) => (RELAYS.includes(address) ? nth(address, index) : address));
	});
	const options = { maxRetries: 1, ...(way.hangs && { timeout: IMPATIENT }) };
	const result = await run({ options, fails: verdict !== undefined });
	const first = { attempts, acted: acted(), result };

	simulator.clearFaults();
	lead(host, () => [way.scheme ? ADDRESS.nginxTls : ADDRESS.nginx]);
	const again = await run({});
	forget(host);
	return { ...first, again, actedAgain: acted() - first.acted };
}

const folder = temporaryFolder('network');
let table: Awaited<ReturnType<typeof runCells<Cell, Awaited<ReturnType<typeof runCell>>>>>;

describe('the network between n8n and the service', () => {
	let front: KeptProcess;
	const ends: Array<() => void | Promise<void>> = [];

	beforeAll(async () => {
		const certificates = await makeCertificates(folder);
		const port = await probePort(0);
		front = await startFronts(port, certificates, folder);
		table = await runCells(cells, { ...SIMULATOR, domain: DOMAIN }, async (...cell) => {
			return await runCell(...cell, port);
		});
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

	it.each(cells.map((cell) => [cell.way.name, cell.kind.operation, cell] as const))(
		'does nothing twice, loses nothing and says what happened: %s, %s',
		async (_way, _kind, cell) => await expectSafe(cell),
	);
});

async function expectSafe(cell: Cell): Promise<void> {
	const { way, kind, verdict } = cell;
	const { attempts, acted, result, again, actedAgain } = await table.seenOf(cell);
	const isSkipped = again.json[0].skipped ?? false;
	if (verdict === undefined) {
		expect({ attempts, acted }).toEqual({ attempts: 1, acted: 1 });
		expect(isSkipped).toBe(kind.keyOption !== undefined);
		return;
	}

	const { isRepeated, isInDoubt } = meaningOf(verdict, kind);
	const tries = isRepeated ? 2 : 1;
	expectFailure(result, verdict, kind, way.status);
	expect(attempts).toBe(tries);
	if (way.acts !== 'perhaps') expect(acted).toBe(way.acts ? tries : 0);

	// What never left is done by the second run; what may have been done is not done again.
	expect(isSkipped).toBe(isInDoubt);
	if (isInDoubt) expect(acted + actedAgain).toBeLessThanOrEqual(1);
	// What a proxy gave up may come to the service at any time later.
	else expect(actedAgain).toBeGreaterThan(0);
}
