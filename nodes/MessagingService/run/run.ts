import type { IExecuteFunctions } from 'n8n-workflow';

import type { Job, Operation } from '../actions/operation';
import { isReview } from '../n8n/undocumented';
import type { RequestSettings } from '../request/settings';
import { Results } from './results';

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
	};
}

/** A key that keeps an item from being done twice. */
export interface OnceKey {
	/** Name of its option, in outputs too. */
	field: string;
	/** The key as it was given. */
	key: string;
	/** The key as it is recorded: it belongs to a recipient. */
	recorded: string;
}

/** What one input item asks for, read and checked. */
export interface ItemJob extends Job {
	itemIndex: number;
	once?: OnceKey;
}

/** What holds for all items of a run: read from the first one. */
export interface Settings extends RequestSettings {
	/** Whether nothing is sent. */
	isDryRun: boolean;
	/** Most messages of the execution; 0 for no limit. */
	maxMessages: number;
}
