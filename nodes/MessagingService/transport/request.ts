import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

/**
 * When a request may be repeated.
 * `safe`: it changes nothing, so after any passing failure.
 * `once`: it sends, charges or counts an attempt, so only when the service cannot have acted on it.
 */
export type RetryClass = 'safe' | 'once';

/** What an operation needs to find in an answer: a text, a yes or no, or a list of objects. */
export type AnswerPart = 'string' | 'boolean' | 'list';

/** What the service offers under one path (section 4). */
export interface Endpoint {
	method: IHttpRequestMethods;
	/** Below `{base_url}`; `{number}` stands for the number. */
	path: string;
	retryClass: RetryClass;
	/** What the request does, as errors name it: "… while sending the message". */
	doing: string;
	/** What only an Enterprise plan may do, as errors name it (section 5). */
	enterprise?: string;
	/** What else than a number the service may not know, as errors name it, and what to do then. */
	refersTo?: { name: string; wayOut: string };
	/** Where its answer says by a status code of its own whether it is one of success. */
	statusIn?: string;
	/** What its answer must hold, by path, e.g. `data.text`. */
	needs?: Record<string, AnswerPart>;
}

/** What whoever makes requests can set against a failure, as errors advise it; nothing where there are no options. */
export interface Advice {
	/** Against a service or a network that is slow. */
	slow?: string;
	/** Against a limit of the service. */
	limited?: string;
}

/** What a request is about, for the words of an error. */
export interface RequestSubject {
	endpoint: Endpoint;
	/** The number in the path, E.164. */
	number?: string;
	body?: IDataObject;
	advice?: Advice;
}

/** One request to the service, as the client words it. */
export interface ServiceRequest extends RequestSubject {
	query?: URLSearchParams;
}
