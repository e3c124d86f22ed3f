import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { serviceError, withoutTags } from '../errors';

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

/** When n8n last had its turn, in ms of the process. All loops share it. */
let lastTurn = 0;

/** Goes through entries, and hands n8n the turn after 50 ms of work: meanwhile it answers nobody. */
export async function* inTurns<Entry>(entries: Iterable<Entry>) {
	for (const entry of entries) {
		if (performance.now() - lastTurn >= 50) {
			await sleep(0);
			lastTurn = performance.now();
		}
		yield entry;
	}
}

/** Shows a text above the output items, where something is not as usual. Older versions of n8n have no place for it. */
export function showHint(context: IExecuteFunctions, text: string, type: 'info' | 'warning') {
	// n8n shows it as HTML, and it may name what the service answered.
	const message = withoutTags(text);
	context.addExecutionHints?.({ message, type, location: 'outputPane' });
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
