import { fill, quoteValue } from '../errors';
import type { Members } from '../util/members';
import type { Account } from './account';

/** An endpoint's words for what may have become of its request. */
export interface OutcomeWords {
	/**
	 * Begins the message where it may have been done: "This message may have been sent". `{target}` is the recipient or
	 * the number. Absent where that does not matter.
	 */
	possiblySent?: string;
	/** Says where to check whether it was done; nothing in it invites to try again. */
	whereToCheck?: string;
	/** Says that it was certainly not done. */
	notSent: string;
}

/**
 * An endpoint of the service (section 4 of `docs/service.md`), and all that is said of its requests. A GET only reads,
 * so it may be repeated; all others send, charge, or count an attempt.
 */
export interface Endpoint {
	method: 'GET' | 'POST';
	/** Below `{base_url}`; a part such as `{number}` stands for the target. */
	path: string;
	/** Says what the request does, to follow "while": "sending the message to {target}". */
	activity: string;
	/** Absent where it only reads. */
	words?: OutcomeWords;
	/** Says what to do where the service refuses the target. */
	ifRefused: string;
	/** Says what to do where the plan does not include it (section 5). */
	ifNotInPlan: string;
	/** Whether a 404 says that the service does not know the number, or the OTP ID; else the address is wrong. */
	looksUp?: true;
	/** Returns what a response lacks that every success has, e.g. `the text "url"`; undefined where it holds all. */
	lack(response: Members): string | undefined;
}

/** What one request names. */
export interface RequestParts {
	/** The recipient or the number, for errors and for the path. */
	target?: string;
	query?: URLSearchParams;
	body?: object;
}

/** One request: all that its errors say. */
export interface ServiceRequest extends RequestParts {
	endpoint: Endpoint;
	account: Account;
}

/** A response as it came: any status code, the body not read yet. */
export interface HttpResponse {
	statusCode: number;
	/** Names in lower case. */
	headers: Members;
	body: string;
	/** Whether a proxy answered in place of the service: the request never left. */
	isOfProxy?: boolean;
}

/** Returns the address of a request. */
export function urlOf({ account, endpoint, target = '', query }: ServiceRequest): string {
	const path = endpoint.path.replace(/\{\w+\}/, () => encodeURIComponent(target));
	const search = query?.toString();
	return `${account.baseUrl}${path}${search ? `?${search}` : ''}`;
}

/** Returns what the sentences of an error name of a request. */
export function partsOf({ endpoint, account, target = '' }: ServiceRequest) {
	const { ifRefused, ifNotInPlan } = endpoint;
	return {
		activity: fill(endpoint.activity, { target: quoteValue(target) }),
		host: new URL(account.baseUrl).host,
		ifRefused,
		ifNotInPlan,
	};
}
