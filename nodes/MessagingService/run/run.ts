import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Job, Operation } from '../actions/operation';
import type { Counts, Outcome } from '../errors';
import { pauses } from '../n8n/execution';
import { isReview } from '../n8n/undocumented';
import type { RequestSettings } from '../request/settings';

/** The result of one input item. */
export interface ItemResult {
	itemIndex: number;
	/**
	 * The outcome, or `skipped`: its key was used, its recipient gets no message, or nobody does in a Dry Run. Another try looks
	 * again at what was skipped.
	 */
	status: Outcome | 'skipped';
	/** Its output; none where it has an error. */
	items: IDataObject[];
	/** Why it failed. An item that was sent has one where that is a failure all the same, such as a wrong password. */
	error?: unknown;
}

/** Returns the result of an item that failed before any request. */
export const notSent = (itemIndex: number, error: unknown): ItemResult => ({
	itemIndex,
	status: 'notSent',
	items: [],
	error,
});

/** Returns what a report says of an item: `failed` has an error that leaves no doubt, and `notSent` was not begun. */
export function fateOf(result: ItemResult | undefined): keyof Counts {
	if (!result) return 'notSent';
	const { status, error } = result;
	return error === undefined || status === 'possiblySent' ? status : 'failed';
}

/** The results of all input items of a run. */
class Results {
	/** In the order of the items. One that was not begun has none. */
	readonly byItem: Array<ItemResult | undefined>;

	/** That of the item which failed first. */
	failure?: ItemResult;

	constructor(readonly itemCount: number) {
		this.byItem = new Array<undefined>(itemCount).fill(undefined);
	}

	/** Notes the result of an item. */
	add(result: ItemResult): void {
		if (result.error !== undefined) this.failure ??= result;
		this.byItem[result.itemIndex] = result;
	}

	/** Returns the results that there are. */
	get all(): ItemResult[] {
		return this.byItem.filter((result) => result !== undefined);
	}

	/** Returns those of the items that another try must not do again. */
	get done(): ItemResult[] {
		return this.all.filter(({ status }) => status === 'sent' || status === 'possiblySent');
	}

	/** Returns the indexes of the items without a result. */
	get open(): number[] {
		return [...this.byItem.keys()].filter((index) => !this.byItem[index]);
	}

	/** Counts the items by what became of them. */
	get counts(): Counts {
		const counts = { sent: 0, possiblySent: 0, skipped: 0, failed: 0, notSent: 0 };
		for (const result of this.byItem) counts[fateOf(result)]++;
		return counts;
	}
}

/** One run of the node: all its items, in one round of a loop, or in one try of them. */
export interface Run {
	context: IExecuteFunctions;
	operation: Operation;
	results: Results;
	/** Whether the first failure ends the run; else each failed item comes out with its error. */
	stopsOnFailure: boolean;
	/** The option whose keys the items have, as the panel shows it: "Send Once Key". Absent where they have none. */
	keyLabel?: string;
	/** Ends all that waits, after the first failure where the node stops on failure. */
	halt: AbortController;
	/** Ends all that waits, also when the user stops the execution. */
	signal: AbortSignal;
	/** Hands n8n the turn where the work on many items has taken long enough. */
	pause: () => Promise<void>;
}

/** Returns a run of an operation over the input items, none of which has a result. */
export function newRun(context: IExecuteFunctions, operation: Operation): Run {
	const node = context.getNode();
	const halt = new AbortController();
	const cancelSignal = context.getExecutionCancelSignal();

	return {
		context,
		operation,
		results: new Results(context.getInputData().length),
		// An agent goes on after a review that failed, as n8n does with all that it calls, unless its author says otherwise.
		stopsOnFailure: isReview(node) ? node.onError === 'stopWorkflow' : !context.continueOnFail(),
		halt,
		signal: cancelSignal ? AbortSignal.any([halt.signal, cancelSignal]) : halt.signal,
		pause: pauses(),
	};
}

/** What one input item asks for, read and checked. */
export interface ItemJob extends Job {
	itemIndex: number;
	/** The key that keeps it from being done twice: as it was given, as it is recorded, and the name of its option. */
	once?: { key: string; recorded: string; field: string };
}

/** What holds for all items of a run: read from the first one. */
export interface Settings extends RequestSettings {
	/** Whether nothing is sent. */
	isDryRun: boolean;
	/** Most messages of the execution; 0 for no limit. */
	maxMessages: number;
}
