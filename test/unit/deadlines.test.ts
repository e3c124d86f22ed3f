/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { getEventListeners } from 'node:events';

import { Deadlines } from '../../nodes/MessagingService/transport/deadlines';
import { pass, putClockBack, stopTime, stopTimeouts } from '../support/clock';

/** A request that does not even end when it is told to. */
const never = async () => await new Promise<string>(() => undefined);

/** ms */
const TIMEOUT = 1000;

/** By how much a request may be ended late, in ms: those that start close together share a deadline. */
const SLACK = 11;

/** How a request that starts now came out, and how long it took by then, in ms. */
interface Seen {
	outcome?: string;
	taken?: number;
}

function meet(deadlines: Deadlines, request: () => Promise<string>): Seen {
	const seen: Seen = {};
	const start = performance.now();
	const note = (outcome: string) =>
		Object.assign(seen, { outcome, taken: performance.now() - start });
	deadlines
		.withDeadline(request)
		.then(note, ({ name, message }: Error) => note(`${name}: ${message}`));
	return seen;
}

beforeEach(() => {
	stopTime();
	stopTimeouts();
});

describe('a request that takes too long', () => {
	const TIMED_OUT = expect.stringMatching(/^TimeoutError/) as string;

	it('ends at its timeout, and so do those that started with it', async () => {
		const deadlines = new Deadlines(TIMEOUT);
		const requests = [meet(deadlines, never), meet(deadlines, never)];
		await pass(TIMEOUT - 1);
		expect(requests).toEqual([{}, {}]);
		await pass(1 + SLACK);
		expect(requests.map(({ outcome }) => outcome)).toEqual([TIMED_OUT, TIMED_OUT]);
	});

	it('is never ended before its time by one that started earlier, nor much after it', async () => {
		const deadlines = new Deadlines(TIMEOUT);
		const requests: Seen[] = [];
		for (let index = 0; index < 50; index++) {
			requests.push(meet(deadlines, never));
			await pass(1);
		}
		await pass(TIMEOUT + SLACK);

		for (const { taken } of requests) {
			expect(taken).toBeGreaterThanOrEqual(TIMEOUT);
			expect(taken).toBeLessThanOrEqual(TIMEOUT + SLACK);
		}
	});

	it('does not end those that were answered in time', async () => {
		const deadlines = new Deadlines(TIMEOUT);
		const answered = meet(deadlines, async () => 'answer');
		const late = meet(deadlines, never);
		await pass(TIMEOUT + SLACK);
		expect(answered.outcome).toBe('answer');
		expect(late.outcome).toEqual(TIMED_OUT);
	});

	it('ends at its timeout also when the clock of the machine is put back', async () => {
		const deadlines = new Deadlines(TIMEOUT);
		const before = meet(deadlines, never);
		await pass(TIMEOUT / 2);
		putClockBack();
		const after = meet(deadlines, never);
		await pass(TIMEOUT / 2 + SLACK);
		expect([before.outcome, after.outcome]).toEqual([TIMED_OUT, undefined]);
		await pass(TIMEOUT / 2);
		expect(after.outcome).toEqual(TIMED_OUT);
	});

	it('does not share its deadline with one that starts after it has ended', async () => {
		const ending = new AbortController();
		jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(ending.signal);
		const deadlines = new Deadlines(TIMEOUT);
		const before = meet(deadlines, never);
		ending.abort(new DOMException('It took too long', 'TimeoutError'));
		const after = meet(deadlines, never);
		await pass(TIMEOUT - 1);
		expect([before.outcome, after.outcome]).toEqual([TIMED_OUT, undefined]);
		await pass(1 + SLACK);
		expect(after.outcome).toEqual(TIMED_OUT);
	});

	it('may have the longest timeout that can be set', async () => {
		const request = meet(new Deadlines(2_147_483_647), never);
		await pass(2_147_483_646);
		expect(request).toEqual({});
		await pass(SLACK);
		expect(request.outcome).toEqual(TIMED_OUT);
	});
});

describe('a request that fails', () => {
	it('fails with its own error', async () => {
		const request = meet(
			new Deadlines(TIMEOUT),
			async () => await Promise.reject(new Error('refused')),
		);
		await pass(0);
		expect(request.outcome).toBe('Error: refused');
	});
});

describe('a request that is told to end', () => {
	/** Ends when it is told to, with an error of its own. */
	const obedient = async (signal: AbortSignal) =>
		await new Promise<string>((_, reject) => {
			signal.addEventListener('abort', () => reject(new Error('the connection of it')));
		});

	it('because time is up brings what it knows along', async () => {
		const request = new Deadlines(TIMEOUT).withDeadline(obedient).catch((error: unknown) => error);
		await pass(TIMEOUT + SLACK);
		expect(await request).toMatchObject({
			name: 'TimeoutError',
			cause: { message: 'the connection of it' },
		});
	});

	it('because the execution was stopped ends at once, with its own error', async () => {
		const stop = new AbortController();
		const deadlines = new Deadlines(TIMEOUT, stop.signal);
		const running = [deadlines.withDeadline(obedient), deadlines.withDeadline(obedient)];
		stop.abort();
		for (const request of running) await expect(request).rejects.toThrow('the connection of it');
		const late = deadlines.withDeadline(async (signal) => {
			signal.throwIfAborted();
			return 'started';
		});
		await expect(late).rejects.toMatchObject({ name: 'AbortError' });
	});

	it('adds one listener to the signal of the execution, however many requests there are', () => {
		const { signal } = new AbortController();
		const listening = jest.spyOn(signal, 'addEventListener');
		const deadlines = new Deadlines(TIMEOUT, signal);
		for (let request = 0; request < 100; request++)
			void deadlines.withDeadline(async () => 'answer');
		expect(listening).toHaveBeenCalledTimes(1);
	});

	it('leaves no listener on the signal of the execution once it has ended', async () => {
		const { signal } = new AbortController();
		const deadlines = new Deadlines(TIMEOUT, signal);
		const requests = [1, 2, 3].map(() => deadlines.withDeadline(async () => 'answer'));
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		await Promise.all(requests);
		await pass(0);
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});
});
