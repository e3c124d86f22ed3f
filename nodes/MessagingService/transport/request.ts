import type { IDataObject } from 'n8n-workflow';

import { quoteValue } from '../errors/quote';
import { ServiceError } from '../errors/serviceError';
import type { Connection } from './credential';

/** The kinds of values that an operation can need to find in an answer. */
interface AnswerParts {
	string: string;
	number: number;
	boolean: boolean;
	/** A list of objects. */
	list: IDataObject[];
}

/** The values that an answer must hold, by name. */
export interface Needs {
	readonly [name: string]: keyof AnswerParts | Needs;
}

/** An answer that holds what it must. */
export type Answer<Needed> = IDataObject & {
	[Name in keyof Needed]: Needed[Name] extends keyof AnswerParts
		? AnswerParts[Needed[Name]]
		: Answer<Needed[Name]>;
};

/** The members that all endpoints have. */
interface Described<Needed extends Needs> {
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
	/** Says what to do where the present state of the subject forbids it. */
	ifConflict?: string;
	/** Names what only an Enterprise plan may do (section 5 of `docs/service.md`). */
	enterprise?: string;
	/** Where its answer says by a status code of its own whether it is one of success. */
	statusIn?: string;
	/** The values that its answer must hold. */
	needs: Needed;
}

/** An endpoint that only reads: its requests change nothing at the service, and so may be repeated. */
interface ReadingEndpoint<Needed extends Needs> extends Described<Needed> {
	method: 'GET';
}

/** An endpoint that acts: its requests send, charge, or count an attempt. */
interface ActingEndpoint<Needed extends Needs> extends Described<Needed> {
	method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Says for errors what it does. */
	effect: {
		/** Begins the message where it may have been done: "This message may have been sent". */
		possibly: (named: string) => string;
		/** Says where to check whether it was done; nothing in it invites to try again. */
		whereToCheck: string;
		/** Says that it was certainly not done. */
		notDone: string;
	};
}

/** An endpoint of the service (section 4 of `docs/service.md`). Its method alone says whether it only reads. */
export type Endpoint<Needed extends Needs = Needs> =
	| ReadingEndpoint<Needed>
	| ActingEndpoint<Needed>;

/** The settings that help against a failure, as errors advise them. */
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
	return search ? `${baseUrl}${path}?${search}` : `${baseUrl}${path}`;
}

/** A folder's name, which leads to another address, or half of a surrogate pair, which is no character. */
const UNUSABLE = /^\.{0,2}$|\p{Surrogate}/u;

function pathPart(text: string): string {
	if (!UNUSABLE.test(text)) return encodeURIComponent(text);

	throw new ServiceError(`"${quoteValue(text)}" cannot be used in the address of a request`, {
		about: 'number',
		mayHaveBeenSent: false,
		description: 'Check the fields of this item.',
	});
}
