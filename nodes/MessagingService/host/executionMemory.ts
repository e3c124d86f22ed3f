import type { IExecuteFunctions } from 'n8n-workflow';

/** The part of an execution that is needed to find its memory. */
export type MemoryContext = Pick<IExecuteFunctions, 'getContext' | 'getExecutionId'>;

/**
 * Returns an object that the node keeps for one whole execution, over all rounds of a loop, and over the tries of Retry
 * On Fail. Change it in place. It is plain data: n8n saves it with an execution that waits.
 * @param initial returns it as it is before the first round
 */
export function executionMemory<Value extends object>(
	context: MemoryContext,
	name: string,
	initial: () => Value,
): Value {
	const memory = context.getContext('node');
	const executionId = context.getExecutionId();

	// n8n's "Retry execution" starts a new execution with the memory of the old one.
	if (memory.executionId !== executionId || !memory.values) {
		Object.assign(memory, { executionId, values: {} });
	}

	const values = memory.values as Record<string, Value>;
	values[name] ??= initial();
	return values[name];
}
