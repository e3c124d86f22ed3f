import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { serviceError } from '../errors';

/**
 * Longest single wait, in ms: so soon every wait notices that the execution was stopped. n8n's sleep cannot be ended, and a
 * listener at the signal for each of a hundred requests that wait makes Node.js warn of a leak.
 */
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
	return await new Promise((resolve, reject) => {
		const stop = () => reject(serviceError('stopped'));
		if (signal.aborted) stop();
		signal.addEventListener('abort', stop);
		void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
	});
}

/** Longest time for which n8n waits, in ms: meanwhile it answers nobody. */
const LONGEST_WORK = 50;

/** Returns what a long piece of work awaits at each step: it hands n8n the turn where the work has taken long enough. */
export function pauses(): () => Promise<void> {
	let start = performance.now();
	return async () => {
		if (performance.now() - start < LONGEST_WORK) return;

		await sleep(0);
		start = performance.now();
	};
}

/**
 * Returns an object that the node keeps for one whole execution, over all rounds of a loop, and for the *Retry* of one
 * that failed. Change it in place. It is plain data: n8n saves it with an execution that waits, or fails.
 * @param initial as it is before the first round
 */
export function executionMemory<Value extends object>(
	context: Pick<IExecuteFunctions, 'getContext'>,
	name: string,
	initial: Value,
): Value {
	const memory = context.getContext('node') as Record<string, Value>;
	return (memory[name] ??= initial);
}
