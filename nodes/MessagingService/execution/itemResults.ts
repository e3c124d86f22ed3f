import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { nodeError } from '../errors/nodeError';
import type { Secrets } from '../errors/secrets';
import { ServiceError } from '../errors/serviceError';
import type { ItemOutcome } from '../outcome';
import { type Done, type Failed, isFailed, type ItemResult, type SkippedBy } from './itemResult';

/** The results of all input items of a run, in their order. */
export class ItemResults {
	private readonly results: Array<ItemResult | undefined>;

	/** Items for which the service was asked: without a result, they are neither done nor untried. */
	private readonly begun = new Set<number>();

	/** Index of the item that failed first. */
	private firstFailed?: number;

	/** How many items ended how. */
	readonly counts: Record<ItemOutcome, number> = {
		sent: 0,
		skipped: 0,
		notSent: 0,
		possiblySent: 0,
	};

	/** How many items were skipped for what. */
	readonly skips: Record<SkippedBy, number> = { key: 0, doNotSendTo: 0, dryRun: 0 };

	constructor(
		readonly node: INode,
		readonly secrets: Secrets,
		readonly itemCount: number,
	) {
		this.results = new Array<ItemResult | undefined>(itemCount).fill(undefined);
	}

	/** Notes the result of an item, unless the run stopped before the item was done. */
	add(itemIndex: number, result: ItemResult): void {
		if (isFailed(result)) {
			if (isStopped(result)) {
				if (result.error.isBegun) this.begin(itemIndex);
				return;
			}
			this.firstFailed ??= itemIndex;
		}

		this.results[itemIndex] = result;
		this.counts[result.status]++;
		if (result.status === 'skipped' && result.skippedBy) this.skips[result.skippedBy]++;
	}

	/** Notes that the service was asked for an item, here or in an earlier try of Retry On Fail. */
	begin(itemIndex: number): void {
		this.begun.add(itemIndex);
	}

	/** Adds to what is said of an item that failed. Returns whether it did. */
	addToError(itemIndex: number, addition: string): boolean {
		const result = this.results[itemIndex];
		if (!isFailed(result)) return false;

		this.results[itemIndex] = { ...result, addition };
		return true;
	}

	get(itemIndex: number): ItemResult | undefined {
		return this.results[itemIndex];
	}

	/** Returns the item that failed first, and its index; undefined where none did. */
	get firstFailure(): { itemIndex: number; failure: Failed } | undefined {
		if (this.firstFailed === undefined) return undefined;

		const failure = this.results[this.firstFailed];
		return isFailed(failure) ? { itemIndex: this.firstFailed, failure } : undefined;
	}

	/** Returns the indexes of the items whose result fits. */
	where(fits: (result: ItemResult) => boolean | undefined): number[] {
		return [...this.results.keys()].filter((itemIndex) => {
			const result = this.results[itemIndex];
			return result !== undefined && fits(result);
		});
	}

	/** Returns the indexes of the items with this outcome. */
	withStatus(status: ItemOutcome): number[] {
		return this.where((result) => result.status === status);
	}

	/** Indexes of the items without a result. */
	get open(): number[] {
		return [...this.results.keys()].filter((itemIndex) => !this.results[itemIndex]);
	}

	/** Indexes of the items that were begun and not finished. */
	get interrupted(): number[] {
		return this.open.filter((itemIndex) => this.begun.has(itemIndex));
	}

	/** Indexes of the items of which nothing reached the service. */
	get notTried(): number[] {
		return this.open.filter((itemIndex) => !this.begun.has(itemIndex));
	}

	/** How many items have a result. */
	get resultCount(): number {
		return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
	}

	/** Items that did not fail. */
	get done(): Array<[itemIndex: number, done: Done]> {
		return this.results.flatMap((result, itemIndex) =>
			result && !isFailed(result) ? [[itemIndex, result]] : [],
		);
	}

	/** Returns the output items in the order of the input items, each paired with its own. */
	output(): INodeExecutionData[] {
		return this.results.flatMap((result, itemIndex) =>
			result ? this.outputOf(result, itemIndex) : [],
		);
	}

	private outputOf(result: ItemResult, itemIndex: number): INodeExecutionData[] {
		const pairedItem = { item: itemIndex };
		if (!isFailed(result)) return result.items.map((json) => ({ json, pairedItem }));

		const error = nodeError(this, result.error, { itemIndex, addition: result.addition });
		const json = { error: error.message, errorDetails: detailsOf(result, error.description) };
		const item: INodeExecutionData = { json, pairedItem };

		if (this.node.onError === 'continueErrorOutput') {
			// n8n moves items that have an error to the error output, with the input item's data. Of an
			// item that still has one afterwards it keeps the message alone, so it must not be copied along.
			Object.defineProperty(item, 'error', { value: error, enumerable: false, writable: true });
		}
		return [item];
	}
}

/** Tells whether an item failed only because the run was stopped. */
function isStopped(result: Failed): result is Failed & { error: ServiceError } {
	const { error } = result;
	return error instanceof ServiceError && error.about === 'stop' && result.isRepeatable === true;
}

/** Returns the details by which a workflow can decide: whether the item may have been done, and what went wrong. */
function detailsOf({ error, status }: Failed, description?: string | null): IDataObject {
	const details: IDataObject = { mayHaveBeenSent: status === 'possiblySent' };
	const about = error instanceof ServiceError ? error.about : 'input';
	const statusCode = error instanceof ServiceError ? error.statusCode : undefined;

	if (about !== undefined) details.about = about;
	if (statusCode !== undefined) details.httpCode = String(statusCode);
	if (description) details.description = description;
	return details;
}
