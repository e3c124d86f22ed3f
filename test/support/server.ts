/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { connect } from 'node:net';
import path from 'node:path';

import { KeptProcess } from '../../playground/src/keptProcess';
import { cleanEnvironment } from '../../playground/src/paths';
import { LOOPBACK } from '../../playground/src/ports';

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
	const server = await KeptProcess.start([program, ...args], {
		env: cleanEnvironment(),
		log: path.join(folder, `${path.basename(program)}.log`),
	});
	await server.ready(async () => await listens(address, port));
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
