import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { nodeError } from '../errors/nodeError';
import type { Secrets } from '../errors/secrets';
import { ServiceError } from '../errors/serviceError';
import type { Done, Failed, ItemResult } from './itemResult';

/** The results of all input items of a run, in their order. */
export class ItemResults {
	private readonly results: Array<ItemResult | undefined>;

	/** Whether the operation sends something to a person. */
	sends = false;

	/** Index of the item that failed first. */
	firstFailure?: number;

	/** How many items ended how. */
	readonly counts = { sent: 0, skipped: 0, notSent: 0, possiblySent: 0 };

	constructor(
		readonly node: INode,
		readonly secrets: Secrets,
		readonly itemCount: number,
	) {
		this.results = new Array<ItemResult | undefined>(itemCount).fill(undefined);
	}

	/** Notes the result of an item, unless it was not tried because the execution ended before its turn. */
	add(itemIndex: number, result: ItemResult): void {
		if ('error' in result) {
			const { error, isFinal } = result;
			if (error instanceof ServiceError && error.about === 'stop' && !isFinal) return;
			this.firstFailure ??= itemIndex;
		}
		this.results[itemIndex] = result;
		this.counts[result.status]++;
	}

	/** Adds to what is said of an item that failed. Tells whether it did. */
	note(itemIndex: number, note: string): boolean {
		const result = this.results[itemIndex];
		if (!result || !('error' in result)) return false;
		this.results[itemIndex] = { ...result, note };
		return true;
	}

	get(itemIndex = -1): ItemResult | undefined {
		return this.results[itemIndex];
	}

	/** Returns the indexes of the items whose result fits; it is undefined until it is known. */
	where(fits: (result?: ItemResult) => boolean | undefined): number[] {
		return [...this.results.keys()].filter((itemIndex) => fits(this.results[itemIndex]));
	}

	/** Indexes of the items without a result. */
	get open(): number[] {
		return this.where((result) => !result);
	}

	/** How many items have a result. */
	get known(): number {
		return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
	}

	/** Items that did not fail. */
	get done(): Array<[itemIndex: number, done: Done]> {
		return this.results.flatMap((result, itemIndex) =>
			result && 'items' in result ? [[itemIndex, result]] : [],
		);
	}

	/** Returns the output items in the order of the input items, each paired with its own. */
	output(): INodeExecutionData[] {
		return this.results.flatMap((result, item) => (result ? this.outputOf(result, item) : []));
	}

	private outputOf(result: ItemResult, itemIndex: number): INodeExecutionData[] {
		const pairedItem = { item: itemIndex };
		if ('items' in result) return result.items.map((json) => ({ json, pairedItem }));
		const error = nodeError(this, result.error, { itemIndex, addition: result.note });
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

/** Returns the details by which a workflow can decide: whether the item may have been done, and what went wrong. */
function detailsOf({ error, status }: Failed, description?: string | null): IDataObject {
	const isOfService = error instanceof ServiceError;
	const about = isOfService ? error.about : 'input';
	const statusCode = isOfService ? error.statusCode : undefined;
	return {
		mayHaveBeenSent: status === 'possiblySent',
		...(about && about !== 'stop' && { about }),
		...(statusCode !== undefined && { httpCode: String(statusCode) }),
		...(description && { description }),
	};
}
