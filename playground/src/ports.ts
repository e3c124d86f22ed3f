/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import process from 'node:process';

/** The address that only this machine reaches. */
export const LOOPBACK = '127.0.0.1';

/**
 * Takes a port for a moment, to find out before anything starts whether it is free.
 * @param port 0 for any free one
 * @returns the port
 * @throws Error with code EADDRINUSE where another program listens on it
 */
export async function probePort(port: number): Promise<number> {
	const server = createServer().listen(port, LOOPBACK);
	await once(server, 'listening');
	const { port: free } = server.address() as AddressInfo;
	await once(server.close(), 'close');
	return free;
}

/**
 * Returns a port that is free for a server: the wanted one, or else one of the next, and says so.
 * @throws Error that says what to do where this machine gives none of them
 */
export async function freePort(server: string, wanted: number): Promise<number> {
	for (let port = wanted; port <= Math.min(wanted + 20, 65535); port++) {
		const free = await probePort(port).catch(({ code, message }: NodeJS.ErrnoException) => {
			if (code !== 'EADDRINUSE') throw new Error(`${message}. Choose another port.`);
		});
		if (!free) continue;
		if (free !== wanted)
			process.stdout.write(`  Port ${wanted} is taken. ${server} is at ${port}.\n`);
		return free;
	}
	throw new Error(`Port ${wanted} and the next 20 are taken. Choose another port.`);
}
