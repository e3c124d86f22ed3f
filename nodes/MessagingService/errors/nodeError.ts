import { type Failure, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { withoutSecret } from './hideToken';
import { InputError } from './inputError';
import { ServiceError } from './serviceError';

/** Details that are added to an error once it is known where it happened. */
interface ErrorPlace {
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
	if (error instanceof ServiceError || error instanceof InputError) {
		const message = withoutSecret(node, error.message);
		const description = describe(error.description);
		// Older versions of n8n leave the failure aside.
		const details = { description, itemIndex, failure: failureCause(error) };
		const shown =
			error instanceof InputError
				? new NodeOperationError(node, message, details)
				: new NodeApiError(
						node,
						{ message },
						{ ...details, message, httpCode: error.statusCode?.toString() },
					);
		// n8n replaces a message that holds a system code such as ETIMEDOUT by words of its own, also where the
		// code stands in what the service said or the user typed. Ours stands.
		return Object.assign(shown, { message });
	}
	// n8n's own, such as an expression that cannot be resolved: it knows best what to say.
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(node, error instanceof Error ? error : String(error), {
		...(addition && { description: describe() }),
		itemIndex,
	});
}

/**
 * Returns why an operation has failed, in the words that n8n 2.41 knows: it polls again sooner after what
 * passes by itself than after what somebody has to change, and not before the service has asked for.
 */
export function failureCause(error: ServiceError | InputError): Failure | undefined {
	if (error instanceof InputError) return { cause: 'configuration-invalid' };
	const { about, passes, retryAfter: retryAfterMs } = error;
	if (passes) {
		const cause = about === 'limit' ? 'rate-limited' : 'temporarily-unavailable';
		return { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) };
	}
	if (about === undefined || about === 'stop') return undefined;
	return { cause: about === 'token' ? 'credential-invalid' : 'configuration-invalid' };
}
