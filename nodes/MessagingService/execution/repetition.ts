import type { INode, INodeExecutionData } from 'n8n-workflow';

import type { Once } from '../resources/operation';
import type { Outcome } from './outcome';

/** What earlier tries of an item have left behind. */
export interface Memory {
	/** Its result, where that is final. */
	outcome?: Outcome;
	/** Its Send Once Key, where it has one. */
	sendOnceKey?: string;
	/** What the first step of a job of two has given. */
	step?: unknown;
}

/** By input item: it goes with the item. */
const memories = new WeakMap<object, Memory>();

/**
 * Returns what lets n8n's Retry On Fail repeat what was not done, and nothing else. n8n makes the input items of a node
 * anew for each of its runs, also in a loop, and hands the very same ones to each try of one run: so what was done, or
 * may have been, is kept by the item.
 */
export function memoryOf(item: INodeExecutionData, { type }: INode): Memory {
	// The one item of an agent's tool, whose type n8n ends so, is made anew for each try, around the same arguments.
	const key = type.endsWith('Tool') ? item.json : item;
	const memory = memories.get(key) ?? {};
	memories.set(key, memory);
	return memory;
}

/** Returns what carries out a step of an item once, over all tries; a step that failed is repeated. */
export function onceIn(memory: Memory): Once {
	return async <T>(step: () => Promise<T>) => {
		memory.step ??= await step();
		return memory.step as T;
	};
}
