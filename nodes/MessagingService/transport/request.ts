import type { IDataObject } from 'n8n-workflow';

import { quoteValue } from '../errors';
import type { Members } from '../host/object';
import type { Connection } from './connection';

/** The words of errors for what may have become of a request that does more than read. */
export interface OutcomeWords {
	/** Begins the message where it may have been done: "This message may have been sent". */
	doubt: (target: string) => string;
	/** Says where to check whether it was done; nothing in it invites to try again. */
	whereToCheck: string;
	/** Says that it was certainly not done. */
	notDone: string;
}

/** The members that all endpoints have. */
interface Described {
	/** Below `{base_url}`; a part such as `{number}` stands for the target. */
	path: string;
	/** Says what the request does, to follow "while": "sending the message to +1…". */
	activity: (target: string) => string;
	/** Says what to do where the service refuses the target. */
	ifRefused: string;
	/** Names what only an Enterprise plan may do (section 5 of `docs/service.md`). */
	enterprise?: string;
	/** Returns what an answer lacks that an operation needs, e.g. `the text "url"`; undefined where it holds all. */
	lacks?: (answer: IDataObject) => string | undefined;
}

/**
 * An endpoint of the service (section 4 of `docs/service.md`). One that only reads may be repeated; all others send,
 * charge, or count an attempt.
 */
export type Endpoint = Described &
	({ method: 'GET'; outcomeWords?: undefined } | { method: 'POST'; outcomeWords: OutcomeWords });

/** One request to the service, as the client words it. */
export interface ServiceRequest {
	endpoint: Endpoint;
	/** The recipient or the number, for errors and for the path. */
	target?: string;
	query?: URLSearchParams;
	body?: object;
}

/** A request on its way: all that its errors say. */
export interface Call extends ServiceRequest {
	connection: Connection;
}

/** An answer as it came: any status code, the body not read yet. */
export interface HttpAnswer {
	statusCode: number;
	/** Names in lower case. */
	headers: Members;
	body: string;
	/** Whether a proxy answered in place of the service: the request never left. */
	isOfProxy?: boolean;
}

/** Returns the address of a request. */
export function urlOf({ connection, endpoint, target = '', query }: Call): string {
	const path = endpoint.path.replace(/\{\w+\}/, () => encodeURIComponent(target));
	const search = query?.toString();
	return `${connection.baseUrl}${path}${search ? `?${search}` : ''}`;
}

/** Returns what a request does, as errors say it. */
export const activityOf = ({ endpoint, target = '' }: ServiceRequest) =>
	endpoint.activity(quoteValue(target));
