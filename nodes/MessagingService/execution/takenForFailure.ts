import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import type { Hints } from './hints';

/** What a run gave, and what the output panel said above it. */
interface Given {
	output: INodeExecutionData[];
	hints: Hints;
}

/**
 * What runs gave that n8n takes for a failure, since an answer of success has a field `error`; by their first
 * input item. n8n makes the items of a node anew whenever it runs, but for Retry On Fail: only that brings
 * the very same once more.
 */
const given = new WeakMap<INodeExecutionData, Given>();

/** What the output panel says of an answer of which nobody but its reader can tell what it means. */
export const ERROR_IN_ANSWER: NodeExecutionHint = {
	message:
		'The service answered with success, but its answer has a field "error". Read it before you run this again: the request may have been carried out. n8n may treat such an item as failed, for example by moving it to the error output.',
	type: 'warning',
	location: 'outputPane',
};

/** Remembers what a run gave that n8n takes for a failure: with Retry On Fail, it runs the node again. */
export function rememberGiven(
	context: IExecuteFunctions,
	output: INodeExecutionData[],
	hints: Hints,
): void {
	given.set(context.getInputData()[0], { output, hints });
}

/** Gives what the run gave of which this one is a repetition, where nothing of it may be done again. */
export function givenBefore(context: IExecuteFunctions): INodeExecutionData[] | undefined {
	const input = context.getInputData();
	const before = input.length > 0 ? given.get(input[0]) : undefined;
	before?.hints.show(context, input.length);
	return before?.output;
}
