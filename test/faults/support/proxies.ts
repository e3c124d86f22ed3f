/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import path from 'node:path';
import process from 'node:process';

import { LOOPBACK, probePort } from '../../../playground/src/ports';
import type { Listening } from '../../support/servers';
import { listening, startServer } from '../../support/servers';
import { requireTool } from './tools';

/** Proxies by what they do, each as `host:port`. */
export interface Proxies {
	/** squid: lets everything through, wants a password, or refuses everything. */
	squid: string;
	squidPassword: string;
	squidRefuses: string;
	/** Nothing listens there. */
	down: string;
}

/** Returns the settings of a Squid that stores nothing and asks no name server. */
const squidSettings = (folder: string, [port, passwordPort, refusingPort]: number[]) => `
http_port ${LOOPBACK}:${port}
http_port ${LOOPBACK}:${passwordPort}
http_port ${LOOPBACK}:${refusingPort}
acl passwordPort localport ${passwordPort}
acl refusingPort localport ${refusingPort}
auth_param basic program /usr/lib/squid/basic_fake_auth
acl known proxy_auth REQUIRED
http_access deny refusingPort
http_access deny passwordPort !known
http_access allow all
hosts_file ${folder}/hosts
dns_nameservers ${LOOPBACK}
dns_retransmit_interval 100 milliseconds
dns_timeout 300 milliseconds
cache deny all
pid_filename ${folder}/squid.pid
access_log none
cache_log ${folder}/cache.log
coredump_dir ${folder}
pinger_enable off
shutdown_lifetime 0 seconds
connect_retries 0
`;

/**
 * Starts the proxies.
 * @param hosts the names that squid knows, in the manner of /etc/hosts
 */
export async function startProxies(parent: string, hosts: string) {
	const folder = path.join(parent, 'squid');
	await mkdir(folder);
	// Started as root, it goes on as a user of its own, who must get there and write there.
	await chmod(parent, 0o711);
	await chmod(folder, 0o777);

	const ports = [await probePort(0), await probePort(0), await probePort(0)];
	const file = path.join(folder, 'squid.conf');
	await writeFile(path.join(folder, 'hosts'), hosts);
	await writeFile(file, squidSettings(folder, ports));
	const server = await startServer([requireTool('squid'), '-N', '-f', file], folder, ports[2]);

	const [squid, squidPassword, squidRefuses] = ports.map((port) => `${LOOPBACK}:${port}`);
	const proxies: Proxies = { squid, squidPassword, squidRefuses, down: `${LOOPBACK}:1` };
	return { proxies, stop: async () => await server.stop() };
}

/** Starts a proxy that does something else than to connect. */
export async function startOdd(onConnect: (socket: Socket) => unknown): Promise<Listening> {
	const server = createServer();
	server.on('connect', (_request, socket: Socket) => onConnect(socket));
	return await listening(server);
}

const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY'] as const;

/** Sends what this process sends through a proxy, as the environment variables tell n8n; undefined for none. */
export function useProxy(address: string | undefined): void {
	setProxy(address && `http://${address}`);
}

/** Sets the environment variables as they are, also to what is no address; undefined for none. */
export function setProxy(value: string | undefined): void {
	for (const name of NAMES) {
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}
}
