import TinyQueue from 'tinyqueue';

/** What the pool runs: one task for each lane entry. */
export interface Pool {
	/** Of each task. Tasks of the same lane run one after the other, in order; those without one at any time. */
	lanes: Array<string | undefined>;
	/** Most tasks at once. */
	concurrency: number;
	/** Asked before each start; once true, nothing further starts and those under way finish. */
	stopped(): boolean;
	/** Runs the task at an index. It must not throw. */
	run(index: number): Promise<void>;
}

/** Runs tasks with at most `concurrency` at once, the lowest index first, those of one lane in order. */
export async function runPool({ lanes, concurrency, stopped, run }: Pool): Promise<void> {
	const { ready, successors } = sortIntoLanes(lanes);
	const workers = Math.min(concurrency, ready.length);
	const queue = new TinyQueue(ready);

	// A worker that finds nothing is not needed any more: each lane that is left has one that runs it.
	const work = async () => {
		for (let index; !stopped() && (index = queue.pop()) !== undefined; ) {
			await run(index);
			const successor = successors.get(index);
			if (successor !== undefined) queue.push(successor);
		}
	};

	await Promise.all(Array.from({ length: workers }, work));
}

/** Gives the first task of each lane, and for each task the next one of its lane. */
function sortIntoLanes(lanes: Array<string | undefined>): {
	ready: number[];
	successors: Map<number, number>;
} {
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
