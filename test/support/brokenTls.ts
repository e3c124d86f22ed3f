/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import tls from 'node:tls';

import { LOOPBACK } from '../../playground/src/ports';
import type { Certificate } from './certificates';

/** How a connection breaks. */
export interface Break {
	/** TLS records, of both sides together, that have passed by then; the next one breaks it. */
	after: number;
	isReset: boolean;
	/** Whether half of the next record passes. */
	isInRecord: boolean;
}

/** A service behind TLS, whose connections break. */
export interface BrokenTls {
	port: number;
	/** Records that the longest connection so far had: a break after fewer than these can happen. */
	readonly records: number;
	stop(): void;
}

/** Where a service is, what it is behind TLS, and which of its connections break. */
interface Settings extends Certificate {
	/** Port of the service, which speaks plain http. */
	service: number;
	maxVersion?: tls.SecureVersion;
	/** @param connection counted from 0 */
	breakOf: (connection: number) => Break | undefined;
}

/** Every record begins with its type, its version and the length of the rest, in two bytes. */
const HEADER = 5;

/** Cuts a stream of bytes into TLS records. */
class Records {
	private rest = Buffer.alloc(0);

	*cut(bytes: Buffer): Generator<Buffer> {
		this.rest = Buffer.concat([this.rest, bytes]);
		while (this.rest.length >= HEADER) {
			const length = HEADER + this.rest.readUInt16BE(HEADER - 2);
			if (this.rest.length < length) return;
			yield this.rest.subarray(0, length);
			this.rest = this.rest.subarray(length);
		}
	}
}

/** Starts TLS before a service, and before that what breaks its connections at the records that it is told. */
export async function startBrokenTls(settings: Settings): Promise<BrokenTls> {
	const { breakOf } = settings;
	const open = new Set<Socket>();
	const kept: Keep = (socket) => {
		open.add(socket);
		return socket.on('error', () => undefined).on('close', () => open.delete(socket));
	};
	const ended = tlsBefore(settings, kept);
	const to = await listen(ended);

	let [connections, records] = [0, 0];
	const breaking = createServer((near) => {
		const far = kept(connect(to, LOOPBACK));
		kept(near);
		const broken = breakOf(connections++);
		let passed = 0;

		const pass = (from: Socket, into: Socket) => {
			const own = new Records();
			from.on('data', (bytes: Buffer) => {
				for (const record of own.cut(bytes)) {
					if (near.destroyed) return;
					if (passed === broken?.after) {
						if (broken.isInRecord) into.write(record.subarray(0, record.length / 2));
						end(broken.isReset);
						return;
					}
					into.write(record);
					records = Math.max(records, ++passed);
				}
			});
			from.on('close', () => into.end());
		};

		const end = (isReset: boolean) => {
			for (const socket of [near, far]) {
				if (isReset) socket.resetAndDestroy();
				else socket.destroySoon();
			}
		};

		pass(near, far);
		pass(far, near);
	});

	return {
		port: await listen(breaking),
		get records() {
			return records;
		},
		stop: () => {
			breaking.close();
			ended.close();
			for (const socket of open) socket.destroy();
		},
	};
}

/** Notes a socket, so that it is closed in the end. */
type Keep = (socket: Socket) => Socket;

/** Returns a server that speaks TLS, before a service that speaks plain http. */
function tlsBefore({ certificate, key, maxVersion, service }: Settings, keep: Keep): tls.Server {
	const credentials = { cert: readFileSync(certificate), key: readFileSync(key), maxVersion };
	return tls.createServer(credentials, (secure) => {
		keep(secure);
		const plain = keep(connect(service, LOOPBACK));
		secure.pipe(plain).pipe(secure);
		secure.on('close', () => plain.destroy());
	});
}

async function listen(server: Server): Promise<number> {
	server.listen(0, LOOPBACK);
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}
