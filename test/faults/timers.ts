/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

import type { Simulator } from '../../simulator';
import { withHeldTimeouts } from '../support/heldTimeouts';

/**
 * What ends a request that takes too long: the timer of n8n's helper, which starts anew with each byte that
 * arrives, or the node's own deadline, which does not.
 */
export type Timer = 'helper' | 'deadline';

/**
 * Does work in which each request that meets a fault runs out of time as soon as the fault is there, and no
 * other request ever does: so it is the same on a slow machine and on a fast one.
 * @param acts whether the service acts before the fault is there
 */
export async function runOutOfTime<T>(
	timer: Timer,
	acts: boolean,
	simulator: Simulator,
	work: () => Promise<T>,
): Promise<T> {
	const requests = requestsTo(`127.0.0.1:${simulator.port}`);
	const ended = new Set<number>();
	const isTime = () => {
		const { id = 0, faultId, acted } = simulator.requests.at(-1) ?? {};
		if (!faultId || acted !== acts || ended.has(id)) return false;
		if (timer === 'deadline' && !requests.latestIsAnswered()) return false;
		ended.add(id);
		if (timer === 'helper') requests.latest()?.emit('timeout');
		return timer === 'deadline';
	};
	return await withHeldTimeouts(work, isTime).finally(() => requests.stop());
}

/** Watches the requests that this process makes to a host, as Node.js makes them. */
function requestsTo(host: string) {
	let latest: ClientRequest | undefined;
	let isAnswered = false;
	const watch = (message: unknown) => {
		const { request } = message as { request: ClientRequest };
		if (request.getHeader('host') !== host) return;
		latest = request;
		isAnswered = false;
		request.prependOnceListener('response', () => {
			isAnswered ||= request === latest;
		});
	};
	subscribe('http.client.request.start', watch);
	return {
		latest: () => latest,
		/** Whether the head of an answer, at least, has arrived. */
		latestIsAnswered: () => isAnswered,
		stop: () => unsubscribe('http.client.request.start', watch),
	};
}
