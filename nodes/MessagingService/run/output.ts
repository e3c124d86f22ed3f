import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { nodeError, ServiceError, withoutTags } from '../errors';
import { isReview, markForErrorOutput } from '../n8n/undocumented';
import type { ItemResult, Run } from './run';

/** Returns the output items in the order of the input items, each paired with its own. */
export async function outputItems(run: Run): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	for (const result of run.results.all) {
		const { itemIndex, items, error } = result;
		await run.pause();
		if (error !== undefined) output.push(errorItem(run, result));
		else for (const json of items) output.push({ json, pairedItem: { item: itemIndex } });
	}
	return output;
}

/** Shows a text above the output items. Older versions of n8n have no place for it. */
export function showHint({ context }: Run, message: string, type: 'info' | 'warning'): void {
	// n8n shows it as HTML, and it may name what the service answered.
	context.addExecutionHints?.({ message: withoutTags(message), type, location: 'outputPane' });
}

/** Returns the output item of one that failed. */
function errorItem({ context }: Run, failed: ItemResult): INodeExecutionData {
	const node = context.getNode();
	const { itemIndex } = failed;
	const error = nodeError(node, failed.error, { itemIndex });
	const { message, description } = error;

	const json = {
		error: message,
		errorDetails: detailsOf(failed, description),
		// To n8n, a review without an approval is a refusal by the person, unless there is `chatInput`.
		...(isReview(node) && {
			chatInput: nobodyAnswered(failed, `${message}. ${description ?? ''}`),
		}),
	};
	const item: INodeExecutionData = { json, pairedItem: { item: itemIndex } };

	if (node.onError === 'continueErrorOutput') markForErrorOutput(item, error);
	return item;
}

/** Returns the details by which a workflow can decide: whether the item may have been done, and what went wrong. */
function detailsOf({ error, status }: ItemResult, description?: string | null): IDataObject {
	const ofService = error instanceof ServiceError ? error : undefined;
	const { statusCode, wait, response } = ofService?.data ?? {};
	const details: IDataObject = {
		mayHaveBeenSent: status === 'possiblySent',
		about: ofService ? ofService.verdict.about : 'input',
		httpCode: statusCode?.toString(),
		retryAfter: wait && Math.ceil(wait / 1000),
		answer: response,
		description: description || undefined,
	};
	const known = Object.entries(details).filter(([, value]) => value !== undefined);
	return Object.fromEntries(known);
}

/** Says to an agent whose review failed that no person has answered, and why. */
function nobodyAnswered({ status }: ItemResult, why: string): string {
	const what =
		status === 'possiblySent'
			? 'No person has answered: a person may have been asked, but the answer cannot arrive. Tell the user, and do not ask again.'
			: 'Nobody was asked: the review could not be sent.';
	return `${what} This is neither an approval nor a refusal. ${why}`.trim();
}
