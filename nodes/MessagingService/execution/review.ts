import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { isReview } from '../host/runtime';
import { memberOf } from '../host/object';

/**
 * True where a failure ends the execution. An agent continues after a review that failed, unless the author has chosen
 * otherwise: so n8n does with all that an agent calls.
 */
export function stopsOnFailure(context: IExecuteFunctions): boolean {
	const node = context.getNode();
	return isReview(node) ? node.onError === 'stopWorkflow' : !context.continueOnFail();
}

/**
 * Returns the output items as they reach who has called the node. To n8n, a review without an approval is a refusal by the
 * person, unless there is `chatInput`, which it hands to the agent. So a review that failed says there what is true.
 */
export function forReview(node: INode, items: INodeExecutionData[]): INodeExecutionData[] {
	if (!isReview(node)) return items;

	return items.map((item) => {
		const { error, errorDetails } = item.json;
		if (typeof error !== 'string') return item;

		const chatInput = withoutAnswer(error, errorDetails);
		return { ...item, json: { ...item.json, chatInput } };
	});
}

/** Says that no person has answered, and why. */
function withoutAnswer(error: string, details: unknown): string {
	const mayHaveBeenAsked = memberOf(details, 'mayHaveBeenSent') === true;
	const what = mayHaveBeenAsked
		? 'No person has answered: a person may have been asked, but the answer cannot arrive. Tell the user, and do not ask again.'
		: 'Nobody was asked: the review could not be sent.';

	const description = String(memberOf(details, 'description') ?? '');
	return `${what} This is neither an approval nor a refusal. ${error}. ${description}`.trim();
}
