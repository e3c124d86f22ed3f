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
): Promise<void> {
	const { first, next } = linkTasks(lanes);
	const ready = new TinyQueue(first);

	// A worker that finds nothing is not needed any more: each lane that is left has one that runs it.
	const work = async () => {
		for (let index = ready.pop(); index !== undefined; index = ready.pop()) {
			await run(index);

			const following = next[index];
			if (following !== undefined) ready.push(following);
		}
	};

	await Promise.all(Array.from({ length: concurrency }, work));
}

/** Returns the first task of each lane, and behind each task the next one of its lane. */
function linkTasks(lanes: Array<string | undefined>) {
	const first = new Map<string | number, number>();
	const next: Array<number | undefined> = [];

	// From the last to the first: the task that a lane had so far is the next one.
	for (let index = lanes.length - 1; index >= 0; index--) {
		const lane = lanes[index] ?? index;
		next[index] = first.get(lane);
		first.set(lane, index);
	}
	return { first: [...first.values()], next };
}
