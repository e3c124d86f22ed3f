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
	const { ready, successors } = sortIntoLanes(lanes);
	const workers = Math.min(concurrency, ready.length);
	const queue = new TinyQueue(ready);

	// A worker that finds nothing is not needed any more: each lane that is left has one that runs it.
	const work = async () => {
		let index = queue.pop();
		while (index !== undefined) {
			await run(index);

			const successor = successors.get(index);
			if (successor !== undefined) queue.push(successor);
			index = queue.pop();
		}
	};

	await Promise.all(Array.from({ length: workers }, work));
}

/** Returns the first task of each lane, and for each task the next one of its lane. */
function sortIntoLanes(lanes: Array<string | undefined>) {
	const ready: number[] = [];
	const successors = new Map<number, number>();
	const lastOfLane = new Map<string, number>();
	lanes.forEach((lane, index) => {
		const last = lane === undefined ? undefined : lastOfLane.get(lane);
		if (last === undefined) ready.push(index);
		else successors.set(last, index);
		if (lane !== undefined) lastOfLane.set(lane, index);
	});
	return { ready, successors };
}
