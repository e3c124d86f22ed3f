import { ServiceError } from '../errors/serviceError';
import type { Observed } from './watch';

/** Refusals that are about the one number. */
const ABOUT_THE_NUMBER = new Set([400, 404, 409, 410, 422]);

/** Gives why a poll has failed as a whole, undefined where it found something out. */
export function failureOfPoll({
	numbers,
	failures,
	unread,
	endedBy,
}: Observed): ServiceError | undefined {
	if (numbers.length > 0) return undefined;
	if (endedBy) return endedBy;
	const all = [...failures.values()];
	const ofTheService = all.find(
		({ statusCode = 0, form }) => form === 'HTML' || !ABOUT_THE_NUMBER.has(statusCode),
	);
	if (ofTheService) return ofTheService;
	if (unread.length === 0) return all[0];
	// The others have their turn at the next poll.
	return all.length > 0 ? undefined : outOfTime();
}

function outOfTime(): ServiceError {
	return new ServiceError('The service could not be read in the time that n8n gives a poll', {
		kind: 'timeout',
		fate: 'notSent',
		description:
			'Nothing is missed: the next poll compares with the same record. If it goes on, ask the service why it is slow.',
	});
}
