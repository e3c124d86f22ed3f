import fc from 'fast-check';

import { runPool } from '../../nodes/MessagingService/pool';
import { nextTurn } from '../support/nextTurn';

/** Gives what runs tasks, each of which notes when it starts and ends, and takes a few turns of the event loop. */
function tracked(lanes: Array<string | undefined>, turns: number[]) {
	const log = { order: [] as number[], inFlight: 0, most: 0, lanesAtOnce: false };
	const running = new Set<string>();
	const run = async (index: number) => {
		const lane = lanes[index];
		log.order.push(index);
		log.most = Math.max(log.most, ++log.inFlight);
		if (lane !== undefined) {
			log.lanesAtOnce ||= running.has(lane);
			running.add(lane);
		}
		for (let turn = 0; turn < turns[index % turns.length]; turn++) await Promise.resolve();
		if (lane !== undefined) running.delete(lane);
		log.inFlight--;
	};

	return { run, log };
}

describe('many messages at once', () => {
	it('never exceed the limit, never overlap for one recipient, keep their order, and none is forgotten', async () => {
		const lanes = fc.array(fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: undefined }), {
			maxLength: 60,
		});
		const turns = fc.array(fc.nat(20), { minLength: 1, maxLength: 10 });
		await fc.assert(
			fc.asyncProperty(lanes, fc.integer({ min: 1, max: 12 }), turns, async (lane, limit, turn) => {
				const { run, log } = tracked(lane, turn);
				await runPool(lane, limit, run);
				expect(log.most).toBeLessThanOrEqual(limit);
				expect(log.lanesAtOnce).toBe(false);
				if (limit === 1) expect(log.order).toEqual(lane.map((_, index) => index));
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

		const done = runPool(['slow', 'slow', 'other 2', 'other 3'], 2, async (index) => {
			started.push(index);
			if (index === 0) await first;
		});

		await nextTurn();
		expect(started).toEqual([0, 2, 3]);

		finishFirst();
		await done;
		expect(started).toEqual([0, 2, 3, 1]);
	});
});
