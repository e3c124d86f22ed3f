import { type About, ServiceError } from '../../errors';
import type { Call } from '../request';

/** What is known of a failed request. */
export interface Failure {
	/** Says what happened. */
	message: string;
	/** Says what to do next; nothing in it invites to try again. */
	nextStep: string;
	/** Whether the service may have carried it out. A request that only reads has nothing to carry out. */
	mayHaveActed?: boolean;
	isTransient?: boolean;
	about?: About;
	statusCode?: number;
	/** How long the service asked to wait, in ms. */
	retryAfter?: number;
}

/** Returns the error for a request that failed: it says first whether it was done, then what to do. */
export function failure(call: Call, { nextStep, ...known }: Failure): ServiceError {
	const { endpoint, target = '' } = call;
	const { outcomeWords } = endpoint;
	// A request that only reads sends and charges nothing, wherever it got to.
	const mayHaveActed = known.mayHaveActed === true && outcomeWords !== undefined;
	const state = mayHaveActed ? outcomeWords.whereToCheck : outcomeWords?.notDone;

	return new ServiceError(known.message, {
		...known,
		mayHaveActed,
		doubt: mayHaveActed ? outcomeWords.doubt(target) : undefined,
		description: [state, nextStep].filter(Boolean).join(' '),
	});
}
