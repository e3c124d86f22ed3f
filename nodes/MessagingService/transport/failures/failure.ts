import { quoteValue } from '../../errors/quote';
import { ServiceError, type ServiceErrorDetails } from '../../errors/serviceError';
import type { Advice, Call } from '../request';

/** Text about a failed request. */
export interface FailureText {
	/** Says what happened. */
	message: string;
	/** Says what to do next; nothing in it invites to try again. */
	nextStep: string;
}

interface Failure
	extends FailureText,
		Partial<Omit<ServiceErrorDetails, 'description' | 'hasActed' | 'isBegun'>> {
	/** The reason that the answer gives. */
	reason?: string;
	/** Ends the description, such as a status code. */
	technical?: string;
}

/** Advice where the user can set nothing against the failure. */
const NO_SETTING: Advice = {
	slow: 'If this continues, contact your provider.',
	limited: 'Your provider may offer a higher limit.',
};

/** Returns the words of one request, for the texts of its errors. */
export function wordsOf({ endpoint, connection, advice = NO_SETTING, named = '', body }: Call) {
	const quoted = quoteValue(named, connection.hide);
	const { effect } = endpoint;
	return {
		...endpoint,
		...advice,
		/** The service's host. */
		host: connection.hide(connection.host),
		/** Continues "while": "sending the message to +1…". */
		activity: endpoint.activity(quoted),
		/** Continues "The service did not accept": "the message to +1…". */
		subject: endpoint.subject(quoted),
		effect: effect && { ...effect, possibly: effect.possibly(quoted) },
		hasBody: body !== undefined,
	};
}

export type Words = ReturnType<typeof wordsOf>;

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
