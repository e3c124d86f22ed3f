/** Longer than any poll may take, in ms: one that is older hangs, and must not stop the trigger for ever. */
const LONGEST = 10 * 60_000;

/** When the polls that are under way have started, in ms of performance.now(), by what they poll. */
const underWay = new Map<string, number>();

/**
 * Runs a poll, unless the same one is under way: n8n starts one without waiting for the one before, and
 * the later one would compare with a record that is about to change. Its turn comes with the next poll.
 * @param place what is polled
 * @returns undefined where it was not run
 */
export async function oneAtATime<T>(place: string, poll: () => Promise<T>): Promise<T | undefined> {
	const started = performance.now();
	const before = underWay.get(place);
	if (before !== undefined && started - before < LONGEST) return undefined;
	underWay.set(place, started);
	try {
		return await poll();
	} finally {
		if (underWay.get(place) === started) underWay.delete(place);
	}
}
