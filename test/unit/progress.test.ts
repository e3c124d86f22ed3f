import { describeProgress, ranges } from '../../nodes/MessagingService/execution/progress';

describe('what was already done when an execution stopped', () => {
	const nothing = {
		total: 5,
		done: [],
		doneAgain: [],
		alsoFailed: [],
		open: [],
		hasSendOnceKey: true,
	};

	it('is told with the indexes of the items, as runs', () => {
		expect(ranges([0, 1, 2, 3, 7, 9, 10])).toBe('0-3, 7, 9-10');
		expect(describeProgress({ ...nothing, done: [0, 1, 4] })).toContain(
			'3 of 5 items were already done: 0-1, 4.',
		);
	});

	it('names the way to make a second run harmless, where there is one', () => {
		expect(describeProgress({ ...nothing, done: [0], doneAgain: [0] })).toContain('Send Once Key');
		expect(
			describeProgress({ ...nothing, done: [0], doneAgain: [0], hasSendOnceKey: false }),
		).not.toContain('Send Once Key');
	});

	it('says of no item that another run does it again where its key keeps that from happening', () => {
		expect(describeProgress({ ...nothing, done: [0, 1] })).not.toContain('again');
		expect(describeProgress({ ...nothing, done: [0, 1], doneAgain: [1] })).toContain(
			'does items 1 again',
		);
	});

	it('names further failures, and those that the service may have acted on', () => {
		const text = describeProgress({ ...nothing, alsoFailed: [2, 3], open: [3] });
		expect(text).toContain('None of the 5 items was done.');
		expect(text).toContain('Also failed: 2-3.');
		expect(text).toContain('may have acted on: 3.');
	});

	it('is not mentioned for a single item', () => {
		expect(describeProgress({ ...nothing, total: 1 })).toBeUndefined();
	});

	it('stays short for scattered items', () => {
		const even = Array.from({ length: 50_000 }, (_, index) => index * 2);
		expect(ranges(even).length).toBeLessThan(1500);
		expect(ranges(even)).toContain('and more');
	});
});
