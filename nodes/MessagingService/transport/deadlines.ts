/** Part of the timeout by which a deadline may be late: requests that start within it share one. */
const SLACK = 0.01;

/** The longest that a timer can wait, in ms. */
const LONGEST = 2_147_483_647;

type Reject = (reason: unknown) => void;

/**
 * Ends requests that take too long. The helper's own timeout starts anew with every byte that arrives;
 * this one does not. A timer for each request would cost more than all else that is done for it here.
 */
export class Deadlines {
	private pending = new Set<Reject>();

	/** Until when requests that start share the present deadline, in ms of performance.now(). */
	private sharedUntil = 0;

	/** @param timeout ms for one request, from its start to the end of its answer */
	constructor(private readonly timeout: number) {}

	/**
	 * Gives what the request gives.
	 * @throws DOMException named `TimeoutError`, once the request has taken longer than the timeout
	 */
	async meet<T>(request: Promise<T>): Promise<T> {
		const pending = this.current();
		return await new Promise<T>((resolve, reject) => {
			pending.add(reject);
			request.then(resolve, reject).finally(() => pending.delete(reject));
		});
	}

	/** The requests that share the deadline of one that starts now. */
	private current(): Set<Reject> {
		const now = performance.now();
		if (now < this.sharedUntil) return this.pending;
		const slack = this.timeout * SLACK;
		const pending = new Set<Reject>();
		const deadline = AbortSignal.timeout(Math.min(Math.ceil(this.timeout + slack), LONGEST));
		deadline.addEventListener('abort', () => pending.forEach((reject) => reject(deadline.reason)), {
			once: true,
		});
		this.pending = pending;
		this.sharedUntil = now + slack;
		return pending;
	}
}
