import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { nodeError, ServiceError } from '../errors';
import { isFailed } from './results';
import type { Run, Failed } from './results';

/** Returns the output items in the order of the input items, each paired with its own. */
export function outputOf(run: Run): INodeExecutionData[] {
	return run.results.all.flatMap(({ itemIndex, result }): INodeExecutionData[] => {
		if (isFailed(result)) return [errorItem(run, result, itemIndex)];
		return result.items.map((json) => ({ json, pairedItem: { item: itemIndex } }));
	});
}

/** Shows a text above the output items. Older versions of n8n have no place for it. */
export function showHint({ context }: Run, message: string, type: 'info' | 'warning'): void {
	context.addExecutionHints?.({ message, type, location: 'outputPane' });
}

/** Returns the output item of one that failed. */
function errorItem({ context }: Run, failure: Failed, itemIndex: number): INodeExecutionData {
	const node = context.getNode();
	const error = nodeError(node, failure.error, { itemIndex });
	const json = { error: error.message, errorDetails: detailsOf(failure, error.description) };
	const item: INodeExecutionData = { json, pairedItem: { item: itemIndex } };

	if (node.onError === 'continueErrorOutput') {
		// n8n moves items that have an error to the error output, with the input item's data. Of an item that still has one
		// afterwards it keeps the message alone, so it must not be copied along.
		Object.defineProperty(item, 'error', { value: error, enumerable: false, writable: true });
	}
	return item;
}

/** Returns the details by which a workflow can decide: whether the item may have been done, and what went wrong. */
function detailsOf({ error, status }: Failed, description?: string | null): IDataObject {
	const about = error instanceof ServiceError ? error.about : 'input';
	const statusCode = error instanceof ServiceError ? error.statusCode : undefined;

	return {
		mayHaveBeenSent: status === 'possiblySent',
		...(about !== undefined && { about }),
		...(statusCode !== undefined && { httpCode: String(statusCode) }),
		...(description && { description }),
	};
}
