import { quoteValue } from '../../errors/quote';
import { ServiceError, type ServiceErrorDetails } from '../../errors/serviceError';
import type { Advice, Call, Endpoint } from '../request';

/** Text about a failed request. */
export interface FailureText {
	/** Says what happened. */
	message: string;
	/** Says what to do next; nothing in it invites to try again. */
	nextStep: string;
}

interface Failure
	extends FailureText,
		Pick<ServiceErrorDetails, 'about' | 'isTransient' | 'statusCode' | 'retryAfter'> {
	/** Whether anything can have reached the service, also of a request that only reads. */
	mayHaveArrived?: boolean;
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

/** The words of one request, for the texts of its errors. */
export interface Words
	extends Advice,
		Pick<Endpoint, 'ifUnknown' | 'ifInvalid' | 'ifConflict' | 'enterprise'> {
	/** The service's host. */
	host: string;
	/** Continues "while": "sending the message to +1…". */
	activity: string;
	/** Continues "The service did not accept": "the message to +1…". */
	subject: string;
	/** Absent where the request only reads. */
	effect?: Effect;
	hasBody: boolean;
}

interface Effect {
	/** Begins the message where it may have been done. */
	possibly: string;
	whereToCheck: string;
	notDone: string;
}

/** Returns the words of one request. */
export function wordsOf(call: Call): Words {
	const { endpoint, connection, advice = NO_SETTING, named = '', body } = call;
	const quoted = quoteValue(named, connection.hide);
	const { ifUnknown, ifInvalid, ifConflict, enterprise } = endpoint;

	return {
		...advice,
		ifUnknown,
		ifInvalid,
		ifConflict,
		enterprise,
		host: connection.hide(connection.host),
		activity: endpoint.activity(quoted),
		subject: endpoint.subject(quoted),
		effect: effectOf(endpoint, quoted),
		hasBody: body !== undefined,
	};
}

function effectOf(endpoint: Endpoint, named: string): Effect | undefined {
	if (endpoint.method === 'GET') return undefined;

	const { effect } = endpoint;
	return { ...effect, possibly: effect.possibly(named) };
}

/** Returns the error for a request that failed. */
export function failure(
	call: Call,
	{ message, reason, nextStep, technical, mayHaveArrived, ...details }: Failure,
): ServiceError {
	const { effect } = wordsOf(call);
	// A request that only reads sends and charges nothing, wherever it got to.
	const possible = mayHaveArrived ? effect : undefined;
	const state = possible ? possible.whereToCheck : effect?.notDone;

	// After a 4xx or 5xx there is nothing else to do.
	const isLater = !possible && details.isTransient && details.statusCode !== undefined;
	const description = [state, isLater && 'Try again later.', nextStep, technical];

	return new ServiceError(reason ? `${message}: ${withoutFullStop(reason)}` : message, {
		...details,
		mayHaveBeenSent: possible !== undefined,
		prefix: possible?.possibly,
		description: description.filter(Boolean).join(' '),
	});
}

/** Returns a reason without its full stop, since what follows a message begins with one. Several dots stay. */
const withoutFullStop = (reason: string) => reason.replace(/(?<!\.)\.$/, '');
