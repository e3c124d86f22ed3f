import { sleep } from 'n8n-workflow';

import { serviceError } from '../errors';

/** Longest single wait, in ms: so soon every wait notices that the execution was stopped. */
const SLICE = 100;

/** Waits some ms, or until the execution is stopped. @throws ServiceError about `stop` */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	for (let left = ms; left > 0 && !signal?.aborted; left -= SLICE) {
		await sleep(Math.min(left, SLICE));
	}
	if (signal?.aborted) throw serviceError('stopped');
}

/** Returns the result of some work, unless the execution is stopped before. @throws ServiceError about `stop` */
export async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	const WAITING = Symbol();
	for (;;) {
		const result = await Promise.race([work, sleep(SLICE).then(() => WAITING)]);
		if (result !== WAITING) return await work;
		if (signal.aborted) throw serviceError('stopped');
	}
}

/** Lets one piece of work run at a time, in the order in which it was asked for. */
export class Turns {
	private last: Promise<unknown> = Promise.resolve();

	/** Runs the work when all that was asked for before has ended; one that fails does not hold up the next. */
	async take<T>(work: () => Promise<T>): Promise<T> {
		const done = this.last.then(work);
		this.last = done.catch(() => undefined);
		return await done;
	}
}
