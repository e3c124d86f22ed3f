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

/** What whoever makes requests can set against a failure, as errors advise it. */
export interface Advice {
	/** Against a service or a network that is slow. */
	slow: string;
	/** Against a limit of the service. */
	limited: string;
}

/** Where there are no options. */
const NO_OPTIONS: Advice = {
	slow: 'If this continues, contact your provider.',
	limited: 'Your provider may offer a higher limit.',
};

/** One request to the service, as the client words it. */
export interface ServiceRequest<Needed extends Needs = Needs> {
	endpoint: Endpoint<Needed>;
	/** What its path names. */
	parts?: Readonly<Record<string, string>>;
	query?: URLSearchParams;
	body?: object;
}

/** A request that is made: all that its errors tell of it. */
export interface Call<Needed extends Needs = Needs> extends ServiceRequest<Needed> {
	connection: Connection;
	advice?: Advice;
	/** Where its answer redirects to, in words. */
	target?: string;
}

/** Texts by the name that stands for them. */
type Words = Record<string, string | undefined>;

const NAMED = /\{(\w+)\}/g;

/** Most characters of a part that an error shows. */
const MAX_SHOWN = 40;

/**
 * Returns a text with what it names: the words of the endpoint, an advice, the host of the service, the target of a
 * redirect, parts of the path and fields of the body.
 * @param text of this package alone: what others have written may hold a name in braces
 */
export function say(text: string, call: Call): string {
	const { endpoint, advice, parts, body, connection, target } = call;
	const { doing, subject, ifUnknown, enterprise } = endpoint;
	const words: Words = { doing, subject, ifUnknown, enterprise, ...NO_OPTIONS, ...advice };
	const { host, hide } = connection;
	const shown: Words = { host: hide(host), target };
	const values: Words = { ...body, ...parts };
	return text
		.replace(NAMED, (whole, name: string) => words[name] ?? whole)
		.replace(NAMED, (whole, name: string) => {
			const value = values[name];
			return shown[name] ?? (value === undefined ? whole : quote(value, MAX_SHOWN, hide));
		});
}

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
		description: 'Nothing was sent. Check the fields of this item.',
	});
}
