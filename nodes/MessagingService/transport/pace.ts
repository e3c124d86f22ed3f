import { stopped } from '../errors';
import { Turns, wait } from '../host/waiting';

/** Space between two starts before anything is known of the service, in ms. */
const FIRST_SPACE = 0.2;

/** Longest space between two starts, in ms: a request takes less of n8n's processor. */
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

/** Memory of a pace over all rounds of a loop: plain data, which n8n can save. Times are in ms of `now()`. */
export interface PaceMemory {
	/** Time of the last start. */
	lastStart: number;
	/** Time until which the service has asked for quiet. */
	pausedUntil: number;
	/** The shortest time to an answer so far, in ms; 0 before the first. */
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

		if (signal?.aborted) throw stopped();
		this.memory.lastStart = Math.max(now(), this.due());
	}

	/** Returns when the next request may start, in ms of `now()`. */
	private due(): number {
		const { lastStart, pausedUntil, fastest } = this.memory;
		const { requestsPerSecond, concurrency } = this.settings;

		const interval = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
		const space = fastest > 0 ? Math.min(MAX_SPACE, (SPREAD * fastest) / concurrency) : FIRST_SPACE;
		return Math.max(lastStart + Math.max(interval, space), pausedUntil);
	}
}
