import { ServiceError, type ServiceErrorDetails } from '../../errors/serviceError';
import type { Call } from '../request';
import { type FailureText, wordsOf } from './wording';

interface Failure
	extends FailureText,
		Partial<Omit<ServiceErrorDetails, 'description' | 'isFinal'>> {
	/** The reason that the answer gives. */
	reason?: string;
	/** Ends the description, such as a status code. */
	technical?: string;
}

/** Returns the error for a request that failed. */
export function failure(
	call: Call,
	{ message, reason, nextStep, technical, ...details }: Failure,
): ServiceError {
	const { effect } = wordsOf(call);
	// A request that changes nothing has done nothing.
	const mayHaveBeenSent = (details.mayHaveBeenSent ?? false) && effect !== undefined;
	// After a 4xx or 5xx there is nothing else to do.
	const isLater = !mayHaveBeenSent && details.isTransient && details.statusCode !== undefined;
	const state = mayHaveBeenSent ? effect.whereToCheck : effect?.notDone;
	const description = [state, isLater && 'Try again later.', nextStep, technical];
	// What follows a message begins with a full stop of its own.
	const because = reason ? `: ${reason.replace(/(?<!\.)\.$/, '')}` : '';
	return new ServiceError(message + because, {
		...details,
		mayHaveBeenSent,
		prefix: mayHaveBeenSent ? effect.possibly : undefined,
		description: description.filter(Boolean).join(' '),
	});
}
