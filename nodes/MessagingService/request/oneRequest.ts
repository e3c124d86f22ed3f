import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isObject, isPlainObject, memberOf } from '../util/members';
import { type HttpResponse, type ServiceRequest, urlOf } from './endpoint';
import { leftNothing } from './evidence';
import { connectionError, responseError } from './requestError';
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
	{
		timeout,
		helpers,
		cancelSignal,
	}: Pick<RequestSettings & Shared, 'timeout' | 'helpers' | 'cancelSignal'>,
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
	let response: HttpResponse;
	try {
		response = toResponse(await responding);
	} catch (error) {
		response = toResponse(memberOf(error, 'response'));
		// A success that comes with an error was cut off, and says nothing. A refusal is one, however its body ends.
		if (!(response.statusCode >= 300)) {
			const isStopped = cancelSignal?.aborted === true;
			throw connectionError(error, request, { isStopped, isLate: late.aborted });
		}
	}
	return readResponse(response, request);
}

/** Reads a response as n8n's helpers give it, or their error. A proxy's refusal has its request with it. */
function toResponse(response: unknown): HttpResponse {
	const headers = memberOf(response, 'headers');
	const body = memberOf(response, 'body') ?? memberOf(response, 'data');
	return {
		statusCode: Number(memberOf(response, 'statusCode') ?? memberOf(response, 'status')),
		headers: isObject(headers) ? headers : {},
		body: typeof body === 'string' ? body : '',
		isOfProxy: leftNothing(memberOf(response, 'request')),
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
	const json = isSuccess ? parseJson(body) : undefined;
	const lack = isPlainObject(json) ? request.endpoint.lack(json) : 'a JSON object';
	if (lack) throw responseError(response, request, lack);
	return json as IDataObject;
}
