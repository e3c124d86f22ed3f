import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { nodeError } from '../errors/nodeError';
import type { Became, Outcome } from './outcome';
import { isNotTried } from './outcome';
import { describeProgress } from './progress';

/** How many items ended how. */
export type Counts = Record<Became, number>;

/** What became of all input items of an execution, and what n8n is told of it. */
export class Outcomes {
	private readonly outcomes: Array<Outcome | undefined>;

	/** Index of the item that failed first. */
	firstFailure?: number;

	readonly counts: Counts = { sent: 0, skipped: 0, failed: 0, possiblySent: 0 };

	constructor(
		private readonly node: INode,
		readonly itemCount: number,
	) {
		this.outcomes = new Array<Outcome | undefined>(itemCount).fill(undefined);
	}

	/** Notes what became of an item. */
	add(itemIndex: number, outcome: Outcome): void {
		if (isNotTried(outcome)) return;
		this.outcomes[itemIndex] = outcome;
		this.counts[outcome.became]++;
		if ('error' in outcome) this.firstFailure ??= itemIndex;
	}

	/** Tells whether it is known what became of an item. */
	has(itemIndex: number): boolean {
		return this.outcomes[itemIndex] !== undefined;
	}

	/** How many items were tried without a Send Once Key. */
	get keyless(): number {
		return this.outcomes.filter((outcome) => outcome?.isKeyless).length;
	}

	/** Says what became of the items, where anything is known of one; `sends` as for `failure`. */
	progress(sends: boolean, failed?: number): string | undefined {
		if (this.outcomes.every((outcome) => outcome === undefined)) return undefined;
		return describeProgress({ outcomes: this.outcomes, failed, sends });
	}

	/** Adds to what is said of an item that failed. */
	note(itemIndex: number, note: string): void {
		const outcome = this.outcomes[itemIndex];
		if (outcome && 'error' in outcome) this.outcomes[itemIndex] = { ...outcome, note };
	}

	/** Returns the output items in the order of the input items, each paired with its own. */
	output(): INodeExecutionData[] {
		return this.outcomes.flatMap((outcome, itemIndex) =>
			outcome ? toOutputItems(outcome, itemIndex, this.node) : [],
		);
	}

	/**
	 * Returns the error of the item that failed first, which says what became of the others; undefined where none did.
	 * @param sends whether the operation has the option Send Once Key
	 */
	failure(sends: boolean): Error | undefined {
		const { firstFailure: itemIndex } = this;
		if (itemIndex === undefined) return undefined;
		const failure = this.outcomes[itemIndex];
		if (!failure || !('error' in failure)) return undefined;
		const addition = [failure.note, this.progress(sends, itemIndex)].filter(Boolean).join('\n\n');
		return nodeError(this.node, failure.error, { itemIndex, addition });
	}
}

/** Returns the output items of one input item, each paired with it. */
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
