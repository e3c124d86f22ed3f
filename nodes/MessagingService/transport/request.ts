import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { quote } from '../errors/quote';
import { ServiceError } from '../errors/serviceError';
import type { Connection } from './credential';

/** What an operation can need to find in an answer: a text, a yes or no, or a list of objects. */
interface AnswerParts {
	string: string;
	boolean: boolean;
	list: IDataObject[];
}

/** What an answer must hold, by name. */
export interface Needs {
	readonly [name: string]: keyof AnswerParts | Needs;
}

/** An answer that holds what it must. */
export type Answer<Needed> = IDataObject & {
	[Name in keyof Needed]: Needed[Name] extends keyof AnswerParts
		? AnswerParts[Needed[Name]]
		: Answer<Needed[Name]>;
};

/** Words for errors about the recipient or the number of a request, as they name it. */
type About = (named: string) => string;

/** What a request does, as errors say it. */
interface Effect {
	/** What the message begins with where it may have been done: "This message may have been sent". */
	possibly: About;
	/** Says where to check whether it was done; nothing in it invites to try again. */
	whereToCheck: string;
	/** Says that it was certainly not done. */
	notDone: string;
	/** Says what to do where the present state forbids it. */
	ifConflict?: string;
}

/** What the service offers under one path (section 4). */
export interface Endpoint<Needed extends Needs = Needs> {
	/** GET, where a request changes nothing. All others send, charge or count an attempt. */
	method: IHttpRequestMethods;
	/** Below `{base_url}`; `{name}` stands for a named part of a request. */
	path: string;
	/** What the request does, as errors name it: "… while sending the message to +1…". */
	activity: About;
	/** What it is about, as errors name it: "The service did not accept the message to +1…". */
	subject: About;
	/** What to do where the service does not know the subject, for one that it may not know. */
	ifUnknown?: string;
	/** What to do where the service does not accept the subject. */
	ifInvalid?: string;
	/** What only an Enterprise plan may do, as errors name it (section 5). */
	enterprise?: string;
	/** For all but GET. */
	effect?: Effect;
	/** Where its answer says by a status code of its own whether it is one of success. */
	statusIn?: string;
	/** What its answer must hold. */
	needs: Needed;
}

/** Tells whether a request changes nothing, so that it may be repeated after any failure that is transient. */
export const isReadOnly = ({ method }: Endpoint) => method === 'GET';

/** What whoever makes requests can set against a failure, as errors advise it. */
export interface Advice {
	/** Against a service or a network that is slow. */
	slow: string;
	/** Against a limit of the service. */
	limited: string;
}

/** One request to the service, as the client words it. */
export interface ServiceRequest<Needed extends Needs = Needs> {
	endpoint: Endpoint<Needed>;
	/** The recipient or the number, for errors. */
	named?: string;
	/** What its path names. */
	parts?: Readonly<Record<string, string>>;
	query?: URLSearchParams;
	body?: object;
}

/** A request that is made: all that its errors tell of it. */
export interface Call<Needed extends Needs = Needs> extends ServiceRequest<Needed> {
	connection: Connection;
	advice?: Advice;
}

const NAMED = /\{(\w+)\}/g;

/** Most characters of a part that an error shows. */
const MAX_SHOWN = 40;

/** Returns the address of a request. @throws ServiceError for a part that cannot stand in a path */
export function urlOf(baseUrl: string, { endpoint, parts, query }: ServiceRequest): string {
	const path = endpoint.path.replace(NAMED, (_, name: string) => pathPart(parts?.[name] ?? ''));
	const search = query?.toString();
	return `${baseUrl}${path}${search ? `?${search}` : ''}`;
}

function pathPart(text: string): string {
	const isFolder = text === '' || text === '.' || text === '..';
	// Half of a surrogate pair is no character, and cannot be encoded.
	if (!isFolder && !/\p{Surrogate}/u.test(text)) return encodeURIComponent(text);
	throw new ServiceError(`"${quote(text, MAX_SHOWN)}" cannot be used in the address of a request`, {
		about: 'number',
		mayHaveBeenSent: false,
		description: 'Check the fields of this item.',
	});
}
