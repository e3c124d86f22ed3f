/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import process from 'node:process';

import type { Simulator } from '../../../simulator';
import { listening } from '../../support/servers';
import { ADDRESS } from './fronts';

/** Loopback addresses at which connections break, one for each way of breaking. */
export const WIRE = {
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
	/** Leads to the service over TLS, and turns its answer to noise. */
	noisyAnswer: '127.8.2.1',
	/** Leads to the service over TLS, and resets the connection where the answer should come. */
	brokenAnswer: '127.8.3.1',
} as const;

type Break = (socket: Socket) => void;

const BREAKS: Array<[string, Break]> = [
	[WIRE.resetAtFirstBytes, (socket) => socket.once('data', () => socket.resetAndDestroy())],
	[WIRE.closedAtFirstBytes, (socket) => socket.once('data', () => socket.destroy())],
	[WIRE.silent, () => undefined],
];

/** An address for each simulator beside the first one's: of relays, which must know whose answer they spoil. */
export const nth = (address: string, index: number): string =>
	address.replace(/\d+$/, (last) => String(Number(last) + index));

/** Leads to the service's TLS front, until the service has acted: what comes then is its answer. */
const relay =
	({ simulator, port, spoil }: { simulator: Simulator; port: number; spoil: Break }): Break =>
	(socket) => {
		const acted = () => Object.values(simulator.stats.acted).reduce((sum, count) => sum + count, 0);
		const before = acted();
		const service = connect(port, ADDRESS.nginxTls);
		service.on('error', () => socket.destroy());
		socket.on('data', (bytes: Buffer) => service.write(bytes));
		service.on('data', (bytes: Buffer) => {
			if (acted() > before) spoil(socket);
			else socket.write(bytes);
		});
		socket.on('close', () => service.destroy());
	};

/** Starts what breaks connections, and gives the function that ends it. */
export async function startWires(
	port: number,
	simulators: Simulator[],
): Promise<() => Promise<void>> {
	const noise: Break = (socket) => socket.write('This is no TLS at all, but plain noise.');
	const reset: Break = (socket) => socket.resetAndDestroy();
	const relays = simulators.flatMap(
		(simulator, index): Array<[string, Break]> => [
			[nth(WIRE.noisyAnswer, index), relay({ simulator, port, spoil: noise })],
			[nth(WIRE.brokenAnswer, index), relay({ simulator, port, spoil: reset })],
		],
	);

	const ends = await Promise.all(
		[...BREAKS, ...relays].map(async ([address, breakIt]) => await listen(address, port, breakIt)),
	);
	ends.push(await fill(port));
	return async () => {
		for (const end of ends) end();
	};
}

async function listen(host: string, port: number, onConnection: Break): Promise<() => void> {
	const { close } = await listening(createServer(onConnection), port, host);
	return close;
}

/** Listens with room for hardly a connection, and takes none: it sleeps for ever. */
const SLEEPER = `
const server = require('node:net').createServer();
server.listen({ host: process.argv[1], port: Number(process.argv[2]), backlog: 1 }, () => {
	process.stdout.write('ready', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
});
`;

/** Connections that are more than have room. */
const FILLING = 4;

async function fill(port: number): Promise<() => void> {
	const sleeper = spawn(process.execPath, ['-e', SLEEPER, WIRE.full, String(port)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	await once(sleeper.stdout, 'data');

	const sockets = Array.from({ length: FILLING }, () => {
		const socket = connect(port, WIRE.full);
		socket.on('error', () => undefined);
		return socket;
	});

	await Promise.race(sockets.map(async (socket) => await once(socket, 'connect')));
	return () => {
		for (const socket of sockets) socket.destroy();
		sleeper.kill('SIGKILL');
	};
}
