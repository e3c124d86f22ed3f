import {
	MAX_PAUSE,
	newPaceMemory,
	Pace,
	type PaceMemory,
} from '../../nodes/MessagingService/transport/pace';
import { pass, putClockBack, stopTime } from '../support/clock';

beforeEach(() => stopTime());

const UNPACED = { requestsPerSecond: 0, concurrency: 50 };

/** Lets requests be due all at once, and gives what will hold when each started, in ms. */
function dueTogether(pace: Pace, requests: number, signal?: AbortSignal): number[] {
	const starts: number[] = [];
	const begin = performance.now();
	for (let index = 0; index < requests; index++) {
		void pace.turn(signal).then(
			() => starts.push(performance.now() - begin),
			() => undefined,
		);
	}
	return starts;
}

describe('requests that are due at the same time', () => {
	it('do not start in one burst, before anything is known of the service', async () => {
		const starts = dueTogether(new Pace(UNPACED), 50);
		await pass(0);
		expect(starts.length).toBeLessThan(10);
		await pass(20);
		expect(starts).toHaveLength(50);
	});

	it('start in the order in which they came', async () => {
		const pace = new Pace(UNPACED);
		const order: number[] = [];
		for (let index = 0; index < 50; index++) void pace.turn().then(() => order.push(index));
		await pass(20);
		expect(order).toEqual(Array.from({ length: 50 }, (_, index) => index));
	});

	it('start further apart when the service is slow and few may be in flight', async () => {
		const pace = new Pace({ ...UNPACED, concurrency: 10 });
		pace.answered(1000);
		const starts = dueTogether(pace, 4);
		await pass(20);
		expect(starts).toEqual([0, 3, 6, 9]);
	});

	it('are not held up when the service is fast', async () => {
		const pace = new Pace(UNPACED);
		pace.answered(1);
		const starts = dueTogether(pace, 50);
		await pass(0);
		expect(starts).toHaveLength(50);
	});

	it('keep to the fastest answer of all', async () => {
		const pace = new Pace(UNPACED);
		pace.answered(1);
		pace.answered(30_000);
		const starts = dueTogether(pace, 50);
		await pass(0);
		expect(starts).toHaveLength(50);
	});
});

describe('a set pace', () => {
	const TWO_A_SECOND = { requestsPerSecond: 2, concurrency: 10 };

	it('holds from the first request on', async () => {
		const starts = dueTogether(new Pace(TWO_A_SECOND), 4);
		await pass(5000);
		expect(starts).toEqual([0, 500, 1000, 1500]);
	});

	it('holds after a pause that the service asked for, for all that waited', async () => {
		const pace = new Pace(TWO_A_SECOND);
		const starts = dueTogether(pace, 6);
		await pass(400);
		pace.pause(10_000);
		await pass(20_000);
		expect(starts).toEqual([0, 10_400, 10_900, 11_400, 11_900, 12_400]);
	});

	it('lets nothing start any more once the execution is stopped', async () => {
		const stop = new AbortController();
		const starts = dueTogether(new Pace(TWO_A_SECOND), 6, stop.signal);
		await pass(600);
		stop.abort();
		await pass(60_000);
		expect(starts).toEqual([0, 500]);
	});

	it('is not made up for after a time without requests', async () => {
		const pace = new Pace(TWO_A_SECOND);
		dueTogether(pace, 1);
		await pass(10_000);
		const starts = dueTogether(pace, 3);
		await pass(5000);
		expect(starts).toEqual([0, 500, 1000]);
	});

	it('holds in a later round of a loop, for which n8n has saved the execution and loaded it again', async () => {
		const memory = newPaceMemory();
		dueTogether(new Pace(TWO_A_SECOND, memory), 1);
		await pass(100);
		const loaded = JSON.parse(JSON.stringify(memory)) as PaceMemory;
		const starts = dueTogether(new Pace(TWO_A_SECOND, loaded), 2);
		await pass(5000);
		expect(starts).toEqual([400, 900]);
	});

	it('does not stand still when the round before ran on a machine whose clock was ahead', async () => {
		const anHourAhead = performance.timeOrigin + performance.now() + 3_600_000;
		const memory = { lastStart: anHourAhead, pausedUntil: anHourAhead };
		const starts = dueTogether(new Pace(TWO_A_SECOND, memory), 1);
		await pass(MAX_PAUSE);
		expect(starts).toEqual([MAX_PAUSE]);
	});

	it('holds for two calls of an AI agent at the same time', async () => {
		const memory = newPaceMemory();
		const calls = [new Pace(TWO_A_SECOND, memory), new Pace(TWO_A_SECOND, memory)];
		const starts = calls.map((pace) => dueTogether(pace, 2));
		await pass(5000);
		expect(starts.flat().sort((a, b) => a - b)).toEqual([0, 500, 1000, 1500]);
	});

	it('continues when the clock of the machine is put back', async () => {
		const starts = dueTogether(new Pace(TWO_A_SECOND), 3);
		await pass(600);
		putClockBack();
		await pass(600);
		expect(starts).toEqual([0, 500, 1000]);
	});
});

describe('a pause that the service asks for', () => {
	it('is prolonged by a longer one, and not cut short by a shorter one', async () => {
		const pace = new Pace(UNPACED);
		pace.pause(500);
		const starts = dueTogether(pace, 1);
		await pass(300);
		pace.pause(700);
		pace.pause(10);
		await pass(5000);
		expect(starts).toEqual([1000]);
	});
});
