import type { IDataObject } from 'n8n-workflow';

import type { ServiceError } from '../errors/serviceError';
import type { ServiceClient } from '../service/client';
import type { PollRecord, State } from './record';

/** What a poll found of one number. */
export interface Observation {
	/** What stands for the number in the record, short: it is kept for each of them. */
	key: string;
	/** What is compared with the poll before. */
	state: State;
	/** The output item, should the number fire. */
	item: IDataObject;
}

/** What a poll found. */
export interface Observed {
	/** The numbers that could be read. */
	numbers: Observation[];
	/** Why others could not, by key. */
	failures: Map<string, ServiceError>;
	/** Keys of those that it did not come to; the next poll begins with the first of them. */
	unread: string[];
	/** Why it did not come to them, where the service was the reason. */
	endedBy?: ServiceError;
}

/** Where a poll begins and when it ends. */
export interface Reach {
	/** Key to begin with. */
	first?: string;
	/** When nothing further may start. */
	signal: AbortSignal;
}

/** What the trigger watches, read and checked from its parameters. */
export interface Watch {
	/** Tells this watch from another one: a change of parameters starts a new record. */
	watched: string;
	/** Reads the present state from the service. */
	observe(service: ServiceClient, reach: Reach): Promise<Observed>;
	/** Gives the item of a number that fires, undefined for one that does not. */
	fires(observation: Observation, before: PollRecord): IDataObject | undefined;
	/** Gives the item of a number when there is no poll before, for a manual test. */
	shows(observation: Observation): IDataObject;
}
