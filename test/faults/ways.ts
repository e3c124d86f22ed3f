/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import dns from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:net';

import type { Simulator } from '../../simulator';
import type { MatrixEndpoint } from './endpoints';
import type { Place } from './matrix';

/** The way from the node to the service, which may be broken. */
export interface Way {
	/** `{base_url}` for the credential. */
	readonly baseUrl: string;
	/** Attempts that were lost on the way. */
	readonly lost: number;
	close(): Promise<void>;
}

type LookupCallback = (
	error: NodeJS.ErrnoException | null,
	address: string | LookupAddress[],
	family?: number,
) => void;

/** Where a name leads at this attempt: an address, or undefined for nowhere. */
const names = new Map<string, () => string | undefined>();

const SERVICE = '127.0.0.1';
/** Loopback addresses beside the service's: nothing listens at the first, a resetting server at the second. */
const NOBODY = '127.0.0.2';
const RESETTING = '127.0.0.3';

/**
 * Opens a way to the simulator that is broken at a place, for the first attempt or for all.
 * Names of the reserved domain `invalid` are resolved here, so that each attempt can lead elsewhere.
 */
export async function openWay(
	place: Place,
	simulator: Simulator,
	{ isSecondRequest }: MatrixEndpoint,
	lasting: boolean,
): Promise<Way> {
	if (place === 'service') {
		return { baseUrl: simulator.baseUrl, lost: 0, close: async () => undefined };
	}
	const scheme = place === 'tls' ? 'https' : 'http';
	const host = `service-${simulator.port}.invalid`;
	let lost = 0;
	// An earlier request of the same item gets through.
	const isTurn = () => !isSecondRequest || simulator.stats.requests > 0;
	names.set(host, () => {
		if (!isTurn() || (lost > 0 && !lasting)) return SERVICE;
		lost++;
		return { dns: undefined, refused: NOBODY, connect: RESETTING, tls: SERVICE }[place];
	});
	const resetting = place === 'connect' ? await startResetting(simulator.port) : undefined;
	return {
		baseUrl: `${scheme}://${host}:${simulator.port}`,
		get lost() {
			return lost;
		},
		close: async () => {
			names.delete(host);
			resetting?.close();
			if (resetting) await once(resetting, 'close');
		},
	};
}

async function startResetting(port: number) {
	const server = createServer((socket) => socket.resetAndDestroy());
	server.listen(port, RESETTING);
	await once(server, 'listening');
	return server;
}

/** Lets the names of ways be resolved, until the function that it gives is called. */
export function resolveNames(): () => void {
	const original = dns.lookup;
	const lookup = (
		hostname: string,
		given: LookupOptions | LookupCallback,
		last?: LookupCallback,
	) => {
		const options = typeof given === 'function' ? {} : given;
		const callback = (typeof given === 'function' ? given : last) as LookupCallback;
		const address = names.get(hostname)?.();
		if (address === undefined) {
			original(hostname, options as { all: true }, callback);
			return;
		}
		queueMicrotask(() =>
			options.all ? callback(null, [{ address, family: 4 }]) : callback(null, address, 4),
		);
	};
	dns.lookup = lookup as typeof dns.lookup;
	return () => {
		dns.lookup = original;
	};
}
