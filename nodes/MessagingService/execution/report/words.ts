/** Most runs of indexes that are listed: more than there are gaps at 100 requests at the same time. */
const MAX_RANGES = 200;

/** Returns a count with its noun: "1 item", "3 items". */
export function plural(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns items by their indexes, which n8n counts from 0: "item 3", or "items 0-3, 7". */
export function itemRanges(indexes: number[]): string {
	const runs: Array<[first: number, last: number]> = [];
	for (const index of [...indexes].sort((a, b) => a - b)) {
		const run = runs[runs.length - 1];
		if (run && index === run[1] + 1) run[1] = index;
		else runs.push([index, index]);
	}
	const ranges = runs
		.slice(0, MAX_RANGES)
		.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
	const more = runs.length > MAX_RANGES ? ' and more' : '';
	return `${indexes.length === 1 ? 'item' : 'items'} ${ranges.join(', ')}${more}`;
}
