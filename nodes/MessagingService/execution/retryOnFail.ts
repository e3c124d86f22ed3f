import { isAgentTool } from '../host/runtime';
import type { Run, ItemResult } from './results';

/**
 * The results of items that n8n's Retry On Fail must not repeat. n8n makes the input items of a node anew for each of its
 * runs, also in a loop, and hands the very same ones to each try of one run.
 */
const remembered = new WeakMap<object, ItemResult>();

/** Returns the object that stays the same for all tries: n8n makes the item of an agent's tool anew around its `json`. */
function identityOf({ context }: Run, itemIndex: number): object {
	const item = context.getInputData()[itemIndex];
	return isAgentTool(context.getNode()) ? item.json : item;
}

/** Keeps the result of an item for the tries of Retry On Fail, where these must not do it again. */
export function remember(run: Run, itemIndex: number, result: ItemResult): void {
	const onlyReads = run.operation.effect === 'reads';
	if (!onlyReads && !result.isRepeatable) remembered.set(identityOf(run, itemIndex), result);
}

/** Notes what earlier tries of Retry On Fail did. Returns the indexes of the items that this one does. */
export function recall(run: Run): number[] {
	const { results, stopsOnFailure } = run;
	for (const itemIndex of results.pending) {
		const earlier = remembered.get(identityOf(run, itemIndex));
		if (earlier) results.add(itemIndex, earlier);
	}

	// Where the node stops on failure, nothing starts after a failure of an earlier try.
	const { firstFailed: end } = results;
	const isEnded = stopsOnFailure && end !== undefined;
	return isEnded ? results.pending.filter((itemIndex) => itemIndex < end) : results.pending;
}
