/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { once } from 'node:events';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { connect } from 'node:net';
import path from 'node:path';

import { KeptProcess } from '../../playground/src/keptProcess';
import { cleanEnvironment } from '../../playground/src/paths';
import { LOOPBACK } from '../../playground/src/ports';

/** A server within the process of the tests. */
export interface Listening {
	port: number;
	/** `host:port` */
	address: string;
	/** Over http. */
	url: string;
	/** Stops it, and ends its connections. */
	close: () => void;
}

/** Lets a server listen, at a free port of loopback by default. */
export async function listening(
	server: NetServer,
	port = 0,
	host: string = LOOPBACK,
): Promise<Listening> {
	const open = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		open.add(socket);
		socket.on('close', () => open.delete(socket));
		// Who breaks a connection knows it.
		socket.on('error', () => undefined);
	});
	server.listen(port, host);
	await once(server, 'listening');
	const address = `${host}:${(server.address() as AddressInfo).port}`;
	return {
		port: (server.address() as AddressInfo).port,
		address,
		url: `http://${address}`,
		close() {
			server.close();
			for (const socket of open) socket.destroy();
		},
	};
}

/**
 * Starts a server and waits until it listens.
 * @param folder takes its log
 */
export async function startServer(
	[program, ...args]: string[],
	folder: string,
	port: number,
	address: string = LOOPBACK,
): Promise<KeptProcess> {
	const server = new KeptProcess([program, ...args], {
		env: cleanEnvironment(),
		log: path.join(folder, `${path.basename(program)}.log`),
	});
	await server.untilReady(async () => await listens(address, port));
	return server;
}

async function listens(address: string, port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, address);
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
}
