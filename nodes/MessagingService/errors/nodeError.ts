import { type Failure, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { hideIn, withoutSecret } from './hideToken';
import { InputError } from './inputError';
import { disarm } from './quote';
import { ServiceError, withPrefix } from './serviceError';

/** Details that are added to an error once it is known where it happened. */
interface ErrorPlace {
	itemIndex?: number;
	/** Stands before the message: other items that may have been done. */
	prefix?: string;
	/** Stands in brackets behind the message: how many items were done. */
	progress?: string;
	/** Is added to the description. */
	addition?: string;
}

export type NodeError = NodeApiError | NodeOperationError;

/**
 * Returns the error that n8n shows: what happened, what to do next, status code and item. It never holds the API
 * token, wherever that stood, nor HTML. The error underneath is not kept as its cause.
 */
export function nodeError(node: INode, error: unknown, place: ErrorPlace = {}): NodeError {
	const { itemIndex, prefix, progress, addition } = place;
	const safe = (text: string) => disarm(withoutSecret(node, text));
	const placed = (message: string) =>
		safe(withPrefix(prefix, message) + (progress ? ` (${progress})` : ''));
	const describe = (own?: string | null) =>
		safe([own, addition].filter(Boolean).join('\n\n')) || undefined;
	if (error instanceof ServiceError || error instanceof InputError) {
		const isOfService = error instanceof ServiceError;
		const message = placed(isOfService ? error.fullMessage : error.message);
		const description = describe(error.description);
		// Older versions of n8n leave the failure aside.
		const details = { description, itemIndex, failure: failureCause(error) };
		const shown = isOfService
			? new NodeApiError(
					node,
					{ message },
					{ ...details, message, httpCode: error.statusCode?.toString() },
				)
			: new NodeOperationError(node, message, details);
		// n8n replaces a message that holds a system code such as ETIMEDOUT by words of its own, also where the
		// code stands in what the service said or the user typed. Ours stands.
		return Object.assign(shown, { message });
	}
	// n8n's own, such as an expression that cannot be resolved: it knows best what to say.
	const isOfNode = error instanceof NodeApiError || error instanceof NodeOperationError;
	const shown = isOfNode
		? error
		: new NodeOperationError(node, error instanceof Error ? error : String(error), { itemIndex });
	hideIn(node, shown);
	const { message, description } = shown;
	return Object.assign(shown, { message: placed(message), description: describe(description) });
}

/** Returns an error whose message also says what to do next, for readers who get the message alone. */
export function withDescriptionInMessage(error: NodeError): NodeError {
	const { message, description } = error;
	return description ? Object.assign(error, { message: `${message}. ${description}` }) : error;
}

/**
 * Returns why an operation has failed, in the words that n8n 2.41 knows: it polls again sooner after what
 * passes by itself than after what somebody has to change, and not before the service has asked for.
 */
export function failureCause(error: ServiceError | InputError): Failure | undefined {
	if (error instanceof InputError) return { cause: 'configuration-invalid' };
	const { about, isTransient, retryAfter: retryAfterMs } = error;
	if (isTransient) {
		const cause = about === 'limit' ? 'rate-limited' : 'temporarily-unavailable';
		return { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) };
	}
	if (about === undefined || about === 'stop') return undefined;
	return { cause: about === 'token' ? 'credential-invalid' : 'configuration-invalid' };
}
