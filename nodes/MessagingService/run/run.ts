import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { findOperation } from '../actions';
import type { Outcome } from '../errors';
import { pauses } from '../n8n/execution';
import { isReview } from '../n8n/undocumented';

/** The result of one input item. */
export interface ItemResult {
	itemIndex: number;
	/**
	 * The outcome (`notSent`: it failed, and was certainly not done), or one of these:
	 * - `skipped`: its key was used, its recipient gets no message, or nobody does in a Dry Run. Another try looks again.
	 * - `notBegun`: nothing is known of it yet, or the run ended before its turn.
	 */
	status: Outcome | 'skipped' | 'notBegun';
	/** Its output; none where it has an error. */
	items: IDataObject[];
	/** Why it failed. An item that was sent has one where that is a failure all the same, such as a wrong password. */
	error?: unknown;
}

/** Returns what a report says of an item: its status, or `failed` where it has an error that leaves no doubt. */
export const fateOf = ({ status, error }: ItemResult) =>
	status === 'notSent' || (status === 'sent' && error !== undefined) ? 'failed' : status;

/** True for an item that is still to be done. */
export const isOpen = ({ status }: ItemResult) => status === 'notBegun';

/** True for an item that another try must not do again. */
export const isDone = ({ status }: ItemResult) => status === 'sent' || status === 'possiblySent';

/** Returns the result of an item that failed before any request. */
export const notSent = (itemIndex: number, error: unknown): ItemResult => ({
	itemIndex,
	status: 'notSent',
	items: [],
	error,
});

/** Returns a new run, none of whose items was begun. */
export function newRun(context: IExecuteFunctions) {
	const operation = findOperation(context);
	const node = context.getNode();
	return {
		context,
		operation,
		/** Those of all items, in their order. */
		results: context
			.getInputData()
			.map((_, itemIndex): ItemResult => ({ itemIndex, status: 'notBegun', items: [] })),
		/** That of the item which failed first. */
		failure: undefined as ItemResult | undefined,
		/** Whether the first failure ends the run; else each failed item comes out with its error. */
		// An agent goes on after a review that failed, as n8n does with all that it calls, unless its author says otherwise.
		stopsOnFailure: isReview(node) ? node.onError === 'stopWorkflow' : !context.continueOnFail(),
		/** The option whose keys the items have, as the panel shows it: "Send Once Key". Undefined where they have none. */
		keyLabel: undefined as string | undefined,
		/** The word for an item that was done. */
		doneWord: operation.recipients ? 'sent' : 'done',
		/** Hands n8n the turn where the work on many items has taken long enough. */
		pause: pauses(),
	};
}

/** One run of the node: all its items, in one round of a loop, or in one try of them. */
export type Run = ReturnType<typeof newRun>;

/** Notes the result of an item. */
export function setResult(run: Run, result: ItemResult) {
	if (result.error !== undefined) run.failure ??= result;
	run.results[result.itemIndex] = result;
}

/** Counts the items by what became of them. */
export function countsOf({ results }: Run) {
	const counts = { sent: 0, possiblySent: 0, skipped: 0, failed: 0, notBegun: 0 };
	for (const result of results) counts[fateOf(result)]++;
	return counts;
}
