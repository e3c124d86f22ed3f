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

/** Returns what a report says of an item: `failed` has an error that leaves no doubt, and `notSent` was not begun. */
export function fateOf(result: ItemResult | undefined): keyof Counts {
	if (!result) return 'notSent';
	const { status, error } = result;
	return error === undefined || status === 'possiblySent' ? status : 'failed';
}

/** The results of all input items of a run. */
export class Results {
	/** In the order of the items. One that was not begun has none. */
	readonly byItem: Array<ItemResult | undefined>;

	/** The item that failed first. */
	failure?: { itemIndex: number; error: unknown };

	constructor(readonly itemCount: number) {
		this.byItem = new Array<undefined>(itemCount).fill(undefined);
	}

	/** Notes the result of an item. */
	add(itemIndex: number, result: ItemResult): void {
		const { error } = result;
		if (error !== undefined) this.failure ??= { itemIndex, error };
		this.byItem[itemIndex] = result;
	}

	/** Returns the results that there are, each with the index of its item. */
	get all(): Array<ItemResult & { itemIndex: number }> {
		return this.byItem.flatMap((result, itemIndex) => (result ? { ...result, itemIndex } : []));
	}

	/** Returns the indexes of the items with one of these statuses; without a result, where `undefined` is one of them. */
	withStatus(...statuses: Array<ItemStatus | undefined>): number[] {
		return [...this.byItem.keys()].filter((index) => statuses.includes(this.byItem[index]?.status));
	}

	/** Counts the items by what became of them. */
	get counts(): Counts {
		const counts = { sent: 0, possiblySent: 0, skipped: 0, failed: 0, notSent: 0 };
		for (const result of this.byItem) counts[fateOf(result)]++;
		return counts;
	}
}
