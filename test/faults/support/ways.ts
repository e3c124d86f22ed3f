/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { once } from 'node:events';
import { createServer } from 'node:net';

import type { Simulator } from '../../../simulator';
import { forget, lead } from './names';
import type { TriedRequest } from './requests';
import type { Place } from './rows';

/** The way from the node to the service, which may be broken. */
export interface Way {
	/** `{base_url}` for the credential. */
	readonly baseUrl: string;
	/** Attempts that were lost on the way. */
	readonly lost: number;
	close(): Promise<void>;
}

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
	{ isSecond }: TriedRequest,
	lasting: boolean,
): Promise<Way> {
	if (place === 'service') {
		return { baseUrl: simulator.baseUrl, lost: 0, close: async () => undefined };
	}
	const scheme = place === 'tls' || place === 'handshake' ? 'https' : 'http';
	const host = `service-${simulator.port}.invalid`;
	let lost = 0;
	// An earlier request of the same item gets through.
	const isTurn = () => !isSecond || simulator.stats.requests > 0;
	lead(host, () => {
		if (!isTurn() || (lost > 0 && !lasting)) return [SERVICE];
		lost++;
		return { dns: undefined, refused: [NOBODY], handshake: [RESETTING], tls: [SERVICE] }[place];
	});
	const resetting = place === 'handshake' ? await startResetting(simulator.port) : undefined;

	return {
		baseUrl: `${scheme}://${host}:${simulator.port}`,
		get lost() {
			return lost;
		},
		close: async () => {
			forget(host);
			resetting?.close();
			if (resetting) await once(resetting, 'close');
		},
	};
}

async function startResetting(port: number) {
	const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
	server.listen(port, RESETTING);
	await once(server, 'listening');
	return server;
}
