import pLimit from 'p-limit';
import TinyQueue from 'tinyqueue';

/** What the pool runs: one task an input item. It must not throw. */
export interface PoolTask {
	/** Tasks of the same lane run one after the other, in order. Without a lane, at any time. */
	lane?: string;
	run(): Promise<void>;
}

/**
 * Runs tasks with at most `concurrency` at once, the lowest index first, those of one lane in order.
 * @param concurrency most tasks at once
 * @param stopped asked before each start; once true, nothing further starts and those under way finish
 */
export async function runPool(
	tasks: PoolTask[],
	concurrency: number,
	stopped: () => boolean,
): Promise<void> {
	const { ready, successors } = sortIntoLanes(tasks);
	const queue = new TinyQueue(ready);
	const limit = pLimit(concurrency);

	// Which task a free place takes is decided when it is free: the lowest index that is ready then.
	const runLowest = async (): Promise<boolean> => {
		const index = queue.pop();
		if (index === undefined || stopped()) return false;
		await tasks[index].run();
		const successor = successors.get(index);
		if (successor !== undefined) queue.push(successor);
		return successor !== undefined;
	};

	await Promise.all(
		ready.map(async () => {
			while (await limit(runLowest));
		}),
	);
}

/** Gives the first task of each lane, and for each task the next one of its lane. */
function sortIntoLanes(tasks: PoolTask[]): { ready: number[]; successors: Map<number, number> } {
	const ready: number[] = [];
	const successors = new Map<number, number>();
	const lastOfLane = new Map<string, number>();
	tasks.forEach(({ lane }, index) => {
		const last = lane === undefined ? undefined : lastOfLane.get(lane);
		if (last === undefined) ready.push(index);
		else successors.set(last, index);
		if (lane !== undefined) lastOfLane.set(lane, index);
	});
	return { ready, successors };
}
