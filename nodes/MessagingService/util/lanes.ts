import TinyQueue from 'tinyqueue';

/**
 * Runs tasks, the lowest index first.
 * @param lanes lane of each task. Tasks of one lane run one after the other, in order; a task without a lane runs at any time
 * @param concurrency most tasks at once
 * @param run runs the task at an index; it must not throw
 */
export async function runInLanes(
	lanes: Array<string | undefined>,
	concurrency: number,
	run: (index: number) => Promise<void>,
) {
	// What is left of each lane, in order.
	const queues = new Map<string | number, number[]>();
	for (const [index, lane = index] of lanes.entries()) {
		const queue = queues.get(lane) ?? [];
		queues.set(lane, queue);
		queue.push(index);
	}
	// The lanes of which no task is running, the one with the lowest index first.
	const ready = new TinyQueue([...queues.values()], ([one], [other]) => one - other);

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
