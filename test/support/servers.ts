/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { connect } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { KeptProcess } from '../../playground/src/keptProcess';
import { cleanEnvironment } from '../../playground/src/paths';
import { LOOPBACK, probePort } from '../../playground/src/ports';
import { once } from 'node:events';

const runFile = promisify(execFile);

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

/** A server that n8n needs in queue mode. */
export interface Server {
	process: KeptProcess;
	port: number;
}

/** Starts Redis, which keeps nothing on disk. */
export async function startRedis(folder: string): Promise<Server> {
	await mkdir(folder, { recursive: true });
	const port = await probePort(0);
	const settings = ['--port', `${port}`, '--bind', LOOPBACK, '--dir', folder, '--save', ''];
	return { process: await startServer(['redis-server', ...settings], folder, port), port };
}

/** Debian keeps PostgreSQL's programs by version, away from the PATH. */
const POSTGRES = '/usr/lib/postgresql';

/** Starts PostgreSQL with a database of its own, which does not wait for its disk. */
export async function startPostgres(folder: string): Promise<Server> {
	const program = await postgresPrograms();
	const data = path.join(folder, 'data');
	await mkdir(folder, { recursive: true });
	// It refuses to run as root, as which it may be started in a container.
	const asUser = process.getuid?.() === 0 ? await userOf(folder) : [];
	const [initialize, ...rest] = [
		...asUser,
		...[program('initdb'), '-D', data, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
	];
	await runFile(initialize, rest);
	const port = await probePort(0);
	const settings = ['-p', `${port}`, '-h', LOOPBACK, '-k', folder, '-c', 'fsync=off'];
	const command = [...asUser, program('postgres'), '-D', data, ...settings];
	const server = { process: await startServer(command, folder, port), port };
	// It listens before it takes queries.
	const answers = async () => await askPostgres(server, 'postgres', 'SELECT 1').catch(() => []);
	await server.process.untilReady(async () => (await answers()).length > 0);
	return server;
}

/** Runs a query as n8n's user. Gives the rows, the values of each separated by a bar. */
export async function askPostgres(
	{ port }: Server,
	database: string,
	query: string,
): Promise<string[]> {
	const program = await postgresPrograms();
	const where = ['-h', LOOPBACK, '-p', `${port}`, '-U', 'n8n', '-d', database];
	const { stdout } = await runFile(program('psql'), [...where, '-qAt', '-c', query], {
		maxBuffer: 64 * 1024 * 1024,
	});
	return stdout.split('\n').filter(Boolean);
}

/** Gives the path of each of the newest PostgreSQL's programs. */
export async function postgresPrograms(): Promise<(name: string) => string> {
	const versions = await readdir(POSTGRES).catch(() => []);
	const version = versions.sort((a, b) => Number(a) - Number(b)).at(-1);
	if (!version) {
		throw new Error(
			`There is no PostgreSQL in ${POSTGRES}. Install it: apt-get install postgresql`,
		);
	}
	return (name) => path.join(POSTGRES, version, 'bin', name);
}

/** Gives what runs a command as PostgreSQL's own user, to whom the folder then belongs. */
async function userOf(folder: string): Promise<string[]> {
	await runFile('chown', ['postgres:', folder]);
	return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
}
