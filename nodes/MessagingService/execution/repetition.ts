import type { INodeExecutionData } from 'n8n-workflow';

import type { Once } from '../resources/operation';
import type { Outcome } from './outcome';

/** What earlier tries of an item have left behind. */
interface Memory {
	outcome?: Outcome;
	/** What the first step of a job of two has given. */
	step?: unknown;
}

/** By input item: it goes with the item. */
const memories = new WeakMap<object, Memory>();

/**
 * Lets n8n's Retry On Fail repeat what was not done, and nothing else. n8n makes the input items of a node anew for
 * each of its runs, also in a loop, and hands the very same ones to each try of one run: so what was done, or may
 * have been, is kept by the item.
 */
export class Repetition {
	constructor(
		private readonly items: INodeExecutionData[],
		private readonly isTool: boolean,
	) {}

	/** Returns what became of an item in an earlier try, unless it certainly was not done. */
	outcomeOf(itemIndex: number): Outcome | undefined {
		return this.memoryOf(itemIndex).outcome;
	}

	/** Keeps what became of an item for the next try. */
	keep(itemIndex: number, outcome: Outcome): void {
		if (outcome.fate !== 'notSent') this.memoryOf(itemIndex).outcome = outcome;
	}

	/** Returns what carries out a step of an item once, over all tries; a step that failed is repeated. */
	once(itemIndex: number): Once {
		return async <T>(step: () => Promise<T>) => {
			const memory = this.memoryOf(itemIndex);
			memory.step ??= await step();
			return memory.step as T;
		};
	}

	private memoryOf(itemIndex: number): Memory {
		const item = this.items[itemIndex];
		// The one item of an agent's tool is made anew for each try, around the same arguments.
		const key = this.isTool ? item.json : item;
		const memory = memories.get(key) ?? {};
		memories.set(key, memory);
		return memory;
	}
}
