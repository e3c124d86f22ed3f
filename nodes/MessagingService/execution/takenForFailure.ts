import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

/**
 * What runs gave that n8n takes for a failure, since an answer of the service has a field `error` although the
 * request was carried out; by their first input item. n8n makes the items of a node anew whenever it runs, but
 * for Retry On Fail: only that brings the very same once more.
 */
const given = new WeakMap<INodeExecutionData, INodeExecutionData[]>();

/** What the output panel says of an answer that n8n may take for a failure. */
export const ERROR_IN_ANSWER: NodeExecutionHint = {
	message:
		'The service carried the request out, and its answer has a field "error". n8n may treat such an item as failed, for example by moving it to the error output: read the answer before you run it again.',
	type: 'warning',
	location: 'outputPane',
};

/** Remembers what a run gave that n8n takes for a failure: with Retry On Fail, it runs the node again. */
export function rememberGiven(input: INodeExecutionData[], output: INodeExecutionData[]): void {
	given.set(input[0], output);
}

/** Gives what the run gave of which this one is a repetition, where nothing of it may be done again. */
export function givenBefore(input: INodeExecutionData[]): INodeExecutionData[] | undefined {
	return input.length > 0 ? given.get(input[0]) : undefined;
}
