import type { ServiceError } from '../../nodes/MessagingService/errors/serviceError';
import { PURCHASABLE, SEND_TEXT } from '../../nodes/MessagingService/service/endpoints';
import type { Exchange } from '../../nodes/MessagingService/transport/exchange';
import { failure } from '../../nodes/MessagingService/transport/failures/failure';
import {
	readRetryAfter,
	statusFailure,
} from '../../nodes/MessagingService/transport/failures/statusFailure';
import { MAX_PAUSE, Pace } from '../../nodes/MessagingService/transport/pace';
import type { Endpoint } from '../../nodes/MessagingService/transport/request';
import { mayRetry, retryDelay, withRetries } from '../../nodes/MessagingService/transport/retry';
import { pass, passUntilEndOf, putClockBack, stopTime } from '../support/clock';
import { nextTurn } from '../support/nextTurn';
import { MAY_HAVE_BEEN_SENT } from '../support/mayHaveBeenSent';

const connection = {
	baseUrl: 'http://127.0.0.1',
	host: '127.0.0.1',
	authorization: '',
	hide: (text: string) => text,
};

/** What becomes of a request that got no answer. */
const unanswered = (left: boolean, endpoint: Endpoint = SEND_TEXT): ServiceError =>
	failure(
		{ endpoint, connection },
		{ message: 'It failed', nextStep: 'Go on.', isTransient: true, mayHaveArrived: left },
	);

/** What becomes of a request that got this answer. */
function answered(
	statusCode: number,
	{ retryAfter, endpoint = SEND_TEXT }: { retryAfter?: number; endpoint?: Endpoint } = {},
): ServiceError {
	const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter / 1000 };
	return statusFailure({ statusCode, headers, body: '{}' }, { endpoint, connection });
}

const UNPACED = { requestsPerSecond: 0, concurrency: 10 };

describe('a request that sends, charges or counts', () => {
	const verdict = (error: ServiceError) => [
		mayRetry(SEND_TEXT, error),
		error.mayHaveBeenSent,
		MAY_HAVE_BEEN_SENT.test(error.fullMessage),
	];

	it('that never left is repeated, and not said to be possibly done', () => {
		expect(verdict(unanswered(false))).toEqual([true, false, false]);
	});

	it('that left is possibly done and never repeated', () => {
		expect(verdict(unanswered(true))).toEqual([false, true, true]);
	});

	it('is repeated when the service asks to slow down', () => {
		expect(verdict(answered(429))).toEqual([true, false, false]);
	});
});

it('a request that changes nothing is repeated, and never possibly done', () => {
	const error = unanswered(true, PURCHASABLE);
	expect([mayRetry(PURCHASABLE, error), error.mayHaveBeenSent]).toEqual([true, false]);
});

describe('the wait before a retry', () => {
	it('is what the service asks for, at most a minute', () => {
		expect(retryDelay(0, 1500)).toBe(1500);
		expect(retryDelay(0, 3_600_000)).toBe(MAX_PAUSE);
	});

	it.each([0, 10, undefined])(
		'is never shorter than usual, also after Retry-After: %p',
		(asked) => {
			for (let attempt = 0; attempt < 12; attempt++) {
				expect(retryDelay(attempt, asked)).toBeGreaterThanOrEqual(
					Math.min(500 * 2 ** attempt, 30_000) / 2,
				);
			}
		},
	);

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
	const answer = { message: 'Sent' };
	/** An exchange of requests whose answers need nothing. */
	const of = (exchange: (named?: string) => Promise<typeof answer>) =>
		(async ({ named }) => await exchange(named)) as Exchange;

	async function attempts(error: ServiceError, maxRetries: number, endpoint = SEND_TEXT) {
		let count = 0;
		const exchange = withRetries(
			of(async () => {
				count++;
				throw error;
			}),
			{ maxRetries, pace: new Pace(UNPACED) },
		);

		stopTime();
		await expect(passUntilEndOf(exchange({ endpoint }))).rejects.toBe(error);

		return count;
	}

	it('are as many as set, and then the last error shows', async () => {
		expect(await attempts(unanswered(false), 2)).toBe(3);
		expect(await attempts(unanswered(false), 0)).toBe(1);
	});

	it('end with the first answer', async () => {
		let count = 0;
		const exchange = withRetries(
			of(async () => {
				if (++count < 3) throw answered(503, { endpoint: PURCHASABLE });
				return answer;
			}),
			{ maxRetries: 5, pace: new Pace(UNPACED) },
		);

		stopTime();
		expect(await passUntilEndOf(exchange({ endpoint: PURCHASABLE }))).toBe(answer);
		expect(count).toBe(3);
	});

	it('of one request that met a limit hold up every other request', async () => {
		stopTime();
		const pace = new Pace(UNPACED);
		let limited = true;
		const starts: string[] = [];

		const exchange = withRetries(
			of(async (to = '') => {
				starts.push(to);
				if (to === 'first' && limited) {
					limited = false;
					throw answered(429, { retryAfter: 400 });
				}
				return answer;
			}),
			{ maxRetries: 1, pace },
		);

		const first = exchange({ endpoint: SEND_TEXT, named: 'first' });
		await pass(0);
		const second = exchange({ endpoint: SEND_TEXT, named: 'second' });
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
			of(async () => {
				if (++starts > 1) return answer;
				throw answered(429, { retryAfter: 800 });
			}),
			{ maxRetries: 1, pace },
		);

		const answers = Promise.all([1, 2, 3].map(async () => await exchange({ endpoint: SEND_TEXT })));
		// The clock jumps while the service's pause lasts.
		await pass(400);
		putClockBack();
		await pass(500);

		await expect(answers).resolves.toEqual([answer, answer, answer]);
	});

	it('stop waiting at once when the execution is stopped', async () => {
		const stop = new AbortController();
		const exchange = withRetries(
			of(async () => {
				throw answered(429, { retryAfter: 60_000 });
			}),
			{ maxRetries: 3, pace: new Pace(UNPACED), signal: stop.signal },
		);

		const running = exchange({ endpoint: SEND_TEXT });
		await nextTurn();
		stop.abort();

		await expect(running).rejects.toMatchObject({ about: 'stop', mayHaveBeenSent: false });
	});
});
