import { sleep } from 'n8n-workflow';

import { onAbort } from '../waiting';

/** Part of the timeout by which a deadline may be late: requests that start within it share one. */
const SLACK = 0.01;

/** The longest that a timer can wait, in ms. */
const LONGEST = 2_147_483_647;

/** Time that a request has to end once it was told to, in ms: it does so at once, or not at all. */
const LAST_WORDS = 0;

/** A request that has no answer yet. */
interface InFlight {
	controller: AbortController;
	reject: (reason: unknown) => void;
}

/**
 * Ends requests that take too long, and all of them once the execution is stopped. The helper's own timeout
 * starts anew with every byte that arrives; this one does not. A timer for each request would cost more than
 * all else that is done for it here.
 */
export class Deadlines {
	private readonly inFlight = new Set<InFlight>();

	/** Takes the listener off the signal of the execution, while there is one. */
	private release?: () => void;

	/** Those that share the present deadline. */
	private group = new Set<InFlight>();

	/** Until when requests that start share the present deadline, in ms of performance.now(). */
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
	 * Returns what a request gives.
	 * @param start starts it, and ends it when the signal says so: it must not leave after that
	 * @throws Error named `TimeoutError` once it has taken longer than the timeout, with what the request then
	 *   threw as its cause
	 */
	async meet<T>(start: (signal: AbortSignal) => Promise<T>): Promise<T> {
		const controller = new AbortController();
		const { signal } = controller;
		const group = this.currentGroup();
		const request: InFlight = { controller, reject: () => undefined };
		group.add(request);
		this.enter(request);
		try {
			return await new Promise<T>((resolve, reject) => {
				request.reject = reject;
				start(signal).then(resolve, (error: unknown) => reject(withReason(error, signal.reason)));
			});
		} finally {
			group.delete(request);
			this.inFlight.delete(request);
			if (this.inFlight.size === 0) this.release?.();
		}
	}

	/** Has a request ended when the execution is stopped. */
	private enter(request: InFlight): void {
		const { stopped, inFlight } = this;
		inFlight.add(request);
		if (stopped?.aborted) end(request, stopped.reason);
		else if (stopped && inFlight.size === 1) {
			this.release = onAbort(stopped, () => inFlight.forEach((one) => end(one, stopped.reason)));
		}
	}

	/** The requests that share the deadline of one that starts now. */
	private currentGroup(): Set<InFlight> {
		const now = performance.now();
		if (now < this.sharedUntil) return this.group;
		const slack = this.timeout * SLACK;
		const group = new Set<InFlight>();
		const deadline = AbortSignal.timeout(Math.min(Math.ceil(this.timeout + slack), LONGEST));
		const endAll = () => {
			this.sharedUntil = 0;
			for (const request of group) end(request, deadline.reason);
		};
		deadline.addEventListener('abort', endAll, { once: true });
		this.group = group;
		this.sharedUntil = now + slack;
		return group;
	}
}

function end(request: InFlight, reason: unknown): void {
	request.controller.abort(reason);
	// The request's own error tells whether anything had left; one that does not come is not waited for.
	void sleep(LAST_WORDS).then(() => request.reject(reason));
}

/** An error that came because time was up says so, whatever the request called it. */
function withReason(error: unknown, reason: unknown): unknown {
	const { name } = (reason ?? {}) as { name?: unknown };
	if (name !== 'TimeoutError' || error === reason) return error;
	return Object.assign(new Error('The request took too long', { cause: error }), { name });
}
