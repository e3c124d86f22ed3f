import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import type { Hide } from '../errors/hideToken';
import { quote } from '../errors/quote';
import { ServiceError } from '../errors/serviceError';

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

/** What the service offers under one path (section 4). `{name}` in a text stands for a named part of a request. */
export interface Endpoint<Needed extends Needs = Needs> {
	/** GET, where a request changes nothing. All others send, charge or count an attempt. */
	method: IHttpRequestMethods;
	/** Below `{base_url}`. */
	path: string;
	/** What the request does, as errors name it: "… while sending the message to {to}". */
	doing: string;
	/** What it is about, as errors name it: "The service did not accept the message to {to}". */
	subject: string;
	/** What to do where the service does not know the subject, for one that it may not know. */
	ifUnknown?: string;
	/** What only an Enterprise plan may do, as errors name it (section 5). */
	enterprise?: string;
	/** What users are told first where it may have been done although it failed; for all but GET. */
	possibly?: string;
	/** Where its answer says by a status code of its own whether it is one of success. */
	statusIn?: string;
	/** What its answer must hold. */
	needs: Needed;
}

/** Tells whether a request changes nothing, so that it may be repeated after any failure that passes. */
export const isSafe = ({ method }: Endpoint) => method === 'GET';

/** What whoever makes requests can set against a failure, as errors advise it; nothing where there are no options. */
export interface Advice {
	/** Against a service or a network that is slow. */
	slow?: string;
	/** Against a limit of the service. */
	limited?: string;
}

/** One request to the service, as the client words it. */
export interface ServiceRequest<Needed extends Needs = Needs> {
	endpoint: Endpoint<Needed>;
	/** What its path names. */
	parts?: Readonly<Record<string, string>>;
	query?: URLSearchParams;
	body?: object;
	advice?: Advice;
}

const NAMED = /\{(\w+)\}/g;

/** Most characters of a part that an error shows. */
const MAX_SHOWN = 40;

/** Returns a text of an endpoint with what it names: parts of the path, or fields of the body. */
export function say(
	text: string,
	{ parts, body }: Pick<ServiceRequest, 'parts' | 'body'>,
	hide?: Hide,
): string {
	const named: Record<string, unknown> = { ...body, ...parts };
	return text.replace(NAMED, (_, name: string) =>
		quote(String(named[name] ?? ''), MAX_SHOWN, hide),
	);
}

/** Returns what a request was doing, as errors name it. */
export const doingOf = (request: ServiceRequest, hide: Hide) =>
	say(request.endpoint.doing, request, hide);

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
		fate: 'notSent',
		description: 'Nothing was sent. Check the fields of this item.',
	});
}
