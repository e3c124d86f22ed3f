import type { IDataObject } from 'n8n-workflow';

import type { Counts, Outcome } from '../errors';

/**
 * The outcome of an item, or `skipped`: its key was used, its recipient gets no message, or nobody does in a Dry Run. Another
 * try looks again at what was skipped.
 */
export type ItemStatus = Outcome | 'skipped';

/** The result of one input item. */
export interface ItemResult {
	status: ItemStatus;
	/** Its output; none where it has an error. */
	items: IDataObject[];
	/** Why it failed. An item that was sent has one where that is a failure all the same, such as a wrong password. */
	error?: unknown;
}

/** Returns the result of an item that failed before any request. */
export const notSent = (error: unknown): ItemResult => ({ status: 'notSent', items: [], error });

/** The results of all input items of a run, in their order. An item that was not begun has none. */
export class Results {
	private readonly results: Array<ItemResult | undefined>;

	/** The item that failed first. */
	failure?: { itemIndex: number; error: unknown };

	constructor(readonly itemCount: number) {
		this.results = new Array<ItemResult | undefined>(itemCount).fill(undefined);
	}

	/** Notes the result of an item. */
	add(itemIndex: number, result: ItemResult): void {
		const { error } = result;
		if (error !== undefined) this.failure ??= { itemIndex, error };
		this.results[itemIndex] = result;
	}

	/** Returns the result of an item; undefined where it has none. */
	get(itemIndex: number): ItemResult | undefined {
		return this.results[itemIndex];
	}

	/** Returns the results that there are, each with the index of its item. */
	get all(): Array<ItemResult & { itemIndex: number }> {
		return this.results.flatMap((result, itemIndex) => (result ? { ...result, itemIndex } : []));
	}

	/** Returns the indexes of the items with a status, in their order. */
	withStatus(...statuses: ItemStatus[]): number[] {
		return this.all.flatMap(({ itemIndex, status }) =>
			statuses.includes(status) ? itemIndex : [],
		);
	}

	/** Returns the indexes of the items without a result. */
	get pending(): number[] {
		return [...this.results.keys()].filter((itemIndex) => !this.results[itemIndex]);
	}

	/**
	 * Returns the indexes of the items by what a report says of them: `failed` has an error that leaves no doubt, and
	 * `notSent` was not begun.
	 */
	get tally(): Record<keyof Counts, number[]> {
		const tally: Record<keyof Counts, number[]> = {
			sent: [],
			possiblySent: [],
			skipped: [],
			failed: [],
			notSent: this.pending,
		};
		for (const { itemIndex, status, error } of this.all) {
			const hasFailed = error !== undefined && status !== 'possiblySent';
			tally[hasFailed ? 'failed' : status].push(itemIndex);
		}
		return tally;
	}

	/** Returns how many items stand in each list of the tally. */
	get counts(): Counts {
		const { tally } = this;
		return {
			sent: tally.sent.length,
			possiblySent: tally.possiblySent.length,
			skipped: tally.skipped.length,
			failed: tally.failed.length,
			notSent: tally.notSent.length,
		};
	}
}
