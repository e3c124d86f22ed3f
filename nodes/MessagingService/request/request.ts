import type { IDataObject } from 'n8n-workflow';

import { asServiceError, ServiceError } from '../errors';
import { wait } from '../n8n/execution';
import { isPlainObject, memberOf } from '../util/members';
import { onlyReads, type ServiceRequest, urlOf } from './endpoint';
import { MAX_WAIT } from './pace';
import { connectionError, responseError } from './requestError';
import { readResponse } from './response';
import type { RequestSettings, Shared } from './settings';

/**
 * Makes one request, once, and returns its response, which holds what each success of its endpoint has.
 *
 * It uses n8n's plain helper: the one that signs by itself makes it again after a 401, and asks for the credential without
 * an item.
 * @throws ServiceError
 */
export async function makeRequest(
	request: ServiceRequest,
	{ timeout, helpers, cancelSignal }: Omit<Shared, 'pace'> & { timeout: number },
) {
	const { endpoint, body, account } = request;
	const late = AbortSignal.timeout(timeout);
	const responding = helpers.httpRequest({
		// The body comes as text that is not read yet, with status code and headers.
		json: true,
		encoding: 'text',
		returnFullResponse: true,
		method: endpoint.method,
		url: urlOf(request),
		body,
		headers: { Authorization: `${account.scheme} ${account.token}` },
		// The token goes to the Base URL alone.
		disableFollowRedirect: true,
		// The helper's own would count silence alone.
		timeout: 0,
		abortSignal: AbortSignal.any([late, cancelSignal ?? late]),
	});
	// The helper throws what is no success, with the response if there is one.
	const response = await responding.then(readResponse, (error: unknown) => {
		const refusal = readResponse(memberOf(error, 'response'));
		// A refusal is one, however its body ends. A success that is thrown was cut off, and says nothing.
		if (refusal.statusCode >= 300) return refusal;
		throw connectionError(error, request, late, cancelSignal);
	});

	const { statusCode, json, isOfProxy } = response;
	const isSuccess = statusCode >= 200 && statusCode < 300 && !isOfProxy;
	const missing = isPlainObject(json) ? endpoint.missing(json) : 'a JSON object';
	// A success that lacks something leaves open whether the request was carried out.
	if (!isSuccess || missing) throw responseError(response, request, missing);
	return json as IDataObject;
}

/** Makes a request until it is done, or may not be repeated. Returns the response. @throws ServiceError */
export async function requestWithRepeats(
	request: ServiceRequest,
	settings: RequestSettings & Shared,
) {
	const { maxRetries, pace, signal } = settings;

	for (let repetition = 0; ; repetition++) {
		await pace.untilStart(request.account, signal);
		const result = await makeRequest(request, settings).catch(asServiceError);
		if (!(result instanceof ServiceError)) {
			pace.succeeded(request);
			return result;
		}

		// Exponential backoff, at first half a second, with jitter so that requests do not come in waves. The service may ask for a
		// longer wait; also for 0 seconds, or it names a date that has passed because clocks differ.
		const backoff = Math.min(500 * 2 ** repetition, MAX_WAIT) * (0.5 + Math.random() / 2);
		const delay = Math.max(backoff, result.data.asksToWait ?? 0);
		// Even when this request gives up, the others must not run into the same limit.
		pace.failed(request, result, delay);
		if (repetition >= maxRetries || !mayRepeat(request, result)) throw result;
		await wait(delay, signal);
	}
}

/** True where a request that failed so may be repeated without sending or charging twice, within a minute. */
function mayRepeat({ endpoint }: ServiceRequest, { verdict, data }: ServiceError) {
	const { asksToWait, row } = data;
	// Too many attempts, unless the service says that another one is soon welcome.
	if (row === 'limit' && endpoint.countsAttempts && asksToWait === undefined) return false;

	const isAllowed =
		verdict.repeated === 'always' || (verdict.repeated === 'reads' && onlyReads(endpoint));
	return isAllowed && (asksToWait ?? 0) <= MAX_WAIT;
}
