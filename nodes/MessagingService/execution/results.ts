import { isFailed, type ItemResult, type ItemStatus, isUntried } from './itemResult';

/** The results of all input items of a run, in their order. */
export class Results {
	private readonly results: Array<ItemResult | undefined>;

	/** Index of the item that failed first. */
	firstFailed?: number;

	constructor(readonly itemCount: number) {
		this.results = new Array<ItemResult | undefined>(itemCount).fill(undefined);
	}

	/** Notes the result of an item, unless the run was stopped before the item was done. */
	add(itemIndex: number, result: ItemResult): void {
		if (isUntried(result)) return;
		if (isFailed(result)) this.firstFailed ??= itemIndex;
		this.results[itemIndex] = result;
	}

	/** Returns the result of an item; undefined where it has none. */
	get(itemIndex: number): ItemResult | undefined {
		return this.results[itemIndex];
	}

	/** Returns the results that there are, each with the index of its item. */
	get all(): Array<{ itemIndex: number; result: ItemResult }> {
		return this.results.flatMap((result, itemIndex) => (result ? { itemIndex, result } : []));
	}

	/** Returns the indexes of the items with a status; those that failed are asked for apart. */
	withStatus(status: ItemStatus): number[] {
		return this.all.flatMap(({ itemIndex, result }) => (result.status === status ? itemIndex : []));
	}

	/** Returns the indexes of the items without a result. */
	get open(): number[] {
		return [...this.results.keys()].filter((itemIndex) => !this.results[itemIndex]);
	}
}
