import { nodeError, ServiceError } from '../errors';
import { inTurns } from '../n8n/execution';
import { isReview, markForErrorOutput } from '../n8n/undocumented';
import type { ItemResult, Run } from './run';

/** Returns the output items in the order of the input items, each paired with its own. */
export async function outputItems(run: Run) {
	const output = [];
	for await (const result of inTurns(run.results)) {
		if (result.error !== undefined) output.push(errorItem(run, result));
		for (const json of result.items) {
			output.push({ json, pairedItem: { item: result.itemIndex } });
		}
	}
	return output;
}

/** Returns the output item of one that failed, with the details by which a workflow can decide. */
function errorItem({ context }: Run, { itemIndex, status, error }: ItemResult) {
	const node = context.getNode();
	const shown = nodeError(node, error, itemIndex);
	const { message, description } = shown;
	const mayHaveBeenSent = status === 'possiblySent';
	const ofService = error instanceof ServiceError ? error : undefined;
	const { statusCode, asksToWait, response } = ofService?.data ?? {};

	const whoAnswered = mayHaveBeenSent
		? 'No person has answered: a person may have been asked, but the answer cannot arrive. Tell the user, and do not ask again.'
		: 'Nobody was asked: the review could not be sent.';

	const json = {
		error: message,
		errorDetails: {
			mayHaveBeenSent,
			about: ofService ? ofService.verdict.about : 'input',
			httpCode: statusCode?.toString(),
			retryAfter: asksToWait && Math.ceil(asksToWait / 1000),
			answer: response,
			description,
		},
		// To n8n, a review without an approval is a refusal by the person, unless there is this.
		chatInput: isReview(node)
			? `${whoAnswered} This is neither an approval nor a refusal. ${message}. ${description ?? ''}`
			: undefined,
	};
	// As JSON has it, so that what is undefined is absent.
	const item = {
		json: JSON.parse(JSON.stringify(json)),
		pairedItem: { item: itemIndex },
	};
	if (node.onError === 'continueErrorOutput') markForErrorOutput(item, shown);
	return item;
}
