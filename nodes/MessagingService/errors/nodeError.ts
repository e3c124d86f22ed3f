import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { failureCause } from './failureCause';
import { InputError } from './inputError';
import { withoutSecret } from './hideToken';
import { ServiceError } from './serviceError';

/** Details that are added to an error once it is known where it happened. */
export interface ErrorPlace {
	itemIndex?: number;
	/** Added to the description. */
	addition?: string;
}

/**
 * Returns the error that n8n shows: what happened, what to do next, status code and item, and never the API
 * token, wherever it stood. The error underneath is not kept as its cause.
 */
export function nodeError(
	node: INode,
	error: unknown,
	{ itemIndex, addition }: ErrorPlace = {},
): NodeApiError | NodeOperationError {
	const describe = (own?: string) => {
		const description = [own, addition].filter(Boolean).join('\n\n');
		return description ? withoutSecret(node, description) : undefined;
	};
	// Older versions of n8n leave it aside.
	const failure = failureCause(error);
	if (error instanceof ServiceError) {
		const message = withoutSecret(node, error.message);
		const description = describe(error.description);
		const httpCode = error.statusCode?.toString();
		const details = { message, description, httpCode, itemIndex, failure };
		return saying(message, new NodeApiError(node, { message }, details));
	}
	if (error instanceof InputError) {
		const message = withoutSecret(node, error.message);
		const details = { description: describe(error.description), itemIndex, failure };
		return saying(message, new NodeOperationError(node, message, details));
	}
	// n8n's own, such as an expression that cannot be resolved: it knows best what to say.
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(node, error instanceof Error ? error : String(error), {
		...(addition && { description: describe() }),
		itemIndex,
	});
}

/**
 * n8n replaces a message that holds a system code such as ETIMEDOUT by words of its own, also where the code
 * stands in what the service said or the user typed. Ours stands.
 */
function saying<Shown extends NodeApiError | NodeOperationError>(
	message: string,
	error: Shown,
): Shown {
	error.message = message;
	return error;
}
