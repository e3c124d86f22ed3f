import type { ExecutionSettings } from '../service/settings';
import { Stagger } from './stagger';
import { wait } from './wait';

/** What the user set of it. */
export type PaceSettings = Pick<ExecutionSettings, 'requestsPerSecond' | 'concurrency'>;

/**
 * Decides when a request may start, for all items of an execution together:
 * not faster than the set pace, and not while the service has asked for a pause.
 * Its times are those of performance.now(): a clock that is put back must not hold an execution up.
 */
export class Pace {
	/** ms between two starts. */
	private readonly interval: number;

	/** Time before which no further request starts, in ms of performance.now(). */
	private nextStart = 0;

	/** Time until which the service has asked for quiet, in ms of performance.now(). */
	private pausedUntil = 0;

	private readonly stagger: Stagger;

	constructor(
		{ requestsPerSecond, concurrency }: PaceSettings,
		private readonly signal?: AbortSignal,
	) {
		this.interval = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
		this.stagger = new Stagger(concurrency);
	}

	/**
	 * Waits until the next request may start.
	 * @throws ServiceError of kind `cancelled`
	 */
	async turn(): Promise<void> {
		if (this.interval > 0) {
			const now = performance.now();
			const start = Math.max(now, this.nextStart);
			this.nextStart = start + this.interval;
			await wait(start - now, this.signal);
		}
		await this.stagger.turn();
		// A pause may have been asked for, or prolonged, while this one waited.
		while (this.pausedUntil > performance.now()) {
			await wait(this.pausedUntil - performance.now(), this.signal);
			await this.stagger.turn();
		}
		if (this.signal?.aborted) await wait(0, this.signal);
	}

	/** Learns how long the service took for an answer, in ms. */
	answered(ms: number): void {
		this.stagger.answered(ms);
	}

	/**
	 * Keeps every request of the execution from starting for a while, as after a 429.
	 * @param ms how long from now
	 */
	pause(ms: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, performance.now() + ms);
	}
}
