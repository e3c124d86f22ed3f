import { cancelled } from '../errors/serviceError';
import { Turns, wait } from '../waiting';

/** Space between two starts before anything is known of the service, in ms. */
const FIRST_SPACE = 0.2;

/** More than a request takes of n8n's processor, in ms: further apart, they are not in each other's way. */
const MAX_SPACE = 3;

/** Part of a round trip over which starts are spread; the rest is for catching up. */
const SPREAD = 0.6;

/** Shortest wait of n8n's sleep, in ms. */
const SHORTEST_SLEEP = 1;

/** How fast requests may start. */
export interface PaceSettings {
	/** Most starts in a second, 0 for no limit. */
	requestsPerSecond: number;
	/** Most requests at the same time. */
	concurrency: number;
}

/**
 * Decides when a request may start, for all items of an execution together: not faster than the set pace,
 * not while the service has asked for a pause, and never in one burst. n8n's helper opens a connection for
 * each request and prepares all that are due side by side, so requests that start together leave together,
 * once the last is ready, are answered together, and so wait for each other at every round from then on.
 * Its times are those of performance.now(): a clock that is put back must not hold an execution up.
 */
export class Pace {
	/** ms between two starts, as the user set it. */
	private readonly interval: number;

	/** ms between two starts, so that they are not in each other's way. */
	private space = FIRST_SPACE;

	/** The shortest time to an answer so far, in ms. */
	private fastest = Infinity;

	/** Time before which no further request starts, in ms of performance.now(). */
	private nextStart = 0;

	/** Time until which the service has asked for quiet, in ms of performance.now(). */
	private pausedUntil = 0;

	/** Requests start one after the other, in the order in which they came. */
	private readonly starts = new Turns();

	constructor(private readonly settings: PaceSettings) {
		const { requestsPerSecond } = settings;
		this.interval = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
	}

	/** Tells whether this is the pace of some settings. */
	keeps({ requestsPerSecond, concurrency }: PaceSettings): boolean {
		const { settings } = this;
		return settings.requestsPerSecond === requestsPerSecond && settings.concurrency === concurrency;
	}

	/** Waits until the next request may start. @throws ServiceError about `stop` */
	async turn(signal?: AbortSignal): Promise<void> {
		await this.starts.take(async () => await this.start(signal));
	}

	/** Learns how many ms an answer takes: the faster the service, the closer together requests start. */
	answered(ms: number): void {
		this.fastest = Math.min(this.fastest, Math.max(ms, 1));
		this.space = Math.min(MAX_SPACE, (SPREAD * this.fastest) / this.settings.concurrency);
	}

	/** Keeps all requests of the execution from starting for some ms from now, as after a 429. */
	pause(ms: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, performance.now() + ms);
	}

	private async start(signal?: AbortSignal): Promise<void> {
		let now = performance.now();
		// A pause may be asked for, or prolonged, while this one waits.
		for (let at; (at = Math.max(this.nextStart, this.pausedUntil)) - now >= SHORTEST_SLEEP; ) {
			await wait(at - now, signal);
			now = performance.now();
		}
		if (signal?.aborted) throw cancelled();
		this.nextStart = Math.max(now, this.nextStart) + Math.max(this.interval, this.space);
	}
}
