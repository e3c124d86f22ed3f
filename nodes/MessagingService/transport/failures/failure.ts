import { ServiceError, type ServiceErrorDetails } from '../../errors/serviceError';
import { isSafe, say, type ServiceRequest } from '../request';

/** What an error says. */
export interface Text {
	/** What happened. */
	message: string;
	/** What to do next. */
	wayOut: string;
}

interface FailureDetails extends Omit<ServiceErrorDetails, 'fate' | 'messageFate' | 'description'> {
	/** Whether the service may have carried the request out, were it one that does anything. */
	possiblyDone: boolean;
	/** What to do next; nothing in it invites to try again. */
	wayOut: string;
	/** What stands at the end of the description, such as a status code. */
	technical?: string;
}

/** Returns the error for a request that failed, which says first of all where it may have been carried out. */
export function failure(
	request: ServiceRequest,
	message: string,
	{ possiblyDone, wayOut, technical, ...details }: FailureDetails,
): ServiceError {
	// What changes nothing has done nothing.
	const isOpen = possiblyDone && !isSafe(request.endpoint);
	// After a 4xx or 5xx there is nothing else to do.
	const isLater = !isOpen && details.passes && details.statusCode !== undefined;
	const description = [
		isOpen && say(request.endpoint.possibly ?? '', request),
		isLater && 'Try again later.',
		wayOut,
		technical,
	];
	return new ServiceError(message, {
		...details,
		fate: isOpen ? 'unknown' : 'notSent',
		description: description.filter(Boolean).join(' '),
	});
}
