import { type Failure, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { foreignWords, fromForeign } from './foreignError';
import { InputError } from './inputError';
import { disarm } from './quote';
import type { Secrets } from './secrets';
import { ServiceError, withPrefix } from './serviceError';

/** The node that an error is about, and what no error of its execution may show. */
export interface ErrorSource {
	node: INode;
	secrets: Secrets;
}

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

/** Tells an error that n8n shows as it is. */
export const isNodeError = (error: unknown): error is NodeError =>
	error instanceof NodeApiError || error instanceof NodeOperationError;

/**
 * Returns the error that n8n shows: what happened, what to do next, status code and item. It holds none of the
 * secrets, wherever they stood, and no HTML. The error underneath is not kept as its cause. Throws nothing, whatever
 * was thrown.
 */
export function nodeError(source: ErrorSource, error: unknown, place: ErrorPlace = {}): NodeError {
	const { node, secrets } = source;
	const { itemIndex, prefix, progress, addition } = place;
	const safe = (text: string) => withoutSecrets(disarm(text), secrets);
	const placed = (message: string) =>
		safe(withPrefix(prefix, message)) + (progress ? ` (${progress})` : '');
	const describe = (description?: string | null) => {
		const parts = [description, addition].filter(Boolean);
		return parts.length > 0 ? safe(parts.join('\n\n')) : undefined;
	};

	if (error instanceof ServiceError) {
		const message = placed(error.fullMessage);
		const shown = new NodeApiError(
			node,
			{ message },
			{
				message,
				description: describe(error.description),
				itemIndex,
				httpCode: error.statusCode?.toString(),
				// Older versions of n8n leave the failure aside.
				failure: failureCause(error),
			},
		);
		return withMessage(shown, message);
	}

	if (error instanceof InputError) {
		const message = placed(error.message);
		const shown = new NodeOperationError(node, message, {
			description: describe(error.description),
			itemIndex,
			failure: failureCause(error),
		});
		return withMessage(shown, message);
	}

	// n8n's own, such as an expression that cannot be resolved: it knows best what to say.
	const shown = fromForeign(node, error, secrets);
	shown.context.itemIndex = itemIndex;
	const description = describe(shown.description);
	return withMessage(Object.assign(shown, { description }), placed(shown.message));
}

/** Returns the reason that an error gives, to stand in the text of another one. Throws nothing. */
export function reasonOf(error: unknown, secrets: Secrets): string {
	if (error instanceof ServiceError) return error.fullMessage;
	return error instanceof InputError ? error.message : foreignWords(error, secrets);
}

/**
 * Returns an error with exactly this message: n8n replaces one that holds a system code such as ETIMEDOUT by words of its
 * own, also if the code stands in what the service said or the user typed.
 */
function withMessage(error: NodeError, message: string): NodeError {
	return Object.assign(error, { message, messages: [] });
}

/**
 * Returns a text of an error without secrets. Values of users stand in double quotation marks, and are looked through;
 * all else is the node's own words, which may share a word with a token.
 */
function withoutSecrets(text: string, { hide }: Secrets): string {
	// Each line may be about another item.
	return text.replace(/"[^\n]*"/g, (quoted) => {
		const shown = hide(quoted);
		return shown === quoted ? quoted : `"${shown}"`;
	});
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
