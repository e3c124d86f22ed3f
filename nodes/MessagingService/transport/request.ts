import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { quoteValue } from '../errors/quote';
import { ServiceError } from '../errors/serviceError';
import type { Connection } from './credential';

/** Values that an operation can need to find in an answer: a text, a yes or no, or a list of objects. */
interface AnswerParts {
	string: string;
	boolean: boolean;
	list: IDataObject[];
}

/** Values that an answer must hold, by name. */
export interface Needs {
	readonly [name: string]: keyof AnswerParts | Needs;
}

/** An answer that holds what it must. */
export type Answer<Needed> = IDataObject & {
	[Name in keyof Needed]: Needed[Name] extends keyof AnswerParts
		? AnswerParts[Needed[Name]]
		: Answer<Needed[Name]>;
};

/** An endpoint of the service (section 4). */
export interface Endpoint<Needed extends Needs = Needs> {
	/** GET, where a request changes nothing. All others send, charge or count an attempt. */
	method: IHttpRequestMethods;
	/** Below `{base_url}`; a part such as `{number}` stands for what the request names. */
	path: string;
	/** Names what the request does, for errors: "… while sending the message to +1…". */
	activity: (named: string) => string;
	/** Names what it is about, for errors: "The service did not accept the message to +1…". */
	subject: (named: string) => string;
	/** Says what to do where the service does not know the subject, for one that it may not know. */
	ifUnknown?: string;
	/** Says what to do where the service does not accept the subject. */
	ifInvalid?: string;
	/** Names what only an Enterprise plan may do (section 5). */
	enterprise?: string;
	/** Says what it does, for errors: for all but GET. */
	effect?: {
		/** Begins the message where it may have been done: "This message may have been sent". */
		possibly: (named: string) => string;
		/** Says where to check whether it was done; nothing in it invites to try again. */
		whereToCheck: string;
		/** Says that it was certainly not done. */
		notDone: string;
		/** Says what to do where the present state forbids it. */
		ifConflict?: string;
	};
	/** Where its answer says by a status code of its own whether it is one of success. */
	statusIn?: string;
	/** Values that its answer must hold. */
	needs: Needed;
}

/** Advice of errors: settings that help against a failure. */
export interface Advice {
	/** Against a service or a network that is slow. */
	slow: string;
	/** Against a limit of the service. */
	limited: string;
}

/** One request to the service, as the client words it. */
export interface ServiceRequest<Needed extends Needs = Needs> {
	endpoint: Endpoint<Needed>;
	/** The recipient or the number, for errors and for the path. */
	named?: string;
	query?: URLSearchParams;
	body?: object;
}

/** A request that is made: all that its errors tell of it. */
export interface Call<Needed extends Needs = Needs> extends ServiceRequest<Needed> {
	connection: Connection;
	advice?: Advice;
}

/** Returns the address of a request. @throws ServiceError where what it names cannot stand in a path */
export function urlOf(baseUrl: string, { endpoint, named = '', query }: ServiceRequest): string {
	const path = endpoint.path.replace(/\{\w+\}/, () => pathPart(named));
	const search = query?.toString();
	return `${baseUrl}${path}${search ? `?${search}` : ''}`;
}

function pathPart(text: string): string {
	// A folder's name leads to another address. Half of a surrogate pair is no character, and cannot be encoded.
	if (!/^\.{0,2}$|\p{Surrogate}/u.test(text)) return encodeURIComponent(text);
	throw new ServiceError(`"${quoteValue(text)}" cannot be used in the address of a request`, {
		about: 'number',
		mayHaveBeenSent: false,
		description: 'Check the fields of this item.',
	});
}
