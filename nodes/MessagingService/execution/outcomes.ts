import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { ServiceError } from '../errors/serviceError';
import { nodeError } from '../errors/nodeError';

/** What became of one input item. */
export type Outcome = { items: IDataObject[] } | { error: unknown };

/** Tells whether an item was not done because the execution ended before its turn. */
export function wasNotStarted(outcome: Outcome | undefined): boolean {
	return outcome === undefined || ('error' in outcome && isCancelled(outcome.error));
}

/** Tells whether the service may have carried out a request that failed. */
export function mayHaveActed(error: unknown): boolean {
	return error instanceof ServiceError && error.acted === 'unknown';
}

function isCancelled(error: unknown): boolean {
	return error instanceof ServiceError && error.kind === 'cancelled' && error.acted === 'no';
}

/** Gives the output items of one input item, each paired with it. */
export function toOutputItems(
	outcome: Outcome,
	itemIndex: number,
	node: INode,
): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	if ('items' in outcome) return outcome.items.map((json) => ({ json, pairedItem }));
	const error = nodeError(node, outcome.error, { itemIndex });
	const { message, description } = error;
	const httpCode = 'httpCode' in error ? error.httpCode : undefined;
	const json: IDataObject = {
		error: message,
		...(description && { description }),
		...(httpCode && { httpCode }),
	};
	const item: INodeExecutionData = { json, pairedItem };
	if (node.onError === 'continueErrorOutput') {
		// n8n moves items that have an error to the error output, with the input item's data. Of an
		// item that still has one afterwards it keeps the message alone, so it must not be copied along.
		Object.defineProperty(item, 'error', { value: error, enumerable: false, writable: true });
	}
	return [item];
}
