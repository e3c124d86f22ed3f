import type { FailureKind } from '../../nodes/MessagingService/errors/serviceError';
import { ServiceError } from '../../nodes/MessagingService/errors/serviceError';
import { PURCHASABLE, SEND_TEXT } from '../../nodes/MessagingService/service/endpoints';
import { mayRetry } from '../../nodes/MessagingService/transport/failures/retryRule';
import { readRetryAfter } from '../../nodes/MessagingService/transport/failures/statusFailure';
import { Pace } from '../../nodes/MessagingService/transport/pace';
import {
	MAX_RETRY_AFTER,
	retryDelay,
	withRetries,
} from '../../nodes/MessagingService/transport/retry';
import { pass, passUntilEndOf, putClockBack, stopTime } from '../support/clock';
import { nextTurn } from '../support/nextTurn';

const failure = (kind: FailureKind, statusCode?: number, retryAfter?: number) =>
	new ServiceError('It failed', {
		kind,
		acted: 'unknown',
		description: '',
		statusCode,
		retryAfter,
	});

const UNPACED = { requestsPerSecond: 0, concurrency: 10 };

const status = (code: number) => failure('status', code);

describe('a request that sends, charges or counts', () => {
	it.each<[string, ServiceError]>([
		['the name cannot be resolved', failure('dns')],
		['the connection is refused', failure('refused')],
		['no secure connection comes about', failure('tls')],
		['the service asks to slow down', status(429)],
	])('is repeated when %s', (_, error) => {
		expect(mayRetry('once', error)).toBe(true);
	});

	it.each<[string, ServiceError]>([
		['it times out', failure('timeout')],
		['the connection is lost', failure('connection')],
		['the answer cannot be read', failure('answer', 200)],
		['the service redirects', failure('redirect', 302)],
		['the execution is stopped', failure('cancelled')],
		...[400, 401, 403, 404, 408, 409, 410, 413, 415, 422, 425, 500, 501, 502, 503, 504].map(
			(code): [string, ServiceError] => [`the service answers ${code}`, status(code)],
		),
	])('is never repeated when %s', (_, error) => {
		expect(mayRetry('once', error)).toBe(false);
	});
});

describe('a request that changes nothing', () => {
	it.each([408, 425, 429, 500, 502, 503, 504])('is repeated after %i', (code) => {
		expect(mayRetry('safe', status(code))).toBe(true);
	});

	it.each<FailureKind>(['dns', 'refused', 'tls', 'connection', 'timeout'])(
		'is repeated after a failure of kind %s',
		(kind) => {
			expect(mayRetry('safe', failure(kind))).toBe(true);
		},
	);

	it.each([400, 401, 403, 404, 409, 422, 501])('is not repeated after %i', (code) => {
		expect(mayRetry('safe', status(code))).toBe(false);
	});
});

describe('the wait before a retry', () => {
	it('is what the service asks for, at most a minute', () => {
		expect(retryDelay(0, 1500)).toBe(1500);
		expect(retryDelay(5, 0)).toBe(0);
		expect(retryDelay(0, 3_600_000)).toBe(MAX_RETRY_AFTER);
	});

	it('else grows from try to try, with jitter, up to half a minute', () => {
		for (let attempt = 0; attempt < 12; attempt++) {
			const full = Math.min(500 * 2 ** attempt, 30_000);
			const delay = retryDelay(attempt);
			expect(delay).toBeGreaterThanOrEqual(full / 2);
			expect(delay).toBeLessThanOrEqual(full);
		}
	});
});

describe('Retry-After', () => {
	const now = Date.parse('2026-01-01T00:00:00Z');

	it.each<[unknown, number | undefined]>([
		['7', 7000],
		[' 0 ', 0],
		['1.5', 1500],
		[3, 3000],
		['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
		['Wed, 31 Dec 2025 23:59:30 GMT', 0],
		['999999999', 999_999_999_000],
		['soon', undefined],
		['-5', undefined],
		['2026-01-01T00:00:30Z', undefined],
		['', undefined],
		[undefined, undefined],
		[['1'], undefined],
	])('%p is read as %p ms', (value, expected) => {
		expect(readRetryAfter(value, now)).toBe(expected);
	});
});

describe('retries', () => {
	const answer = { statusCode: 200, headers: {}, body: '{}' };

	async function attempts(error: ServiceError, maxRetries: number, endpoint = SEND_TEXT) {
		let count = 0;
		const exchange = withRetries(
			async () => {
				count++;
				throw error;
			},
			{ maxRetries, pace: new Pace(UNPACED) },
		);
		await expect(exchange({ endpoint })).rejects.toBe(error);
		return count;
	}

	it('are as many as set, and then the last error shows', async () => {
		expect(await attempts(failure('refused', undefined, 0), 2)).toBe(3);
		expect(await attempts(failure('refused', undefined, 0), 0)).toBe(1);
	});

	it('do not happen for a message that may have been sent', async () => {
		expect(await attempts(failure('timeout', undefined, 0), 5)).toBe(1);
	});

	it('end with the first answer', async () => {
		let count = 0;
		const exchange = withRetries(
			async () => {
				if (++count < 3) throw failure('status', 503, 0);
				return answer;
			},
			{ maxRetries: 5, pace: new Pace(UNPACED) },
		);
		expect(await exchange({ endpoint: PURCHASABLE })).toBe(answer);
		expect(count).toBe(3);
	});

	it('of one request that met a limit hold up every other request', async () => {
		stopTime();
		const pace = new Pace(UNPACED);
		let limited = true;
		const starts: string[] = [];
		const exchange = withRetries(
			async ({ number = '' }) => {
				starts.push(number);
				if (number === 'first' && limited) {
					limited = false;
					throw failure('status', 429, 400);
				}
				return answer;
			},
			{ maxRetries: 1, pace },
		);
		const first = exchange({ endpoint: SEND_TEXT, number: 'first' });
		await pass(0);
		const second = exchange({ endpoint: SEND_TEXT, number: 'second' });
		await pass(399);
		expect(starts).toEqual(['first']);
		await passUntilEndOf(Promise.all([first, second]));
		expect([...starts].sort()).toEqual(['first', 'first', 'second']);
	});

	it('wait no longer when the clock of the machine is put back', async () => {
		stopTime();
		const pace = new Pace({ requestsPerSecond: 1000, concurrency: 10 });
		let starts = 0;
		const exchange = withRetries(
			async () => {
				if (++starts > 1) return answer;
				throw failure('status', 429, 200);
			},
			{ maxRetries: 1, pace },
		);
		const answers = Promise.all([1, 2, 3].map(async () => await exchange({ endpoint: SEND_TEXT })));
		// The clock jumps while the service's pause lasts.
		await pass(100);
		putClockBack();
		await pass(150);
		await expect(answers).resolves.toEqual([answer, answer, answer]);
	});

	it('stop waiting at once when the execution is stopped', async () => {
		const stop = new AbortController();
		const exchange = withRetries(
			async () => {
				throw failure('status', 429, 60_000);
			},
			{ maxRetries: 3, pace: new Pace(UNPACED, stop.signal), signal: stop.signal },
		);
		const running = exchange({ endpoint: SEND_TEXT });
		await nextTurn();
		stop.abort();
		await expect(running).rejects.toMatchObject({ kind: 'cancelled', acted: 'no' });
	});
});
