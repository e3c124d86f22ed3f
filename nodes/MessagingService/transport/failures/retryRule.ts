import type { Acted, FailureKind, ServiceErrorDetails } from '../../errors/serviceError';
import { ServiceError } from '../../errors/serviceError';
import type { Endpoint, RetryClass } from '../request';

/** The request never left: no connection to the service came about. */
const NEVER_LEFT = new Set<FailureKind>(['dns', 'refused', 'tls']);

/** What passes by itself, so that a later try may succeed. */
const PASSING_KINDS = new Set<FailureKind>([...NEVER_LEFT, 'connection', 'timeout']);
const PASSING_STATUS_CODES = new Set([408, 425, 429, 500, 502, 503, 504]);

/** What is known of a request that failed. */
type Evidence = Pick<ServiceError, 'kind' | 'statusCode'>;

/** Tells whether the service may have carried out a request that failed. */
function actedOn(retryClass: RetryClass, { kind, statusCode = 0 }: Evidence): Acted {
	// What changes nothing has done nothing.
	if (retryClass === 'safe') return 'no';
	if (NEVER_LEFT.has(kind)) return 'no';
	// 4xx refuses the request; with any other code it is open what the service did before.
	if (kind === 'status' && statusCode >= 400 && statusCode < 500) return 'no';
	return 'unknown';
}

/** Tells whether a request that failed so may be repeated without sending or charging twice. */
export function mayRetry(retryClass: RetryClass, { kind, statusCode = 0 }: Evidence): boolean {
	if (retryClass === 'safe') {
		return PASSING_KINDS.has(kind) || (kind === 'status' && PASSING_STATUS_CODES.has(statusCode));
	}
	// 429: the service says that it did not look at the request. All else of its answers may come
	// after it has acted, or will be the same at the next try.
	return NEVER_LEFT.has(kind) || (kind === 'status' && statusCode === 429);
}

const MAY_HAVE_ACTED =
	'The request had already left, so the service may have acted on it. It was not repeated, because that could send or charge twice: check on the service before you run this item again.';

interface FailureDetails extends Omit<ServiceErrorDetails, 'acted' | 'description'> {
	/** How to get on. */
	wayOut: string;
	/** What stands at the end of the description, such as a status code. */
	technical?: string;
}

/** Gives the error for a request that failed, which says where the service may have acted all the same. */
export function failure(
	{ retryClass }: Endpoint,
	message: string,
	{ wayOut, technical, ...details }: FailureDetails,
): ServiceError {
	const acted = actedOn(retryClass, details);
	const description = [wayOut, acted === 'unknown' && MAY_HAVE_ACTED, technical]
		.filter(Boolean)
		.join(' ');
	return new ServiceError(message, { ...details, acted, description });
}
