import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { type Counts, messageOf, type Outcome, quote, ServiceError, serviceError } from '../errors';
import type { Operation } from '../actions/operation';
import type { UsedOutcome } from '../once/nodeKeys';
import type { OnceKey } from './input';

/**
 * The outcome of an item, or `skipped`: its key was used, its recipient gets no message, or nobody does in a Dry Run. Another
 * try looks again.
 */
export type ItemStatus = Outcome | 'skipped';

/** The result of one input item. */
export interface ItemResult {
	status: ItemStatus;
	/** Its output; none where it failed. */
	items: IDataObject[];
	/** Why it failed. */
	error?: unknown;
}

/** Returns the result of an item that failed before any request. */
export const notSent = (error: unknown): ItemResult => ({ status: 'notSent', items: [], error });

/** Returns the result of a job that failed. An error that is none of ours leaves in doubt whether it was done. */
export function failedResult(thrown: unknown, operation: Operation) {
	const error = thrown instanceof ServiceError ? thrown : unexpectedError(thrown, operation);
	return { status: error.data.outcome, items: [], error };
}

function unexpectedError(thrown: unknown, { reads, sends }: Operation): ServiceError {
	const error = serviceError('unexpected', { words: quote(messageOf(thrown)) });
	if (reads) return error.with({ outcome: 'notSent' });
	return error.inDoubt(sends ? 'This message may have been sent' : 'This item may have been done');
}

/** Returns the result of an item whose recipient gets no message. @param to E.164, or an e-mail address */
export const leftOutResult = (to: string, preview: IDataObject): ItemResult => ({
	status: 'skipped',
	items: [{ ...preview, skipped: true, doNotSendTo: to }],
});

/** Returns the result of an item whose key was used. @param to in E.164, where it is a message */
export function usedKeyResult(
	{ field, key }: OnceKey,
	to: string | undefined,
	usedBy: UsedOutcome,
): ItemResult {
	const json: IDataObject = { skipped: true, [field]: key };
	if (to) json.to = to;
	if (usedBy === 'possiblySent') json.mayHaveBeenSent = true;
	return { status: 'skipped', items: [json] };
}

/** The indexes of the items of a run, by what became of them. */
export type Tally = Record<keyof Counts, number[]>;

/** The results of all input items of a run, in their order. */
export class Results {
	private readonly results: Array<ItemResult | undefined>;

	/** Index of the item that failed first. */
	firstFailed?: number;

	constructor(readonly itemCount: number) {
		this.results = new Array<ItemResult | undefined>(itemCount).fill(undefined);
	}

	/** Notes the result of an item. One that was not sent because the run was stopped stays without a result. */
	add(itemIndex: number, result: ItemResult): void {
		const { status, error } = result;
		if (status === 'notSent' && isStop(error)) return;

		if (error !== undefined) this.firstFailed ??= itemIndex;
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

	/** Returns the indexes of the items by what became of them: `failed` has an error and no doubt, `notSent` was not begun. */
	get tally(): Tally {
		const tally: Tally = {
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

	/** Returns how many items became what. */
	get counts(): Counts {
		const { sent, possiblySent, skipped, failed, notSent } = this.tally;
		return {
			sent: sent.length,
			possiblySent: possiblySent.length,
			skipped: skipped.length,
			failed: failed.length,
			notSent: notSent.length,
		};
	}

	/** Returns the indexes of the items without a result. */
	get pending(): number[] {
		return [...this.results.keys()].filter((itemIndex) => !this.results[itemIndex]);
	}
}

const isStop = (error: unknown) => error instanceof ServiceError && error.verdict.about === 'stop';

/** One run of the node: all its items, in one round of a loop, or in one try of them. */
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
