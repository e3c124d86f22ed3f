/** What became of the items of an execution that stopped at one that failed. */
export interface Progress {
	/** Number of all input items. */
	total: number;
	/** Indexes of the items that were done. */
	done: number[];
	/** Indexes of those of them that another run does again: they have no Send Once Key. */
	doneAgain: number[];
	/** Indexes of further items that failed, beside the one that the error is about. */
	alsoFailed: number[];
	/** Indexes of further failed items that the service may have acted on all the same. */
	open: number[];
	/** Whether the operation has the option Send Once Key. */
	hasSendOnceKey: boolean;
}

/** Most runs of indexes that are listed one by one: more than there are gaps at 100 in flight. */
const MAX_RANGES = 200;

/**
 * Says which items were done before the execution stopped, so that a user who runs it again
 * knows who already has the message. Items are counted from 0, as n8n does.
 */
export function describeProgress({
	total,
	done,
	doneAgain,
	alsoFailed,
	open,
	hasSendOnceKey,
}: Progress): string | undefined {
	if (total <= 1) return undefined;
	const parts = [
		done.length > 0
			? `${done.length} of ${total} items were already done: ${ranges(done)}.`
			: `None of the ${total} items was done.`,
	];
	if (alsoFailed.length > 0) parts.push(`Also failed: ${ranges(alsoFailed)}.`);
	if (open.length > 0) {
		parts.push(`Of these, the service may have acted on: ${ranges(open)}.`);
	}
	if (doneAgain.length > 0) {
		const which = doneAgain.length < done.length ? `items ${ranges(doneAgain)}` : 'those items';
		parts.push(
			`Running the node again, by hand or by Retry On Fail, does ${which} again.` +
				(hasSendOnceKey
					? ' Set Send Once Key in the options to make that harmless, and raise Max Retries instead of using Retry On Fail.'
					: ' Raise Max Retries in the options instead of using Retry On Fail.'),
		);
	}
	return parts.join(' ');
}

/** Gives indexes as runs: "0-3, 7, 9-12". */
export function ranges(indexes: number[]): string {
	const runs: Array<[number, number]> = [];
	for (const index of [...indexes].sort((a, b) => a - b)) {
		const last = runs[runs.length - 1];
		if (last && index === last[1] + 1) last[1] = index;
		else runs.push([index, index]);
	}
	const listed = runs
		.slice(0, MAX_RANGES)
		.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
		.join(', ');
	return runs.length > MAX_RANGES ? `${listed} and more` : listed;
}
