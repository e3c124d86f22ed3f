import type { IDataObject } from 'n8n-workflow';

import { asServiceError, ServiceError } from '../errors';
import { wait } from '../host/waiting';
import type { Connection } from './connection';
import { exchange, type HttpOptions } from './http';
import { MAX_PAUSE, type Pace } from './pace';
import type { Endpoint, ServiceRequest } from './request';

/** Wait before the first retry without Retry-After, in ms; doubled for each further one. */
const FIRST_BACKOFF = 500;
const MAX_BACKOFF = 30_000;

/** How requests are made, kept apart and repeated. */
export interface RequestOptions extends HttpOptions {
	/** Most retries of one request. */
	maxRetries: number;
	pace: Pace;
	/** Ends all waits, so that nothing further starts. */
	signal?: AbortSignal;
}

/** Carries out a request and returns the answer, which holds what its endpoint needs. @throws ServiceError */
export async function sendRequest(
	request: ServiceRequest,
	connection: Connection,
	options: RequestOptions,
): Promise<IDataObject> {
	const { maxRetries, pace, signal } = options;

	for (let attempt = 0; ; attempt++) {
		await pace.turn(signal);

		const start = performance.now();
		const outcome = await exchange({ ...request, connection }, options).catch(asServiceError);
		if (!(outcome instanceof ServiceError)) {
			pace.answered(performance.now() - start);
			return outcome;
		}

		const delay = retryDelay(attempt, outcome.retryAfter);
		// Even when this request gives up, the others must not run into the same limit.
		if (outcome.about === 'limit') pace.pause(delay);
		if (attempt >= maxRetries || !mayRetry(request.endpoint, outcome)) throw outcome;

		await wait(delay, signal);
	}
}

/** True where a request that failed so may be repeated without sending or charging twice. */
function mayRetry(
	{ method }: Endpoint,
	{ isTransient, mayHaveActed, about, statusCode }: ServiceError,
): boolean {
	if (!isTransient) return false;
	if (method === 'GET') return true;

	// Of all answers, only the one about a limit says that the service did not look at the request.
	const isUnread = statusCode === undefined || about === 'limit';
	return !mayHaveActed && isUnread;
}

/**
 * Returns how long to wait before a retry, in ms: exponential backoff, with jitter so that retries do not come in waves,
 * or what the service asked for where that is longer, at most 60 s.
 * @param attempt 0 for the first retry
 */
function retryDelay(attempt: number, retryAfter = 0): number {
	const full = Math.min(FIRST_BACKOFF * 2 ** attempt, MAX_BACKOFF);
	const backoff = full * (0.5 + Math.random() / 2);
	// The service may ask for 0 seconds, or name a date that has passed because clocks differ.
	return Math.max(backoff, Math.min(retryAfter, MAX_PAUSE));
}
