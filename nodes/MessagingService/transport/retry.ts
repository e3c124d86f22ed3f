import { asServiceError, endBegun, ServiceError } from '../errors/serviceError';
import type { Exchange } from './exchange';
import { MAX_PAUSE, type Pace } from './pace';
import type { Endpoint } from './request';
import { wait } from '../waiting';

/** Wait before the first retry without Retry-After, in ms; doubled for each further one. */
const FIRST_BACKOFF = 500;
const MAX_BACKOFF = 30_000;

/**
 * Returns how long to wait before a retry, in ms: exponential backoff, with jitter so that retries do not
 * come in waves, or what the service asked for where that is longer, at most 60 s.
 * @param attempt 0 for the first retry
 */
export function retryDelay(attempt: number, retryAfter?: number): number {
	const full = Math.min(FIRST_BACKOFF * 2 ** attempt, MAX_BACKOFF);
	const backoff = full * (0.5 + Math.random() / 2);

	// The service may ask for 0 seconds, or name a date that has passed because clocks differ.
	return Math.max(backoff, Math.min(retryAfter ?? 0, MAX_PAUSE));
}

/** Tells whether a request that failed so may be repeated without sending or charging twice. */
export function mayRetry(
	{ method }: Endpoint,
	{ isTransient, mayHaveBeenSent, about, statusCode }: ServiceError,
): boolean {
	if (!isTransient) return false;
	if (method === 'GET') return true;

	// Of all answers, only the one about a limit says that the service did not look at the request.
	const isUnread = statusCode === undefined || about === 'limit';
	return !mayHaveBeenSent && isUnread;
}

/** How requests are repeated. */
export interface RetryOptions {
	/** Most retries of one request. */
	maxRetries: number;
	pace: Pace;
	signal?: AbortSignal;
	/** A retry that would start later is not waited for, in ms of performance.now(). */
	noStartAfter?: number;
}

/** Returns an exchange that keeps the pace and repeats what may be repeated. */
export function withRetries(
	exchange: Exchange,
	{ maxRetries, pace, signal, noStartAfter = Infinity }: RetryOptions,
): Exchange {
	return async (request) => {
		await pace.turn(signal);

		for (let attempt = 0; ; attempt++) {
			const start = performance.now();
			const outcome = await exchange(request).catch(asServiceError);
			if (!(outcome instanceof ServiceError)) {
				pace.answered(performance.now() - start);
				return outcome;
			}

			const delay = retryDelay(attempt, outcome.retryAfter);
			// Even when this request gives up, the others must not run into the same limit.
			if (outcome.about === 'limit') pace.pause(delay);

			const isLast = attempt >= maxRetries || performance.now() + delay > noStartAfter;
			if (isLast || !mayRetry(request.endpoint, outcome)) throw outcome;

			await wait(delay, signal).catch(endBegun);
			await pace.turn(signal).catch(endBegun);
		}
	};
}
