import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Returns an object that the node keeps for one whole execution, over all rounds of a loop, and for the *Retry* of one
 * that failed. Change it in place. It is plain data: n8n saves it with an execution that waits, or fails.
 * @param initial returns it as it is before the first round
 */
export function executionMemory<Value extends object>(
	context: Pick<IExecuteFunctions, 'getContext'>,
	name: string,
	initial: () => Value,
): Value {
	const memory = context.getContext('node') as Record<string, Value>;
	memory[name] ??= initial();
	return memory[name];
}
