import type { IDataObject } from 'n8n-workflow';

import { asServiceError, ServiceError } from '../errors';
import { wait } from '../n8n/waiting';
import { type HttpOptions, makeRequest } from './oneRequest';
import { MAX_WAIT, type Pace } from './pace';
import type { ServiceRequest } from './endpoint';

/** Wait before the first repetition where the service asks for none, in ms; doubled for each further one. */
const FIRST_BACKOFF = 500;
const MAX_BACKOFF = 30_000;

/** How requests are made, kept apart and repeated. */
export interface RequestOptions extends HttpOptions {
	/** Most repetitions of one request. */
	maxRetries: number;
	pace: Pace;
	/** Ends all waits, so that nothing further starts. */
	signal?: AbortSignal;
}

/** Makes a request until it is done, or may not be repeated. Returns the response. @throws ServiceError */
export async function requestUntilDone(
	request: ServiceRequest,
	options: RequestOptions,
): Promise<IDataObject> {
	const { maxRetries, pace, signal } = options;
	const { account } = request;

	for (let attempt = 0; ; attempt++) {
		await pace.turn(account, signal);

		const start = performance.now();
		const result = await makeRequest(request, options).catch(asServiceError);
		if (!(result instanceof ServiceError)) {
			pace.answered(performance.now() - start);
			return result;
		}

		const delay = delayBefore(attempt, result.data.wait);
		// Even when this request gives up, the others must not run into the same limit.
		pace.failed(result, account, delay);
		if (attempt >= maxRetries || !mayRepeat(request, result)) throw result;

		await wait(delay, signal);
	}
}

/** True where a request that failed so may be repeated without sending or charging twice, within a minute. */
function mayRepeat({ endpoint }: ServiceRequest, { verdict, data }: ServiceError): boolean {
	const { repeated } = verdict;
	const isAllowed = repeated === 'always' || (repeated === 'reads' && endpoint.method === 'GET');
	return isAllowed && (data.wait ?? 0) <= MAX_WAIT;
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
