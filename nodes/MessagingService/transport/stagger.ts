import { sleep } from 'n8n-workflow';
import pLimit from 'p-limit';

/** Before anything is known of the service, in ms. */
const FIRST_GAP = 0.2;

/** More than a request takes of n8n's processor, in ms: further apart, they are not in each other's way. */
const MAX_GAP = 3;

/** Part of a round trip over which starts are spread; the rest is for catching up. */
const SPREAD = 0.6;

/** Shortest wait of n8n's sleep, in ms. */
const SHORTEST_SLEEP = 1;

/**
 * Keeps the requests of an execution from starting in one burst. n8n's helper opens a connection for each
 * and prepares all that are due side by side, so requests that start together leave together, once the
 * last is ready, are answered together, and so wait for each other at every round from then on.
 */
export class Stagger {
	private readonly door = pLimit(1);

	/** ms between two starts. */
	private gap = FIRST_GAP;

	/** ms that the door has still to be shut for the requests that went through it. */
	private owed = 0;

	/** The shortest time to an answer so far, in ms. */
	private fastest = Infinity;

	/** @param concurrency most requests in flight at once */
	constructor(private readonly concurrency: number) {}

	/** Waits until the next request may start. */
	async turn(): Promise<void> {
		await new Promise<void>((start) => {
			void this.door(async () => {
				start();
				this.owed += this.gap;
				if (this.owed < SHORTEST_SLEEP) return;
				await sleep(this.owed);
				this.owed = 0;
			});
		});
	}

	/**
	 * Learns how long the service takes: the faster, the closer together requests start.
	 * @param ms from the start of a request to the end of its answer
	 */
	answered(ms: number): void {
		this.fastest = Math.min(this.fastest, Math.max(ms, 1));
		this.gap = Math.min(MAX_GAP, (SPREAD * this.fastest) / this.concurrency);
	}
}
