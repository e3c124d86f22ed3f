import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { InputError } from '../errors/inputError';

/** Most keys of one execution: the record that n8n rewrites at each call takes 54 bytes for each. */
export const MAX_KEYS = 250_000;

/** The part of an execution that is needed to count its keys. */
export type CountContext = Pick<IExecuteFunctions, 'getContext' | 'getInputData'>;

/** First items of runs whose keys are counted: Retry On Fail brings the very same ones again. */
const counted = new WeakSet<INodeExecutionData>();

/**
 * Gives how many keys the node uses in this execution, with those of earlier rounds of a loop.
 * @param own keys of this run
 * @throws InputError when there are more than n8n can keep
 */
export function countKeys(context: CountContext, own: number): number {
	const [firstItem] = context.getInputData();
	const loop = context.getContext('node') as { sendOnceKeys?: number };
	const count = (loop.sendOnceKeys ?? 0) + (counted.has(firstItem) ? 0 : own);
	if (count > MAX_KEYS) throw tooMany(count);
	loop.sendOnceKeys = count;
	counted.add(firstItem);
	return count;
}

function tooMany(count: number): InputError {
	return new InputError(
		`One execution can use at most ${MAX_KEYS} Send Once Keys, but this one has ${count}`,
		'Nothing was sent. Split the items over several executions, or keep in a database of your own who has been sent to, as the example "A night of messages, each once, with PostgreSQL" does.',
	);
}
