import { Deadlines } from '../../nodes/MessagingService/transport/deadlines';
import { pass, putClockBack, stopTime, stopTimeouts } from '../support/clock';

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

function meet(deadlines: Deadlines, request: Promise<string>): Seen {
	const seen: Seen = {};
	const start = performance.now();
	const note = (outcome: string) =>
		Object.assign(seen, { outcome, taken: performance.now() - start });
	deadlines.meet(request).then(note, ({ name, message }: Error) => note(`${name}: ${message}`));
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
		const requests = [meet(deadlines, never()), meet(deadlines, never())];
		await pass(TIMEOUT - 1);
		expect(requests).toEqual([{}, {}]);
		await pass(1 + SLACK);
		expect(requests.map(({ outcome }) => outcome)).toEqual([TIMED_OUT, TIMED_OUT]);
	});

	it('is never ended before its time by one that started earlier, nor much after it', async () => {
		const deadlines = new Deadlines(TIMEOUT);
		const requests: Seen[] = [];
		for (let index = 0; index < 50; index++) {
			requests.push(meet(deadlines, never()));
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
		const answered = meet(deadlines, Promise.resolve('answer'));
		const late = meet(deadlines, never());
		await pass(TIMEOUT + SLACK);
		expect(answered.outcome).toBe('answer');
		expect(late.outcome).toEqual(TIMED_OUT);
	});

	it('ends at its timeout also when the clock of the machine is put back', async () => {
		const deadlines = new Deadlines(TIMEOUT);
		const before = meet(deadlines, never());
		await pass(TIMEOUT / 2);
		putClockBack();
		const after = meet(deadlines, never());
		await pass(TIMEOUT / 2 + SLACK);
		expect([before.outcome, after.outcome]).toEqual([TIMED_OUT, undefined]);
		await pass(TIMEOUT / 2);
		expect(after.outcome).toEqual(TIMED_OUT);
	});

	it('may have the longest timeout that can be set', async () => {
		const request = meet(new Deadlines(2_147_483_647), never());
		await pass(2_147_483_646);
		expect(request).toEqual({});
		await pass(1);
		expect(request.outcome).toEqual(TIMED_OUT);
	});
});

describe('a request that fails', () => {
	it('fails with its own error', async () => {
		const request = meet(new Deadlines(TIMEOUT), Promise.reject(new Error('refused')));
		await pass(0);
		expect(request.outcome).toBe('Error: refused');
	});
});
