import { cancelled } from '../errors/serviceError';
import { isNumber, type StateKey } from '../executionState';
import { Turns, wait } from '../waiting';

/** Space between two starts before anything is known of the service, in ms. */
const FIRST_SPACE = 0.2;

/** Longest space between two starts, in ms. A request takes less of n8n's processor, so starts need not be further apart. */
const MAX_SPACE = 3;

/** The part of a round trip over which starts are spread. The rest is for catching up. */
const SPREAD = 0.6;

/** Shortest wait of n8n's sleep, in ms. */
const SHORTEST_SLEEP = 1;

/** Longest pause that a service may ask for, in ms. */
export const MAX_PAUSE = 60_000;

/** How fast requests may start. */
export interface PaceSettings {
	/** Most starts in a second, 0 for no limit. */
	requestsPerSecond: number;
	/** Most requests at the same time. */
	concurrency: number;
}

/** Memory of a pace, whatever its settings are. Times are in ms of `now()`; plain data, which n8n can save. */
export interface PaceMemory {
	/** Time of the last start. */
	lastStart: number;
	/** Time until which the service has asked for quiet. */
	pausedUntil: number;
	/** The shortest time to an answer so far, in ms. */
	fastest?: number;
}

/** Returns the memory of a pace before its first request. */
export const newPaceMemory = (): PaceMemory => ({ lastStart: 0, pausedUntil: 0 });

/** The memory of a pace over all rounds of a loop. */
export const PACE: StateKey<PaceMemory> = {
	name: 'pace',
	initial: newPaceMemory,
	members: { lastStart: isNumber, pausedUntil: isNumber },
	optionalMembers: { fastest: isNumber },
};

const ORIGIN = Math.floor(performance.timeOrigin);

/**
 * Returns the time in ms since 1970, by a clock that is never put back while the process runs: otherwise an execution
 * would wait as long as the clock was put back.
 */
const now = () => ORIGIN + performance.now();

/**
 * Decides when a request may start, for all items of an execution together: not faster than the set pace, not while the
 * service has asked for a pause, and never in one burst. n8n's helper opens a connection for each request, and prepares
 * all that are due side by side. So requests that start together would leave together, once the last one is ready. They
 * would be answered together, and wait for each other in every round from then on.
 */
export class Pace {
	/** Lets requests start one after the other, in the order in which they came. */
	private readonly starts = new Turns();

	/** @param memory shared by all rounds of a loop, so that new settings change the pace and forget nothing */
	constructor(
		private readonly settings: PaceSettings,
		private readonly memory = newPaceMemory(),
	) {
		// An earlier round may have run on a machine whose clock is ahead.
		memory.lastStart = Math.min(memory.lastStart, now());
		memory.pausedUntil = Math.min(memory.pausedUntil, now() + MAX_PAUSE);
	}

	/** Waits until the next request may start. @throws ServiceError about `stop` */
	async turn(signal?: AbortSignal): Promise<void> {
		await this.starts.take(async () => await this.start(signal));
	}

	/** Learns how many ms an answer takes: the faster the service, the closer together requests start. */
	answered(ms: number): void {
		this.memory.fastest = Math.min(this.memory.fastest ?? Infinity, Math.max(ms, 1));
	}

	/** Keeps all requests of the execution from starting for some ms from now, as after a 429. */
	pause(ms: number): void {
		this.memory.pausedUntil = Math.max(this.memory.pausedUntil, now() + ms);
	}

	/** Returns when the next request may start, in ms of `now()`. */
	private due(): number {
		const { lastStart, pausedUntil, fastest } = this.memory;
		const { requestsPerSecond, concurrency } = this.settings;

		const interval = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
		const space = fastest ? Math.min(MAX_SPACE, (SPREAD * fastest) / concurrency) : FIRST_SPACE;
		return Math.max(lastStart + Math.max(interval, space), pausedUntil);
	}

	private async start(signal?: AbortSignal): Promise<void> {
		let ms = this.due() - now();
		while (ms >= SHORTEST_SLEEP) {
			await wait(ms, signal);
			// A pause may have begun, or grown longer, meanwhile.
			ms = this.due() - now();
		}

		if (signal?.aborted) throw cancelled();
		this.memory.lastStart = Math.max(now(), this.due());
	}
}
