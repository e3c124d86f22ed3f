/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { once } from 'node:events';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';

import { LOOPBACK } from '../../playground/src/ports';

/** A server within the process of the tests. */
export interface Listening {
	port: number;
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
	const { port: taken } = server.address() as AddressInfo;
	return {
		port: taken,
		url: `http://${host}:${taken}`,
		close() {
			server.close();
			for (const socket of open) socket.destroy();
		},
	};
}
