/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

import type { Simulator } from '../../simulator';
import { withHeldTimeouts } from '../support/heldTimeouts';

/** When the time of a request is up: before anything of its answer has come, or within the answer. */
export type Moment = 'beforeAnswer' | 'withinAnswer';

/**
 * Does work in which each request that meets a fault runs out of time as soon as the fault is there, and no
 * other request ever does: so it is the same on a slow machine and on a fast one.
 * @param acts whether the service acts before the fault is there
 */
export async function runOutOfTime<T>(
	moment: Moment,
	acts: boolean,
	simulator: Simulator,
	work: () => Promise<T>,
): Promise<T> {
	const answers = answersFrom(`127.0.0.1:${simulator.port}`);
	const ended = new Set<number>();
	const isTime = () => {
		const { id = 0, faultId, acted } = simulator.requests.at(-1) ?? {};
		if (!faultId || acted !== acts || ended.has(id)) return false;
		if (moment === 'withinAnswer' && !answers.hasBegun()) return false;
		ended.add(id);
		return true;
	};
	return await withHeldTimeouts(work, isTime).finally(() => answers.stop());
}

/** Watches the answers of a host, as they come to this process. */
function answersFrom(host: string) {
	let latest: ClientRequest | undefined;
	let hasBegun = false;
	const watch = (message: unknown) => {
		const { request } = message as { request: ClientRequest };
		if (request.getHeader('host') !== host) return;
		latest = request;
		hasBegun = false;
		request.prependOnceListener('response', () => {
			hasBegun ||= request === latest;
		});
	};

	subscribe('http.client.request.start', watch);
	return {
		/** Whether the head of the latest answer, at least, has arrived. */
		hasBegun: () => hasBegun,
		stop: () => unsubscribe('http.client.request.start', watch),
	};
}
