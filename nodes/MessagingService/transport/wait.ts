import { sleep } from 'n8n-workflow';

import { cancelled } from '../errors/serviceError';

/** n8n's sleep cannot be ended early: one long wait would leave its timer behind when it is stopped. */
const SLICE = 500;

/** What waits on a signal. All share one listener: Node.js 20 warns of a leak from the eleventh on. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

function waitingOn(signal: AbortSignal): Set<() => void> {
	const known = waiting.get(signal);
	if (known) return known;
	const stops = new Set<() => void>();
	signal.addEventListener('abort', () => stops.forEach((stop) => stop()), { once: true });
	waiting.set(signal, stops);
	return stops;
}

/**
 * Waits, and stops waiting at once when the execution is stopped.
 * @param ms how long, in ms
 * @throws ServiceError of kind `cancelled`
 */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	let stop: () => void = () => undefined;
	const stopped = new Promise<void>((resolve) => {
		stop = resolve;
	});
	const stops = signal && waitingOn(signal);
	stops?.add(stop);
	for (let left = ms; left > 0 && !signal?.aborted; left -= SLICE) {
		await Promise.race([sleep(Math.min(left, SLICE)), stopped]);
	}
	stops?.delete(stop);
	if (signal?.aborted) throw cancelled();
}
