import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Returns a `beforeExecute` that makes a run look to the node like one of n8n's Engine 2.0: a UUID as execution ID, an
 * empty memory in each round of a loop, and neither hints nor a signal that the user has stopped it.
 */
export function inEngine2(executionId: string = randomUUID()) {
	return (context: IExecuteFunctions) => {
		context.getExecutionId = () => executionId;
		context.getContext = () => ({});
		context.getExecutionCancelSignal = () => undefined;
		context.addExecutionHints = () => undefined;
	};
}
