import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { nodeError } from '../errors/nodeError';
import { ServiceError } from '../errors/serviceError';
import { describeProgress } from './progress';

/** What became of one input item. */
export type Outcome = { items: IDataObject[] } | { error: unknown };

/** What became of all input items of an execution, and what n8n is told of it. */
export class Outcomes {
	private readonly outcomes: Array<Outcome | undefined>;

	private firstFailure?: { itemIndex: number; error: unknown };

	constructor(
		private readonly node: INode,
		readonly itemCount: number,
	) {
		this.outcomes = new Array<Outcome | undefined>(itemCount).fill(undefined);
	}

	/** Notes that an item was done. */
	done(itemIndex: number, items: IDataObject[]): void {
		this.outcomes[itemIndex] = { items };
	}

	/** Notes that an item failed, or was not started; tells whether it failed. */
	failed(itemIndex: number, error: unknown): boolean {
		this.outcomes[itemIndex] = { error };
		if (isCancelled(error)) return false;
		this.firstFailure ??= { itemIndex, error };
		return true;
	}

	/** Gives the output items in the order of the input items, each paired with its own. */
	output(): INodeExecutionData[] {
		return this.outcomes.flatMap((outcome, itemIndex) =>
			outcome ? toOutputItems(outcome, itemIndex, this.node) : [],
		);
	}

	/**
	 * Gives the error of the item that failed first, which says what became of the others;
	 * undefined where none failed.
	 * @param hasSendOnceKey whether the operation has the option Send Once Key
	 */
	failure(hasSendOnceKey: boolean): Error | undefined {
		if (!this.firstFailure) return undefined;
		const { itemIndex, error } = this.firstFailure;
		const done: number[] = [];
		const alsoFailed: number[] = [];
		const open: number[] = [];
		this.outcomes.forEach((outcome, index) => {
			if (index === itemIndex || outcome === undefined) return;
			if ('items' in outcome) done.push(index);
			else if (!isCancelled(outcome.error)) {
				alsoFailed.push(index);
				if (mayHaveActed(outcome.error)) open.push(index);
			}
		});
		const total = this.itemCount;
		const addition = describeProgress({ total, done, alsoFailed, open, hasSendOnceKey });
		return nodeError(this.node, error, { itemIndex, addition });
	}
}

/** Tells whether an item was not done because the execution ended before its turn. */
function isCancelled(error: unknown): boolean {
	return error instanceof ServiceError && error.kind === 'cancelled' && error.acted === 'no';
}

/** Tells whether the service may have carried out a request that failed. */
function mayHaveActed(error: unknown): boolean {
	return error instanceof ServiceError && error.acted === 'unknown';
}

/** Gives the output items of one input item, each paired with it. */
export function toOutputItems(
	outcome: Outcome,
	itemIndex: number,
	node: INode,
): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	if ('items' in outcome) return outcome.items.map((json) => ({ json, pairedItem }));
	const error = nodeError(node, outcome.error, { itemIndex });
	const { message, description } = error;
	const httpCode = 'httpCode' in error ? error.httpCode : undefined;
	const json: IDataObject = {
		error: message,
		...(description && { description }),
		...(httpCode && { httpCode }),
	};
	const item: INodeExecutionData = { json, pairedItem };
	if (node.onError === 'continueErrorOutput') {
		// n8n moves items that have an error to the error output, with the input item's data. Of an
		// item that still has one afterwards it keeps the message alone, so it must not be copied along.
		Object.defineProperty(item, 'error', { value: error, enumerable: false, writable: true });
	}
	return [item];
}
