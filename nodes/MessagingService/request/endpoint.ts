import type { IDataObject } from 'n8n-workflow';

import type { Members } from '../util/members';
import type { Account } from './account';

/** An endpoint of the service (section 4 of `docs/service.md`), and all that is said of its requests. */
export interface Endpoint {
	/** A GET only reads, so it may be repeated. A POST sends, charges, or counts an attempt, so some failures leave doubt. */
	method: 'GET' | 'POST';
	/** Whether it is a step before what is asked for: where it fails, that was certainly not done. */
	isStep?: true;
	/** Begins the message of an error that leaves doubt: "This message may have been sent". */
	ifPossiblySent?: string;
	/** Says then where to check whether it was done; nothing in it invites to try again. */
	whereToCheck?: string;
	/** Says that it was certainly not done. */
	ifNotSent?: string;
	/** Below `{base_url}`; a part such as `{number}` stands for the target. */
	path: string;
	/** Says what the service is asked to do: "send the message to {target}". */
	purpose: string;
	/** Says what to do where the service refuses the target. */
	ifRefused: string;
	/** Says what to do where the plan does not include it (section 5). */
	ifNotInPlan: string;
	/** Whether a 404 says that the service does not know the number, or the OTP ID; else the address is wrong. */
	looksUp?: true;
	/** Whether each request is an attempt at its target: a 429 may mean that there were too many. */
	countsAttempts?: true;
	/** Returns what a response lacks that every success has, e.g. `the text "url"`; undefined where it holds all. */
	missing(response: Members): string | undefined;
}

/** One request: all that its errors say. */
export interface ServiceRequest {
	endpoint: Endpoint;
	account: Account;
	/** What it is about, for errors and for the path: the recipient, the number or the OTP ID. A list has none. */
	target?: string;
	query?: URLSearchParams;
	body?: IDataObject;
}

/** True for an endpoint that changes nothing. */
export const onlyReads = ({ method }: Endpoint) => method === 'GET';

/** Returns the address of a request. */
export function urlOf({ account, endpoint, target = '', query }: ServiceRequest) {
	const path = endpoint.path.replace(/\{\w+\}/, () => encodeURIComponent(target));
	const search = String(query ?? '');
	return `${account.baseUrl}${path}${search && '?'}${search}`;
}
