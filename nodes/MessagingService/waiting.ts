import { sleep } from 'n8n-workflow';

import { cancelled } from './errors/serviceError';

/** Longest single wait, in ms. In older n8n, sleep takes no signal, so a wait that is stopped leaves its timer behind for this long. */
const SLICE = 500;

/** Functions to call when a signal aborts. All share one listener: Node.js 20 warns of a leak from the eleventh on. */
const stopsOf = new WeakMap<AbortSignal, Set<() => void>>();

function stopAll(this: AbortSignal): void {
	[...(stopsOf.get(this) ?? [])].forEach((stop) => stop());
}

/**
 * Calls a function once a signal aborts, at once where it has aborted.
 * Returns a function that ends that: after the last, no listener is left on the signal.
 */
export function onAbort(signal: AbortSignal, stop: () => void): () => void {
	if (signal.aborted) stop();
	const stops = stopsOf.get(signal) ?? new Set();
	if (stops.size === 0) {
		stopsOf.set(signal, stops);
		signal.addEventListener('abort', stopAll);
	}
	// Each call gets its own function: a Set would keep the same one only once.
	const listener = () => stop();
	stops.add(listener);
	return () => {
		if (stops.delete(listener) && stops.size === 0) signal.removeEventListener('abort', stopAll);
	};
}

/** Returns the result of some work, unless the execution is stopped before. @throws ServiceError about `stop` */
export async function unlessStopped<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return await work;
	let unsubscribe: () => void = () => undefined;
	const stopped = new Promise<never>((_, reject) => {
		unsubscribe = onAbort(signal, () => reject(cancelled()));
	});
	try {
		return await Promise.race([work, stopped]);
	} finally {
		unsubscribe();
	}
}

/** Waits some ms, and stops waiting at once when the execution is stopped. @throws ServiceError about `stop` */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	for (let left = ms; left > 0 && !signal?.aborted; left -= SLICE) {
		await unlessStopped(sleep(Math.min(left, SLICE)), signal);
	}
	if (signal?.aborted) throw cancelled();
}

/** Entries of a long list that are handled before other work of n8n gets its turn. */
const ENTRIES_PER_TURN = 500;

/**
 * Yields the entries of a list, and lets n8n do other work after every 500. Ends early when the signal aborts.
 * @param readings how often each entry is read
 */
export async function* inTurns<T>(
	list: Iterable<T>,
	signal: AbortSignal,
	readings = 1,
): AsyncGenerator<T> {
	let count = 0;
	for (const entry of list) {
		count += readings;
		if (count >= ENTRIES_PER_TURN) {
			count = 0;
			await sleep(0);
		}
		if (signal.aborted) return;
		yield entry;
	}
}

/** Lets one piece of work run at a time, in the order in which it was asked for. */
export class Turns {
	private last: Promise<unknown> = Promise.resolve();

	/** Runs the work when all that was asked for before has ended; one that fails does not hold up the next. */
	async take<T>(work: () => Promise<T>): Promise<T> {
		const done = this.last.then(work);
		this.last = done.catch(() => undefined);
		return await done;
	}
}
