import type { Operation } from '../../resources/operation';
import type { Results } from '../results';
import { isFailed } from '../results';

/** Most runs of indexes that are listed. */
const MAX_RANGES = 200;

/** Returns a count with its noun: "1 item", "3 items". */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns the word for an item that an operation has done: "sent". */
export const doneWord = ({ effect }: Operation) => (effect === 'sends' ? 'sent' : 'done');

/** Returns items by their indexes, which n8n counts from 0: "0-3, 7". @param indexes in their order */
export function rangesOf(indexes: number[]): string {
	const runs: Array<{ first: number; last: number }> = [];
	for (const index of indexes) {
		const run = runs.at(-1);
		if (run && index === run.last + 1) run.last = index;
		else runs.push({ first: index, last: index });
	}

	const ranges = runs.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
	const more = ranges.length > MAX_RANGES ? ' and more' : '';
	return ranges.slice(0, MAX_RANGES).join(', ') + more;
}

/** Returns how many items of a run were done, for the end of a message: "2 of 5 items were sent, 1 may have been". */
export function progressOf(results: Results, done: string): string | undefined {
	const { itemCount } = results;
	const sent = results.withStatus('sent').length;
	// The error of a single item says already how it ended.
	if (itemCount === 1 && sent === 0) return undefined;

	const possiblySent = results.withStatus('possiblySent').length;
	const doubt = possiblySent > 0 ? `, ${possiblySent} may have been` : '';
	return `${sent} of ${countOf(itemCount, 'item')} ${sent === 1 ? 'was' : 'were'} ${done}${doubt}`;
}

/** Returns which items became what: "Sent: 0-3. Possibly sent: 4. Failed: 5. Not sent: 6-8." */
export function listsOf(results: Results, done: string): string | undefined {
	if (results.itemCount <= 1) return undefined;

	const hasFailed = (index: number) => isFailed(results.get(index));
	const refused = results.withStatus('notSent').filter(hasFailed);
	const lists: Array<[title: string, indexes: number[]]> = [
		[done, results.withStatus('sent')],
		[`possibly ${done}`, results.withStatus('possiblySent')],
		['skipped', results.withStatus('skipped')],
		['failed', refused],
		[`not ${done}`, results.pending],
	];
	return lists
		.filter(([, indexes]) => indexes.length > 0)
		.map(([title, indexes]) => `${title[0].toUpperCase()}${title.slice(1)}: ${rangesOf(indexes)}.`)
		.join(' ');
}
