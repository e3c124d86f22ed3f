import pLimit from 'p-limit';

import { serviceError } from '../errors';
import { wait } from '../n8n/waiting';

/** Shortest wait of n8n's sleep, in ms. */
const SHORTEST_SLEEP = 1;

/** Longest wait that a service may ask for, in ms: nothing waits longer. */
export const MAX_WAIT = 60_000;

/** Memory of a pace over all rounds of a loop: plain data, which n8n can save. Times are in ms of `now()`. */
export interface PaceMemory {
	/** Time of the last start. */
	lastStart: number;
	/** Time until which the service has asked for quiet. */
	pausedUntil: number;
}

/** Returns the memory of a pace before its first request. */
export const newPaceMemory = (): PaceMemory => ({ lastStart: 0, pausedUntil: 0 });

const ORIGIN = Math.floor(performance.timeOrigin);

/** Returns the time in ms since 1970, by a clock that is never put back while the process runs. */
const now = () => ORIGIN + performance.now();

/**
 * Decides when a request may start, for all items of an execution together: not faster than the set pace, and not while
 * the service has asked for a pause.
 */
export class Pace {
	/** Lets requests start one after the other, in the order in which they came. */
	private readonly starts = pLimit(1);

	/** Shortest time between two starts, in ms. */
	private readonly interval: number;

	/**
	 * @param requestsPerSecond most starts in a second, 0 for no limit
	 * @param memory shared by all rounds of a loop, so that new settings change the pace and forget nothing
	 */
	constructor(
		requestsPerSecond: number,
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
		const { lastStart, pausedUntil } = this.memory;
		return Math.max(lastStart + this.interval, pausedUntil);
	}
}
