import type { INode, INodeExecutionData } from 'n8n-workflow';

import type { FirstStep } from '../resources/operation';
import { isAgentTool } from '../agentTool';
import type { ItemResult } from './itemResult';

/**
 * The memory of earlier tries of an item. The build of `test/stored/2.json` left `result` and `sendOnceKey`. It also left
 * `step`, the result of a first step, without what that was made from: it is not read, since it may be for somebody else.
 */
export interface Memory {
	/** Its result, where Retry On Fail must not repeat the item. */
	result?: ItemResult;
	/** Its Send Once Key, where it has one. */
	sendOnceKey?: string;
	/** Whether an earlier try has seen it. */
	isSeen?: boolean;
	/** Whether the service was asked for it, without a result that is final. */
	isBegun?: boolean;
	/** The number that it adopts, where it does. */
	adopts?: string;
	/** The result of the first step of a job of two, and what it was made from, as JSON. */
	firstStep?: { madeFrom: string; result: unknown };
}

const MEMORY = Symbol.for('n8n-nodes-messaging-service memory');

/**
 * Returns the memory that lets n8n's Retry On Fail repeat what was not done, and nothing else. n8n makes the input items
 * of a node anew for each of its runs, also in a loop, and hands the very same ones to each try of one run. So the memory
 * stands on the item, where it outlives the modules of this package: n8n drops these when it updates the package. It is
 * not enumerable, so n8n neither saves nor copies it.
 *
 * Engine 2.0 has no Retry On Fail yet, and makes the items anew for each try. Once it has it, the memory must stand in the
 * state of the execution (`executionState`), by round and item index.
 */
export function memoryOf(item: INodeExecutionData, node: INode): Memory {
	// n8n makes the one item of an agent's tool anew for each try, around the same arguments.
	const home: { [MEMORY]?: Memory } = isAgentTool(node) ? item.json : item;
	const earlier = home[MEMORY];
	if (earlier) return earlier;

	const memory: Memory = {};
	Object.defineProperty(home, MEMORY, { value: memory });
	return memory;
}

/**
 * Returns a function that carries out a step of an item once, over all tries. A step that failed is repeated, and so is one
 * that was made from something else.
 */
export function rememberStep(memory: Memory): FirstStep {
	return async <T>(madeFrom: unknown, step: () => Promise<T>) => {
		const now = JSON.stringify(madeFrom);
		const earlier = memory.firstStep;
		if (earlier?.madeFrom === now) return earlier.result as T;

		const result = await step();
		memory.firstStep = { madeFrom: now, result };
		return result;
	};
}
