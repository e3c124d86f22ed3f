import type {
	ICredentialTestFunctions,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { isObject, memberOf } from '../object';
import { withAuthorization } from './authorize';
import type { Connection } from './credential';
import { type Evidence, evidenceOf } from './failures/evidence';
import type { HttpAnswer } from './httpAnswer';

/** A request as it goes over the wire. */
type HttpRequest = Pick<IHttpRequestOptions, 'method' | 'url' | 'body' | 'abortSignal'>;

/** Sends one request, once, and returns the answer whatever its status code. Redirects are not followed. */
export type HttpSend = (request: HttpRequest) => Promise<HttpAnswer>;

/** The places in n8n that reach the service: a node's execution, its lists, its polling. */
export type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Asks n8n's helper for an answer in JSON, for its body as text that is not read yet, and for status code and headers. */
const AS_TEXT = { json: true, encoding: 'text', returnFullResponse: true } as const;

/** No timeout: the signal of a request ends it, and a timeout in n8n's helper would add two timers to each request. */
const NO_TIMEOUT = 0;

/**
 * Returns a function that sends with n8n's own helper for requests, signed as the credential type signs those of n8n's HTTP
 * Request node.
 *
 * It does not use the helper that signs by itself: n8n 1 strips its errors of the connection, which tells whether the request
 * left, and every n8n sends a request a second time through it when the answer is a 401. For the same reason an answer that is
 * no success is taken as an error: it brings the connection along.
 */
export function authenticatedSend(
	{ helpers }: Pick<ServiceContext, 'helpers'>,
	{ authorization }: Pick<Connection, 'authorization'>,
): HttpSend {
	return async (request) => {
		const options = { ...request, ...AS_TEXT, timeout: NO_TIMEOUT };
		const response = helpers.httpRequest(withAuthorization(options, authorization));
		return await response.then(toAnswer, answerOfError);
	};
}

/** Returns the answer that an error brings. Throws the error on where it brings none, or a success that was cut off. */
function answerOfError(error: unknown): HttpAnswer {
	const evidence = evidenceOf(error);
	const head = headOf(error, evidence);
	if (!head) throw error;

	const data = memberOf(memberOf(error, 'response'), 'data');
	const isBroken = typeof data !== 'string';
	// A success that was cut off says nothing. A refusal is one, however its body ends.
	const isSuccess = head.status < 300;
	if (isSuccess && isBroken && !evidence.isUndecodable) throw error;

	return {
		statusCode: head.status,
		headers: isObject(head.headers) ? head.headers : {},
		body: isBroken ? '' : data,
		isBroken,
		answeredByProxy: !evidence.mayHaveArrived,
	};
}

/** Returns the head of the answer that an error brings, undefined where it brings none. */
function headOf(error: unknown, { head }: Evidence): Evidence['head'] {
	const response = memberOf(error, 'response');
	// The helper gives no answer with the error of one that broke off: only the connection has its head.
	if (!response) return head;

	const status = memberOf(response, 'status');
	const headers = memberOf(response, 'headers');
	return typeof status === 'number' ? { status, headers } : undefined;
}

/**
 * Returns a function that sends with the only helper that n8n gives to the test of a credential. It takes no signal.
 * @param timeout ms without a byte until it ends a request
 */
export function credentialTestSend(
	{ helpers }: ICredentialTestFunctions,
	{ authorization }: Pick<Connection, 'authorization'>,
	timeout: number,
): HttpSend {
	return async ({ method, url }) => {
		const response: unknown = await helpers.request({
			method,
			uri: url,
			timeout,
			headers: { Accept: 'application/json', Authorization: authorization },
			resolveWithFullResponse: true,
			simple: false,
			followRedirect: false,
		});
		// Unlike the other helper, this one gives the request with every answer.
		return { ...toAnswer(response), answeredByProxy: !evidenceOf(response).mayHaveArrived };
	};
}

/** Reads an answer as n8n's helpers give it. */
function toAnswer(response: unknown): HttpAnswer {
	const statusCode = memberOf(response, 'statusCode');
	const headers = memberOf(response, 'headers');
	const body = memberOf(response, 'body') ?? '';

	return {
		statusCode: typeof statusCode === 'number' ? statusCode : 0,
		headers: isObject(headers) ? headers : {},
		body: typeof body === 'string' ? body : JSON.stringify(body),
	};
}
