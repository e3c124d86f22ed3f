import fc from 'fast-check';

import { runPool } from '../../nodes/MessagingService/execution/pool';
import { nextTurn } from '../support/nextTurn';

/** A task that notes when it starts and ends, and takes a few turns of the event loop. */
function tracked(lanes: Array<string | undefined>, turns: number[]) {
	const log = { order: [] as number[], inFlight: 0, most: 0, lanesAtOnce: false };
	const running = new Set<string>();
	const tasks = lanes.map((lane, index) => ({
		lane,
		run: async () => {
			log.order.push(index);
			log.most = Math.max(log.most, ++log.inFlight);
			if (lane !== undefined) {
				log.lanesAtOnce ||= running.has(lane);
				running.add(lane);
			}
			for (let turn = 0; turn < turns[index % turns.length]; turn++) await Promise.resolve();
			if (lane !== undefined) running.delete(lane);
			log.inFlight--;
		},
	}));
	return { tasks, log };
}

const never = () => false;

describe('many messages at once', () => {
	it('are sent in input order when only one may be in flight, whoever they go to', async () => {
		const { tasks, log } = tracked(['a', 'b', 'a', 'c', 'a', 'b'], [3, 1, 2]);
		await runPool(tasks, 1, never);
		expect(log.order).toEqual([0, 1, 2, 3, 4, 5]);
	});

	it('never exceed the limit, never overlap for one recipient, keep their order, and none is forgotten', async () => {
		const lanes = fc.array(fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: undefined }), {
			maxLength: 60,
		});
		const turns = fc.array(fc.nat(20), { minLength: 1, maxLength: 10 });
		await fc.assert(
			fc.asyncProperty(lanes, fc.integer({ min: 1, max: 12 }), turns, async (lane, limit, turn) => {
				const { tasks, log } = tracked(lane, turn);
				await runPool(tasks, limit, never);
				expect(log.most).toBeLessThanOrEqual(limit);
				expect(log.lanesAtOnce).toBe(false);
				expect([...log.order].sort((a, b) => a - b)).toEqual(lane.map((_, index) => index));
				for (const name of new Set(lane.filter((entry) => entry !== undefined))) {
					const ofLane = log.order.filter((index) => lane[index] === name);
					expect(ofLane).toEqual([...ofLane].sort((a, b) => a - b));
				}
			}),
		);
	});

	it('use every free place: a slow recipient does not hold up the others', async () => {
		const started: number[] = [];
		let finishFirst: () => void = () => undefined;
		const first = new Promise<void>((resolve) => {
			finishFirst = resolve;
		});
		const tasks = [0, 1, 2, 3].map((index) => ({
			lane: index < 2 ? 'slow' : `other ${index}`,
			run: async () => {
				started.push(index);
				if (index === 0) await first;
			},
		}));
		const done = runPool(tasks, 2, never);
		await nextTurn();
		expect(started).toEqual([0, 2, 3]);
		finishFirst();
		await done;
		expect(started).toEqual([0, 2, 3, 1]);
	});

	it('start no further once stopped, while those in flight finish', async () => {
		let stopped = false;
		const { tasks, log } = tracked(
			Array.from({ length: 10 }, () => undefined),
			[5],
		);
		const stopping = tasks.map((task, index) => ({
			...task,
			run: async () => {
				await task.run();
				if (index === 1) stopped = true;
			},
		}));
		await runPool(stopping, 3, () => stopped);
		expect(log.order.length).toBeLessThan(7);
		expect(log.inFlight).toBe(0);
	});
});
