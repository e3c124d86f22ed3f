import type { FailedFate, ServiceErrorDetails } from '../../errors/serviceError';
import { ServiceError } from '../../errors/serviceError';
import type { Endpoint, RetryClass } from '../request';

/** How far a request came that failed. */
interface Reached {
	/** Whether anything of it can have reached the service. */
	left: boolean;
	/** Status code of the service's answer, where a whole one came that can be read. */
	refusedBy?: number;
}

/** 4xx that gateways give of their own accord once they waited too long, while the service goes on. */
const GATEWAY_GAVE_UP = new Set([408, 499]);

const TOO_MANY_REQUESTS = 429;

/** Tells whether the service may have carried out a request that failed. */
function fateOf(retryClass: RetryClass, { left, refusedBy = 0 }: Reached): FailedFate {
	// What changes nothing has done nothing.
	if (retryClass === 'safe') return 'notSent';
	// No connection, no completed TLS handshake, or a proxy that did not connect: it knows of nothing.
	if (!left) return 'notSent';
	if (GATEWAY_GAVE_UP.has(refusedBy)) return 'unknown';
	// 4xx refuses the request. After a redirect, a 5xx, an answer that cannot be read or none at all it is
	// open what the service did before.
	return refusedBy >= 400 && refusedBy < 500 ? 'notSent' : 'unknown';
}

/** What passes by itself, so that a later try may succeed. */
const PASSING_KINDS = new Set(['dns', 'refused', 'unreachable', 'tls', 'connection', 'timeout']);
const PASSING_STATUS_CODES = new Set([408, 425, TOO_MANY_REQUESTS, 500, 502, 503, 504]);

/** Tells whether a request that failed so may be repeated without sending or charging twice. */
export function mayRetry(
	retryClass: RetryClass,
	{ kind, statusCode = 0, fate }: Pick<ServiceError, 'kind' | 'statusCode' | 'fate'>,
): boolean {
	const isAnswer = kind === 'status';
	const passes = isAnswer ? PASSING_STATUS_CODES.has(statusCode) : PASSING_KINDS.has(kind);
	if (retryClass === 'safe') return passes;
	// 429: the service says that it did not look at the request. All else of its answers may come
	// after it has acted, or will be the same at the next try.
	return passes && fate === 'notSent' && (!isAnswer || statusCode === TOO_MANY_REQUESTS);
}

const MAY_HAVE_ACTED =
	'The request had already left, so the service may have acted on it. It was not repeated, because that could send or charge twice: check on the service before you run this item again.';

interface FailureDetails extends Omit<ServiceErrorDetails, 'fate' | 'messageFate' | 'description'> {
	/** Whether anything of the request can have reached the service. */
	left: boolean;
	/** How to get on. */
	wayOut: string;
	/** What stands at the end of the description, such as a status code. */
	technical?: string;
}

/** Gives the error for a request that failed, which says where the service may have acted all the same. */
export function failure(
	{ retryClass }: Endpoint,
	message: string,
	{ left, wayOut, technical, ...details }: FailureDetails,
): ServiceError {
	const refusedBy = details.kind === 'status' ? details.statusCode : undefined;
	const fate = fateOf(retryClass, { left, refusedBy });
	const description = [wayOut, fate === 'unknown' && MAY_HAVE_ACTED, technical]
		.filter(Boolean)
		.join(' ');
	return new ServiceError(message, { ...details, fate, description });
}
