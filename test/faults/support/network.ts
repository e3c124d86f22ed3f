/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import dns from 'node:dns';
import { once } from 'node:events';
import { connect, createServer, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { Worker } from 'node:worker_threads';

import { LOOPBACK, probePort } from '../../../playground/src/ports';
import { certificate, type CertificateName } from '../../support/certificates';
import { type Listening, listening } from '../../support/servers';

/** Where the names of the reserved domain `invalid` lead, asked anew at each attempt: no addresses where nobody knows it. */
export const names = new Map<string, () => string[]>();

/** Resolves these names during the tests of a file. */
export function resolveNames(): void {
	const original = dns.lookup;
	type Found = (error: Error | null, addresses: unknown, family?: number) => void;

	const lookup = (...asked: [host: string, options: { all?: boolean }, found: Found]): unknown => {
		const [hostname, { all }, found] = asked;
		const leads = names.get(hostname);
		if (!leads) return (original as unknown as typeof lookup)(...asked);

		const addresses = leads().map((address) => ({ address, family: isIP(address) }));
		const [{ address, family } = { address: '', family: 0 }] = addresses;
		const unknown = { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname };
		const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), unknown);
		return queueMicrotask(() => {
			if (addresses.length === 0) found(error, []);
			else if (all) found(null, addresses);
			else found(null, address, family);
		});
	};

	beforeAll(() => {
		dns.lookup = lookup as unknown as typeof dns.lookup;
	});
	afterAll(() => {
		dns.lookup = original;
		names.clear();
	});
}

/** Addresses of loopback, one for each thing that can be wrong with the way to a service; right is the first alone. */
export const WAY = {
	/** Leads to the service that is named, over TLS. */
	good: '127.8.0.1',
	untrusted: '127.8.0.2',
	expired: '127.8.0.3',
	wrongName: '127.8.0.4',
	/** Turns the service's answer to noise, or resets the connection in its place. */
	noisyAnswer: '127.8.0.5',
	brokenAnswer: '127.8.0.6',
	/** Leads to it over plain HTTP. */
	plain: '127.8.0.7',
	/** Nothing listens. */
	refused: '127.8.1.1',
	alsoRefused: '127.8.1.2',
	/** The broadcast address of loopback, to which no connection can be made: "network is unreachable". */
	unreachable: '127.255.255.255',
	/** Takes no further connection, and refuses none. */
	full: '127.8.1.3',
	/** Resets once the first bytes have come: of a TLS connection, the first step of its handshake. */
	resetAtFirstBytes: '127.8.1.4',
	closedAtFirstBytes: '127.8.1.5',
	/** Takes all and says nothing. */
	silent: '127.8.1.6',
} as const;

/** Leads to the service whose port is in the name that a request is for. */
function relay(client: Duplex, onAnswer?: () => void): void {
	client.once('data', (request: Buffer) => {
		const [, port] = /service-(\d+)\./.exec(String(request)) ?? [];
		const service = connect(Number(port), LOOPBACK);
		service.on('error', () => client.destroy());
		client.on('error', () => undefined).on('close', () => service.destroy());
		service.write(request);
		if (onAnswer) service.once('data', onAnswer);
		else client.pipe(service).pipe(client);
	});
}

/** Leads there over TLS. @param spoil is done to the connection in place of the answer */
const secure = (name: CertificateName, spoil?: (socket: Socket) => void) => (socket: Socket) => {
	const client = new TLSSocket(socket, { isServer: true, ...certificate(name) });
	client.on('error', () => socket.destroy());
	relay(client, spoil && (() => spoil(socket)));
};

const SERVERS: Array<[string, (socket: Socket) => unknown]> = [
	[WAY.good, secure('good')],
	[WAY.untrusted, secure('untrusted')],
	[WAY.expired, secure('expired')],
	[WAY.wrongName, secure('wrongName')],
	[WAY.noisyAnswer, secure('good', (socket) => socket.write('This is no TLS, but plain noise.'))],
	[WAY.brokenAnswer, secure('good', (socket) => socket.resetAndDestroy())],
	[WAY.plain, (socket) => relay(socket)],
	[WAY.resetAtFirstBytes, (socket) => socket.once('data', () => socket.resetAndDestroy())],
	[WAY.closedAtFirstBytes, (socket) => socket.once('data', () => socket.destroy())],
	[WAY.silent, () => undefined],
];

/** Listens with room for hardly a connection, and takes none: it sleeps for ever. */
const SLEEPER = `
const { parentPort, workerData } = require('node:worker_threads');
require('node:net').createServer().listen({ ...workerData, backlog: 1 }, () => {
	parentPort.postMessage('listening');
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
`;

/** Starts all ways for the tests of a file. Returns the function that tells their port. */
export function useWays(): () => number {
	let port: number;
	let servers: Listening[];
	let sleeper: Worker;
	let filling: Socket[];

	beforeAll(async () => {
		port = await probePort(0);
		servers = await Promise.all(
			SERVERS.map(async ([host, serve]) => await listening(createServer(serve), port, host)),
		);
		sleeper = new Worker(SLEEPER, { eval: true, workerData: { host: WAY.full, port } });
		await once(sleeper, 'message');
		// More connections than have room.
		filling = [1, 2, 3, 4].map(() => connect(port, WAY.full).on('error', () => undefined));
		await Promise.race(filling.map(async (socket) => await once(socket, 'connect')));
	});
	afterAll(async () => {
		for (const server of servers) server.close();
		for (const socket of filling) socket.destroy();
		await sleeper.terminate();
	});
	return () => port;
}
