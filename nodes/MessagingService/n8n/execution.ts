import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { serviceError } from '../errors';

/**
 * Longest single wait, in ms: so soon every wait notices that the execution was stopped. n8n's sleep cannot be ended, and a
 * listener at the signal for each of a hundred requests that wait makes Node.js warn of a leak.
 */
const SLICE = 100;

/** Waits some ms, or until the execution is stopped. @throws ServiceError about `stop` */
export async function wait(ms: number, signal?: AbortSignal) {
	for (let left = ms; left > 0 && !signal?.aborted; left -= SLICE) {
		await sleep(Math.min(left, SLICE));
	}
	if (signal?.aborted) throw serviceError('stopped');
}

/** Longest time for which n8n waits, in ms: meanwhile it answers nobody. */
const LONGEST_WORK = 50;

/** Returns what a long piece of work awaits at each step: it hands n8n the turn where the work has taken long enough. */
export function pauses() {
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
