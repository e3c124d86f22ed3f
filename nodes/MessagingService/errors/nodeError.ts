import { type Failure, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { foreignContext, foreignNextStep, foreignWords } from './foreignError';
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
	const { itemIndex, addition = '' } = place;
	const message = placed(reasonOf(error, secrets), place);
	const parts = [nextStepOf(error, secrets), asShown(addition, secrets)].filter(Boolean);
	const description = parts.join('\n\n') || undefined;

	if (error instanceof ServiceError) {
		const httpCode = error.statusCode?.toString();
		// Older versions of n8n leave the failure aside.
		const failure = failureCause(error);
		const details = { message, description, itemIndex, httpCode, failure };
		return withMessage(new NodeApiError(node, { message }, details), message);
	}

	if (error instanceof InputError) {
		const details = { description, itemIndex, failure: failureCause(error) };
		return withMessage(new NodeOperationError(node, message, details), message);
	}

	const shown = new NodeOperationError(node, message, { description, itemIndex });
	Object.assign(shown.context, foreignContext(error, secrets));
	return withMessage(shown, message);
}

/**
 * Returns the error about several items, from texts without secrets: they are made of what `reasonOf` and `asShown`
 * return for each item. It is not looked through as a whole: that would take several items for one.
 */
export function errorOfItems(
	{ node }: ErrorSource,
	{ message, description }: { message: string; description: string },
	place: ErrorPlace,
): NodeError {
	const text = placed(message, place);
	const failure: Failure = { cause: 'configuration-invalid' };
	return withMessage(new NodeOperationError(node, text, { description, failure }), text);
}

/** Returns the reason that an error gives, without secrets, to stand in the text of another one, too. Throws nothing. */
export function reasonOf(error: unknown, secrets: Secrets): string {
	if (error instanceof ServiceError) return asShown(error.fullMessage, secrets);
	return error instanceof InputError
		? asShown(error.message, secrets)
		: foreignWords(error, secrets);
}

function nextStepOf(error: unknown, secrets: Secrets): string {
	const isOurs = error instanceof ServiceError || error instanceof InputError;
	return isOurs ? asShown(error.description, secrets) : foreignNextStep(error, secrets);
}

/**
 * Returns a text of one of our errors without secrets. Values of users stand in double quotation marks, and are looked
 * through; all else is the node's own words, which may share a word with a token. The text must be about one item alone:
 * a value may hold quotation marks, so all between the first and the last of a line is taken for one.
 */
export function asShown(text: string, { hide }: Secrets): string {
	return disarm(text).replace(/"[^\n]*"/g, (quoted) => {
		const shown = hide(quoted);
		return shown === quoted ? quoted : `"${shown}"`;
	});
}

/** Returns a message with what else was done. */
function placed(message: string, { prefix, progress }: ErrorPlace): string {
	return withPrefix(prefix, message) + (progress ? ` (${progress})` : '');
}

/**
 * Returns an error with exactly this message: n8n replaces one that holds a system code such as ETIMEDOUT by words of its
 * own, also if the code stands in what the service said or the user typed.
 */
function withMessage(error: NodeError, message: string): NodeError {
	return Object.assign(error, { message, messages: [] });
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
