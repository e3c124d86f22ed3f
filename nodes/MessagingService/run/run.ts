import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { findOperation } from '../actions';
import { ServiceError } from '../errors';
import { isReview } from '../n8n/undocumented';
import { memberOf } from '../util/members';

/** The result of one input item. */
export interface ItemResult {
	itemIndex: number;
	/**
	 * - `sent`: it was done.
	 * - `possiblySent`: it failed, and may have been done.
	 * - `failed`: it was not done, or was done and failed all the same, as a wrong password does.
	 * - `skipped`: its key was used, its recipient gets no message, or nobody does in a Dry Run. Another try looks again.
	 * - `notBegun`: nothing is known of it yet, or the run ended before its turn.
	 */
	status: 'sent' | 'possiblySent' | 'failed' | 'skipped' | 'notBegun';
	/** Its output; none where it has an error. */
	items: IDataObject[];
	/** Why it failed. */
	error?: unknown;
}

/** True for an item that is still to be done. */
export const isNotBegun = ({ status }: ItemResult) => status === 'notBegun';

/** True for an item that another try must not do again. */
export const mayHaveBeenDone = ({ status, error }: ItemResult) =>
	status === 'sent' ||
	status === 'possiblySent' ||
	(error instanceof ServiceError && error.data.outcome === 'sent');

/** Returns the result of an item that failed before any request. */
export const failedResult = (itemIndex: number, error: unknown): ItemResult => ({
	itemIndex,
	status: 'failed',
	items: [],
	error,
});

/** Returns a new run, none of whose items was begun. */
export function newRun(context: IExecuteFunctions) {
	const operation = findOperation(context);
	const node = context.getNode();
	const { onceKey } = operation;
	const hasKeys = onceKey && memberOf(node.parameters.options, onceKey.field.name);
	return {
		context,
		operation,
		/** Those of all items, in their order. */
		results: context
			.getInputData()
			.map((_, itemIndex): ItemResult => ({ itemIndex, status: 'notBegun', items: [] })),
		/** The result of the item that failed first. */
		failure: undefined as ItemResult | undefined,
		/** Whether the first failure ends the run; else each failed item comes out with its error. */
		// An agent goes on after a review that failed, as n8n does with all that it calls, unless its author says otherwise.
		stopsOnFailure: isReview(node) ? node.onError === 'stopWorkflow' : !context.continueOnFail(),
		/** The option whose keys the items have, as the panel shows it: "Send Once Key". Undefined where they have none. */
		keyLabel: hasKeys ? onceKey.field.displayName : undefined,
		/** The word for an item that was done. */
		doneWord: operation.recipients ? 'sent' : 'done',
	};
}

/** One run of the node: all its items, in one round of a loop, or in one try of them. */
export type Run = ReturnType<typeof newRun>;

/** Notes the result of an item. */
export function setResult(run: Run, result: ItemResult) {
	if (result.error !== undefined) run.failure ??= result;
	run.results[result.itemIndex] = result;
}

/** True for an item of which the service refuses a value, or which was done and is wrong, as a password can be. */
export const needsCorrection = ({ error }: ItemResult) =>
	error instanceof ServiceError &&
	(error.verdict.about === 'number' ||
		error.verdict.about === 'request' ||
		error.data.outcome === 'sent');

/** Counts the items by their status. */
export function countsOf({ results }: Run) {
	const counts = { sent: 0, possiblySent: 0, skipped: 0, failed: 0, notBegun: 0 };
	for (const { status } of results) counts[status]++;
	return counts;
}
