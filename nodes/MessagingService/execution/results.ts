import type { IExecuteFunctions, IDataObject } from 'n8n-workflow';

import type { Operation } from '../resources/operation';

import { messageOf, quote, ServiceError } from '../errors';
import type { Outcome, UsedOutcome } from '../sendOnce/nodeKeys';

/** The outcome of an item: it may also have been skipped, with no request at all. */
export type ItemStatus = Outcome | 'skipped';

/** The result of an item that did not fail. */
export interface Done {
	status: ItemStatus;
	items: IDataObject[];
	/** Whether n8n's Retry On Fail does the item again, instead of returning this result. */
	isRepeatable: boolean;
}

/** The result of an item that failed. */
export interface Failed {
	status: Outcome;
	error: unknown;
	isRepeatable: boolean;
}

/** The result of one input item. */
export type ItemResult = Done | Failed;

/** True for an item that failed. */
export const isFailed = (result?: ItemResult): result is Failed =>
	result !== undefined && 'error' in result;

/** True for an item that failed only because the run was stopped before it was done. */
export function isUntried(result: ItemResult): boolean {
	const error = isFailed(result) ? result.error : undefined;
	return error instanceof ServiceError && error.about === 'stop' && !error.mayHaveActed;
}

/** Returns the result of a job that failed. Any other error is thrown after the request, so nobody knows. */
export function failed(thrown: unknown, operation: Operation): Failed {
	const error = thrown instanceof ServiceError ? thrown : unexpected(thrown, operation);
	const { mayHaveActed, isCounted } = error;
	return {
		status: mayHaveActed ? 'possiblySent' : 'notSent',
		isRepeatable: !mayHaveActed && !isCounted,
		error,
	};
}

function unexpected(thrown: unknown, { effect }: Operation): ServiceError {
	const what =
		effect === 'sends' ? 'This message may have been sent' : 'This item may have been done';
	const mayHaveActed = effect !== 'reads';

	return new ServiceError(`Something unexpected happened: "${quote(messageOf(thrown))}"`, {
		mayHaveActed,
		doubt: mayHaveActed ? what : undefined,
		description: 'Check with your provider whether it was done.',
	});
}

/** Returns the result of an item that failed before any request. */
export const notSent = (error: unknown): Failed => ({
	status: 'notSent',
	isRepeatable: true,
	error,
});

/** Returns the result of an item whose recipient gets no message. @param to E.164, or an e-mail address */
export const resultOfLeftOut = (to: string): Done => ({
	status: 'skipped',
	isRepeatable: true,
	items: [{ skipped: true, doNotSendTo: to }],
});

/**
 * Returns the result of an item whose key was used. Retry On Fail does not ask for it again, so that it counts once.
 * @param keyField name of the option that holds the key
 */
export function skippedByKey(keyField: string, key: string, usedBy: UsedOutcome): Done {
	const json = { skipped: true, [keyField]: key };
	return usedBy === 'sent'
		? { status: 'skipped', isRepeatable: false, items: [json] }
		: { status: 'possiblySent', isRepeatable: false, items: [{ ...json, mayHaveBeenSent: true }] };
}

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
	get pending(): number[] {
		return [...this.results.keys()].filter((itemIndex) => !this.results[itemIndex]);
	}
}

/** One run of the node: all its items, in one round of a loop, or in one try of Retry On Fail. */
export interface Run {
	context: IExecuteFunctions;
	operation: Operation;
	results: Results;
	stopsOnFailure: boolean;
	/** Ends all that waits: after the first failure where the node stops on failure. */
	halt: AbortController;
	/** Ends all that waits, also when the user stops the execution. */
	signal: AbortSignal;
}
