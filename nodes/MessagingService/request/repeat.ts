import type { IDataObject } from 'n8n-workflow';

import { asServiceError, ServiceError } from '../errors';
import { wait } from '../n8n/waiting';
import { onlyReads, type ServiceRequest } from './endpoint';
import { makeRequest } from './oneRequest';
import { MAX_WAIT } from './pace';
import type { RequestSettings, Shared } from './settings';

/** Wait before the first repetition where the service asks for none, in ms; doubled for each further one. */
const FIRST_BACKOFF = 500;
const MAX_BACKOFF = 30_000;

/** Makes a request until it is done, or may not be repeated. Returns the response. @throws ServiceError */
export async function requestUntilDone(
	request: ServiceRequest,
	means: RequestSettings & Shared,
): Promise<IDataObject> {
	const { maxRetries, pace, signal } = means;

	for (let attempt = 0; ; attempt++) {
		await pace.untilStart(request.account, signal);
		const result = await makeRequest(request, means).catch(asServiceError);
		if (!(result instanceof ServiceError)) {
			pace.succeeded(request);
			return result;
		}

		const delay = delayBefore(attempt, result.data.wait);
		// Even when this request gives up, the others must not run into the same limit.
		pace.failed(request, result, delay);
		if (attempt >= maxRetries || !mayRepeat(request, result)) throw result;
		await wait(delay, signal);
	}
}

/** True where a request that failed so may be repeated without sending or charging twice, within a minute. */
function mayRepeat({ endpoint }: ServiceRequest, { verdict, data }: ServiceError): boolean {
	const { wait: asked, row } = data;
	// Too many attempts, unless the service says that another one is soon welcome.
	if (row === 'limit' && endpoint.countsAttempts && asked === undefined) return false;

	const isAllowed =
		verdict.repeated === 'always' || (verdict.repeated === 'reads' && onlyReads(endpoint));
	return isAllowed && (asked ?? 0) <= MAX_WAIT;
}

/**
 * Returns how long to wait before a repetition, in ms: exponential backoff, with jitter so that they do not come in
 * waves, or what the service asked for where that is longer, at most 60 s.
 * @param attempt 0 for the first repetition
 */
function delayBefore(attempt: number, asked = 0): number {
	const full = Math.min(FIRST_BACKOFF * 2 ** attempt, MAX_BACKOFF);
	const backoff = full * (0.5 + Math.random() / 2);
	// The service may ask for 0 seconds, or name a date that has passed because clocks differ.
	return Math.max(backoff, Math.min(asked, MAX_WAIT));
}
