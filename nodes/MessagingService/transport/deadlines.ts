import { sleep } from 'n8n-workflow';

import { memberOf } from '../object';
import { onAbort } from '../waiting';

/** The part of the timeout by which a deadline may be late: requests that start within it share one. */
const SLACK = 0.01;

/** The longest that a timer can wait, in ms. */
const LONGEST = 2_147_483_647;

/**
 * Ends requests that take too long, and all of them once the execution is stopped. The timeout of n8n's helper starts
 * anew with every byte that arrives; this one does not. Requests share timers: one for each would cost more than everything
 * else that is done here for a request.
 */
export class Deadlines {
	/** Aborts when the requests that share it have taken too long. */
	private shared?: AbortSignal;

	/** The time until which requests that start share it, in ms of performance.now(). */
	private sharedUntil = 0;

	/**
	 * @param timeout ms for one request, from its start to the end of its answer
	 * @param stopped aborted when the user stops the execution
	 */
	constructor(
		private readonly timeout: number,
		private readonly stopped?: AbortSignal,
	) {}

	/**
	 * Returns the result of a request.
	 * @param start starts it, and ends it when the signal says so: it must not leave after that
	 * @throws Error named `TimeoutError` once it has taken longer than the timeout, with what the request then
	 *   threw as its cause
	 */
	async withDeadline<T>(start: (signal: AbortSignal) => Promise<T>): Promise<T> {
		const request = new AbortController();
		const signals = this.stopped ? [this.deadline(), this.stopped] : [this.deadline()];
		const unsubscribes: Array<() => void> = [];

		try {
			return await new Promise<T>((resolve, reject) => {
				const end = (reason: unknown) => {
					request.abort(reason);
					// The request has one turn to throw its own error, which tells whether anything had left.
					void sleep(0).then(() => reject(reason));
				};

				for (const signal of signals) {
					unsubscribes.push(onAbort(signal, () => end(signal.reason)));
				}

				const fail = (error: unknown) => reject(withReason(error, request.signal.reason));
				start(request.signal).then(resolve, fail);
			});
		} finally {
			unsubscribes.forEach((unsubscribe) => unsubscribe());
		}
	}

	/** Returns the deadline of a request that starts now. */
	private deadline(): AbortSignal {
		const now = performance.now();
		if (this.shared && !this.shared.aborted && now < this.sharedUntil) return this.shared;

		const slack = this.timeout * SLACK;
		this.sharedUntil = now + slack;
		this.shared = AbortSignal.timeout(Math.min(Math.ceil(this.timeout + slack), LONGEST));
		return this.shared;
	}
}

/** Returns an error that says that time was up, where it came for that, whatever the request called it. */
function withReason(error: unknown, reason: unknown): unknown {
	const name = memberOf(reason, 'name');
	if (name !== 'TimeoutError' || error === reason) return error;

	return Object.assign(new Error('The request took too long', { cause: error }), { name });
}
