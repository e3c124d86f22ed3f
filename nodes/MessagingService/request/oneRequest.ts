import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isObject, isPlainObject, memberOf } from '../util/members';
import { type HttpResponse, type ServiceRequest, urlOf } from './endpoint';
import { leftNothing } from './evidence';
import { connectionError, requestError } from './requestError';
import { factsOf, responseError } from './responseError';
import type { RequestSettings, Shared } from './settings';
import { parseJson } from './words';

/** Asks n8n's helper for the body as text that is not read yet, and for status code and headers. */
const UNREAD = { json: true, encoding: 'text', returnFullResponse: true } as const;

/**
 * Makes one request, once, and returns its response, which holds what each success of its endpoint has.
 *
 * It uses n8n's plain helper: the one that signs by itself makes it again after a 401, and asks for the credential without
 * an item.
 * @throws ServiceError
 */
export async function makeRequest(
	request: ServiceRequest,
	{ timeout }: Pick<RequestSettings, 'timeout'>,
	{ helpers, cancelSignal }: Pick<Shared, 'helpers' | 'cancelSignal'>,
): Promise<IDataObject> {
	const { endpoint, body, account } = request;
	const late = AbortSignal.timeout(timeout);
	const options: IHttpRequestOptions = {
		...UNREAD,
		method: endpoint.method,
		url: urlOf(request),
		body: body as IDataObject | undefined,
		headers: { Authorization: `${account.scheme} ${account.token}` },
		// The token goes to the Base URL alone.
		disableFollowRedirect: true,
		// The helper's own would count silence alone.
		timeout: 0,
		abortSignal: AbortSignal.any(cancelSignal ? [late, cancelSignal] : [late]),
	};

	const responding = helpers.httpRequest(options);
	let response: HttpResponse | undefined;
	try {
		response = toResponse(await responding);
	} catch (error) {
		response = responseOfError(error);
		const isStopped = cancelSignal?.aborted ?? false;
		if (!response) throw connectionError(error, request, { isStopped, isLate: late.aborted });
	}
	return readResponse(response, request);
}

/** Reads a response as n8n's helper gives it. */
function toResponse(response: unknown): HttpResponse {
	const headers = memberOf(response, 'headers');
	const body = memberOf(response, 'body') ?? '';
	return {
		statusCode: Number(memberOf(response, 'statusCode')),
		headers: isObject(headers) ? headers : {},
		body: typeof body === 'string' ? body : JSON.stringify(body),
		// The helper for the test of a credential gives a proxy's refusal as a response too.
		isOfProxy: leftNothing(memberOf(response, 'request')),
	};
}

/** Returns the response that an error brings; undefined where it brings none, or a success that was cut off. */
function responseOfError(error: unknown): HttpResponse | undefined {
	const response = memberOf(error, 'response');
	const statusCode = memberOf(response, 'status');
	const headers = memberOf(response, 'headers');
	const body = memberOf(response, 'data');
	// A success that was cut off says nothing. A refusal is one, however its body ends.
	if (typeof statusCode !== 'number' || (statusCode < 300 && typeof body !== 'string')) {
		return undefined;
	}
	return {
		statusCode,
		headers: isObject(headers) ? headers : {},
		body: typeof body === 'string' ? body : '',
		isOfProxy: leftNothing(memberOf(error, 'request')),
	};
}

/**
 * Reads a response as a JSON object that holds what each success of its endpoint has. Without it nobody knows whether
 * the request was carried out.
 * @throws ServiceError
 */
function readResponse(response: HttpResponse, request: ServiceRequest): IDataObject {
	const { statusCode, body, isOfProxy } = response;
	const isSuccess = statusCode >= 200 && statusCode < 300 && !isOfProxy;
	if (!isSuccess) throw responseError(response, request);

	const object = parseJson(body);
	const lack = isPlainObject(object) ? request.endpoint.lack(object) : 'a JSON object';
	if (lack)
		throw requestError(request, 'unreadable', { ...factsOf(response, request), values: { lack } });
	return object as IDataObject;
}
