import TinyQueue from 'tinyqueue';

import { groupBy } from './groupBy';

/**
 * Runs tasks, the one of the first item first.
 * @param tasks those of one lane run one after the other, in order; one without a lane runs at any time
 * @param concurrency most tasks at once
 * @param run runs a task; it must not throw
 */
export async function runInLanes<Task extends { itemIndex: number; lane?: string }>(
	tasks: Task[],
	concurrency: number,
	run: (task: Task) => Promise<void>,
) {
	// What is left of each lane, in order.
	const queues = groupBy(tasks, ({ lane, itemIndex }) => lane ?? itemIndex);
	// The lanes of which no task is running, the one with the first item first.
	const ready = new TinyQueue(
		[...queues.values()],
		([one], [other]) => one.itemIndex - other.itemIndex,
	);

	const work = async () => {
		for (let queue = ready.pop(); queue; queue = ready.pop()) {
			await run(queue[0]);
			queue.shift();
			if (queue.length > 0) ready.push(queue);
		}
	};
	// A worker that finds nothing is not needed any more: each lane that is left has one that runs it.
	await Promise.all(Array.from({ length: concurrency }, work));
}
