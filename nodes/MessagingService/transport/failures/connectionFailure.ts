import { quote, type ServiceError, serviceError } from '../../errors';
import type { ServiceRequest } from '../request';
import { evidenceOf } from './evidence';
import { failure } from './failure';

/** Most characters of n8n's advice for an address that it blocks. */
const MAX_ADVICE = 500;

/** What ended a request from this side. */
interface Ended {
	/** The user stopped the execution. */
	isStopped: boolean;
	/** Its time was over. */
	isLate: boolean;
}

/**
 * Returns the error for a request that got no response. It reads little of the error underneath, which holds the
 * request's headers, and with them the token.
 */
export function connectionFailure(
	error: unknown,
	request: ServiceRequest,
	{ isStopped, isLate }: Ended,
): ServiceError {
	const { mayHaveLeft, blocked, failedInHandshake, codes } = evidenceOf(error);
	if (isStopped) return mayHaveLeft ? failure(request, 'stoppedLater') : serviceError('stopped');

	if (blocked) {
		const parts = { words: quote(blocked.message), advice: quote(blocked.nextStep, MAX_ADVICE) };
		return failure(request, mayHaveLeft ? 'unexpected' : 'blocked', { parts });
	}

	// In small letters: n8n replaces a text that holds such a code by its own.
	const behind = codes.length > 0 ? ` (${codes.join(', ').toLowerCase()})` : '';
	if (failedInHandshake) return failure(request, 'notSecure', { behind });
	if (!mayHaveLeft) return failure(request, 'notConnected', { behind });
	return failure(request, isLate ? 'tooLate' : 'lost', { behind });
}
