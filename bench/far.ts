/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on Node.js itself, never inside n8n */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import process from 'node:process';
import tls from 'node:tls';

import { LOOPBACK } from '../playground/src/ports';
import type { Certificate } from '../test/support/certificates';

/** A service that is to be reached over TLS, as if it were far away. */
export interface FarSettings extends Certificate {
	/** Port of the service, which speaks plain http. */
	port: number;
	/** ms to the service and back. */
	roundTrip: number;
}

/** Ports where the service is reached over TLS, and where a proxy takes CONNECT. */
export interface FarPorts {
	secure: number;
	proxy: number;
}

/** Passes bytes on later, in their order. */
class Delay {
	private readonly waiting: Array<{ due: number; pass: () => void }> = [];

	private timer?: NodeJS.Timeout;

	/**
	 * @param oneWay ms that bytes take
	 * @param opened when the other end can send first, in ms of performance.now()
	 */
	constructor(
		private readonly oneWay: number,
		private readonly opened: number,
	) {}

	later(pass: () => void): void {
		this.waiting.push({ due: Math.max(performance.now(), this.opened) + this.oneWay, pass });
		this.timer ??= this.start();
	}

	stop(): void {
		clearTimeout(this.timer);
		this.waiting.length = 0;
	}

	private start(): NodeJS.Timeout | undefined {
		if (this.waiting.length === 0) return undefined;
		return setTimeout(() => {
			// A timer of Node.js may come a part of a millisecond early.
			while (this.waiting.length > 0 && this.waiting[0].due - performance.now() < 0.5) {
				this.waiting.shift()?.pass();
			}
			this.timer = this.start();
		}, this.waiting[0].due - performance.now());
	}
}

/** Joins two connections: each gets the bytes of the other, half of the round trip later. */
function join(near: Socket, far: Socket, roundTrip: number): void {
	const pass = (from: Socket, to: Socket, delay: Delay) => {
		from.on('data', (bytes: Buffer) => delay.later(() => to.write(bytes)));
		from.on('end', () => delay.later(() => to.end()));
	};

	const now = performance.now();
	// Over a network the first bytes wait a round trip long for the connection; on loopback it is there at once.
	const there = new Delay(roundTrip / 2, now + roundTrip);
	const back = new Delay(roundTrip / 2, now);
	pass(near, far, there);
	pass(far, near, back);

	const end = () => {
		there.stop();
		back.stop();
		near.destroy();
		far.destroy();
	};

	for (const socket of [near, far]) socket.on('error', end);
	far.on('close', () => back.later(end));
	near.on('close', () => there.later(end));
}

async function listen(server: Server): Promise<number> {
	server.listen(0, LOOPBACK);
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

/** Starts TLS and a proxy before the service, which speaks plain http. */
async function start({ port, roundTrip, certificate, key }: FarSettings): Promise<FarPorts> {
	const credentials = { cert: readFileSync(certificate), key: readFileSync(key) };
	const near = await listen(
		tls.createServer(credentials, (secure) => {
			const service = connect(port, LOOPBACK);
			secure.pipe(service).pipe(secure);
			for (const socket of [secure, service]) socket.on('error', () => service.destroy());
			service.on('close', () => secure.destroy());
		}),
	);
	const secure = roundTrip === 0 ? near : await listen(delayed(near, roundTrip));

	const proxy = createHttpServer();
	proxy.on('connect', ({ url = '' }, client: Socket) => {
		const target = connect(Number(url.split(':')[1]), LOOPBACK, () => {
			client.write('HTTP/1.1 200 OK\r\n\r\n');
			client.pipe(target).pipe(client);
		});
		for (const socket of [client, target]) socket.on('error', () => socket.destroy());
		target.on('close', () => client.destroy());
		client.on('close', () => target.destroy());
	});
	return { secure, proxy: await listen(proxy) };
}

/** Returns a server that passes everything to a port and back, with a round trip between. */
function delayed(port: number, roundTrip: number): Server {
	return createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
		const service = connect({ port, host: LOOPBACK, allowHalfOpen: true });
		join(client, service.setNoDelay(), roundTrip);
	});
}

process.once('message', (settings: FarSettings) => {
	void start(settings).then((ports) => process.send?.(ports));
});
process.once('disconnect', () => process.exit());
