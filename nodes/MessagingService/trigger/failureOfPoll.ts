import { ServiceError } from '../errors/serviceError';
import type { NumberRecord } from '../service/numbers';

/** What a poll has read. A number that is in neither map was not read. */
export interface Reading {
	records: Map<string, NumberRecord>;
	failures: Map<string, ServiceError>;
	/** Why it did not go on, where the service was the reason. */
	endedBy?: ServiceError;
}

/** What a refusal of the one number is about. */
const ABOUT_THE_NUMBER = new Set<ServiceError['about']>(['number', 'request']);

/** Refusals that hold for all numbers: the token is wrong, or there are too many requests. */
const ABOUT_ALL = new Set<ServiceError['about']>(['token', 'limit']);

/** Tells whether a refusal ends the poll: asking for the other numbers is of no use. */
export function endsPoll({ about }: ServiceError): boolean {
	return ABOUT_ALL.has(about);
}

/** Returns why a poll has failed as a whole, undefined where it found something out. */
export function failureOfPoll(
	{ records, failures, endedBy }: Reading,
	unread: string[],
): ServiceError | undefined {
	if (records.size > 0) return undefined;
	if (endedBy) return endedBy;
	const all = [...failures.values()];
	const ofTheService = all.find(({ about }) => !ABOUT_THE_NUMBER.has(about));
	if (ofTheService) return ofTheService;
	if (unread.length === 0) return all[0];
	// The unread ones have their turn at the next poll.
	return all.length > 0 ? undefined : outOfTime();
}

function outOfTime(): ServiceError {
	return new ServiceError('The service did not answer in the time that n8n gives a poll', {
		passes: true,
		fate: 'notSent',
		description:
			'Nothing is missed: the next poll compares with the same record. If this continues, contact your provider: the service is slow.',
	});
}
