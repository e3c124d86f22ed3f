import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { nodeError } from '../errors/nodeError';
import { ServiceError } from '../errors/serviceError';
import { describeProgress } from './progress';

/** What became of one input item. */
export type Outcome = { items: IDataObject[] } | { error: unknown; note?: string };

/** How many items of an operation that sends ended how. */
export interface Counts {
	sent: number;
	/** Whose Send Once Key was used for a message that was sent. */
	skipped: number;
	/** Certainly not sent. */
	refused: number;
	/** May have been sent, now or under the same Send Once Key before. */
	open: number;
}

/** What became of all input items of an execution, and what n8n is told of it. */
export class Outcomes {
	private readonly outcomes: Array<Outcome | undefined>;

	private firstFailure?: { itemIndex: number; error: unknown };

	readonly counts: Counts = { sent: 0, skipped: 0, refused: 0, open: 0 };

	/** Items that another run would do again. */
	private readonly repeatable = new Set<number>();

	constructor(
		private readonly node: INode,
		readonly itemCount: number,
	) {
		this.outcomes = new Array<Outcome | undefined>(itemCount).fill(undefined);
	}

	/** Notes that an item was done; without a Send Once Key, another run does it again. */
	done(itemIndex: number, items: IDataObject[], sendOnceKey?: string): void {
		this.outcomes[itemIndex] = { items };
		this.counts.sent++;
		if (sendOnceKey === undefined) this.repeatable.add(itemIndex);
	}

	/** Notes that an item was not sent, since its key was used; open: it is not known whether by a message. */
	skipped(itemIndex: number, sendOnceKey: string | undefined, open: boolean): void {
		const json = { skipped: true, sendOnceKey, ...(open && { mayHaveBeenSent: true }) };
		this.outcomes[itemIndex] = { items: [json] };
		this.counts[open ? 'open' : 'skipped']++;
	}

	/** Notes that an item failed, or was not started; tells whether it failed. */
	failed(itemIndex: number, error: unknown): boolean {
		this.outcomes[itemIndex] = { error };
		if (isCancelled(error)) return false;
		this.firstFailure ??= { itemIndex, error };
		this.counts[mayHaveActed(error) ? 'open' : 'refused']++;
		return true;
	}

	/** Adds to what is said of an item that failed. */
	note(itemIndex: number, note: string): void {
		const outcome = this.outcomes[itemIndex];
		if (outcome && 'error' in outcome) outcome.note = note;
	}

	/** Gives the output items in the order of the input items, each paired with its own. */
	output(): INodeExecutionData[] {
		return this.outcomes.flatMap((outcome, itemIndex) =>
			outcome ? toOutputItems(outcome, itemIndex, this.node) : [],
		);
	}

	/** Tells whether the first output item is of an item that was done, and has a field `error` all the same. */
	get looksFailed(): boolean {
		const first = this.outcomes.find((outcome) => outcome && !isEmpty(outcome));
		return first !== undefined && 'items' in first && first.items[0].error !== undefined;
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
			// What is wrong with all of them is one failure, which the error itself tells.
			else if (!isCancelled(outcome.error) && outcome.error !== error) {
				alsoFailed.push(index);
				if (mayHaveActed(outcome.error)) open.push(index);
			}
		});
		const total = this.itemCount;
		const doneAgain = done.filter((index) => this.repeatable.has(index));
		const progress = { total, done, doneAgain, alsoFailed, open, hasSendOnceKey };
		const addition = [this.noteOf(itemIndex), describeProgress(progress)]
			.filter(Boolean)
			.join('\n\n');
		return nodeError(this.node, error, { itemIndex, addition });
	}

	private noteOf(itemIndex: number): string | undefined {
		const outcome = this.outcomes[itemIndex];
		return outcome && 'error' in outcome ? outcome.note : undefined;
	}
}

const isEmpty = (outcome: Outcome) => 'items' in outcome && outcome.items.length === 0;

/** Tells whether an item was not done because the execution ended before its turn. */
function isCancelled(error: unknown): boolean {
	return error instanceof ServiceError && error.about === 'stop' && error.fate === 'notSent';
}

/** Tells whether the service may have carried out a request that failed. */
function mayHaveActed(error: unknown): boolean {
	return error instanceof ServiceError && error.fate === 'unknown';
}

/** Gives the output items of one input item, each paired with it. */
export function toOutputItems(
	outcome: Outcome,
	itemIndex: number,
	node: INode,
): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	if ('items' in outcome) return outcome.items.map((json) => ({ json, pairedItem }));
	const error = nodeError(node, outcome.error, { itemIndex, addition: outcome.note });
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
