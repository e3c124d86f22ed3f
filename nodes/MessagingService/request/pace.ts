import pLimit from 'p-limit';

import { serviceError } from '../errors';
import { wait } from '../n8n/waiting';

/** Shortest wait of n8n's sleep, in ms. */
const SHORTEST_SLEEP = 1;

/** Space between two starts before anything is known of the service, and the longest one, in ms. */
const FIRST_SPACE = 0.2;
const MAX_SPACE = 3;

/** The part of a round trip over which starts are spread. The rest is for catching up. */
const SPREAD = 0.6;

/** Longest wait that a service may ask for, in ms: nothing waits longer. */
export const MAX_WAIT = 60_000;

/** Memory of a pace over all rounds of a loop: plain data, which n8n can save. Times are in ms of `now()`. */
export interface PaceMemory {
	/** Time of the last start. */
	lastStart: number;
	/** Time until which the service has asked for quiet. */
	pausedUntil: number;
	/** The shortest time to a response so far, in ms; 0 before the first. */
	fastest: number;
}

/** Returns the memory of a pace before its first request. */
export const newPaceMemory = (): PaceMemory => ({ lastStart: 0, pausedUntil: 0, fastest: 0 });

const ORIGIN = Math.floor(performance.timeOrigin);

/** Returns the time in ms since 1970, by a clock that is never put back while the process runs. */
const now = () => ORIGIN + performance.now();

/**
 * Decides when a request may start, for all items of an execution together: not faster than the set pace, not while the
 * service has asked for a pause, and never in one burst. Requests that start together would be answered together, and
 * wait for each other in every round from then on.
 */
export class Pace {
	/** Lets requests start one after the other, in the order in which they came. */
	private readonly starts = pLimit(1);

	/** Shortest time between two starts, in ms. */
	private readonly interval: number;

	/**
	 * @param requestsPerSecond most starts in a second, 0 for no limit
	 * @param concurrency most requests at the same time
	 * @param memory shared by all rounds of a loop, so that new settings change the pace and forget nothing
	 */
	constructor(
		requestsPerSecond: number,
		private readonly concurrency: number,
		private readonly memory = newPaceMemory(),
	) {
		this.interval = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
		// An earlier round may have run on a machine whose clock is ahead.
		memory.lastStart = Math.min(memory.lastStart, now());
		memory.pausedUntil = Math.min(memory.pausedUntil, now() + MAX_WAIT);
	}

	/** Waits until the next request may start. @throws ServiceError about `stop` */
	async turn(signal?: AbortSignal): Promise<void> {
		await this.starts(async () => await this.start(signal));
	}

	/** Learns how many ms a response takes: the faster the service, the closer together requests start. */
	answered(ms: number): void {
		const { fastest } = this.memory;
		this.memory.fastest = Math.max(fastest === 0 ? ms : Math.min(fastest, ms), 1);
	}

	/** Keeps all requests of the execution from starting for some ms from now, as after a 429. */
	pause(ms: number): void {
		this.memory.pausedUntil = Math.max(this.memory.pausedUntil, now() + ms);
	}

	private async start(signal?: AbortSignal): Promise<void> {
		let ms = this.due() - now();
		while (ms >= SHORTEST_SLEEP) {
			await wait(ms, signal);
			// A pause may have begun, or grown longer, meanwhile.
			ms = this.due() - now();
		}

		if (signal?.aborted) throw serviceError('stopped');
		this.memory.lastStart = Math.max(now(), this.due());
	}

	/** Returns when the next request may start, in ms of `now()`. */
	private due(): number {
		const { lastStart, pausedUntil, fastest } = this.memory;
		const spread = (SPREAD * fastest) / this.concurrency;
		const space = fastest > 0 ? Math.min(MAX_SPACE, spread) : FIRST_SPACE;
		return Math.max(lastStart + Math.max(this.interval, space), pausedUntil);
	}
}
