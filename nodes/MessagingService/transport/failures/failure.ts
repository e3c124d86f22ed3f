import { ServiceError, type ServiceErrorDetails } from '../../errors/serviceError';
import { type Call, isSafe, say } from '../request';
import type { Refusal } from './refusals';

/** What an error says. `{name}` stands for what `say` knows by it. */
export interface Text {
	/** What happened. */
	message: string;
	/** What to do next; nothing in it invites to try again. */
	wayOut: string;
}

interface Failure extends Text, Refusal, Pick<ServiceErrorDetails, 'statusCode' | 'retryAfter'> {
	/** What whoever answered says of it. */
	reason?: string;
	/** What stands at the end of the description, such as a status code. */
	technical?: string;
}

/** Returns the error for a request that failed, which says first of all where it may have been carried out. */
export function failure(
	call: Call,
	{ message, reason, wayOut, technical, mayHaveBeenSent: mayBe = false, ...details }: Failure,
): ServiceError {
	// What changes nothing has done nothing.
	const mayHaveBeenSent = mayBe && !isSafe(call.endpoint);
	// After a 4xx or 5xx there is nothing else to do.
	const isLater = !mayHaveBeenSent && details.passes && details.statusCode !== undefined;
	const next = [mayHaveBeenSent && call.endpoint.possibly, isLater && 'Try again later.', wayOut];
	const description = [say(next.filter(Boolean).join(' '), call), technical];
	// What follows a message begins with a full stop of its own.
	const because = reason ? `: ${reason.replace(/(?<!\.)\.$/, '')}` : '';
	return new ServiceError(say(message, call) + because, {
		...details,
		mayHaveBeenSent,
		description: description.filter(Boolean).join(' '),
	});
}
