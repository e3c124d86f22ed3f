import { ServiceError } from '../../errors';
import { doneWord } from '../../actions/operation';
import type { Run } from '../results';

/** Most ranges of indexes, and most numbers, that are listed. */
const MAX_LISTED = 200;

/** Returns a count with its noun: "1 item", "3 items". */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns items by their indexes, which n8n counts from 0: "0-3, 7". @param indexes in their order */
export function rangesOf(indexes: number[]): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const index of indexes) {
		const range = ranges.at(-1);
		if (range && index === range.last + 1) range.last = index;
		else ranges.push({ first: index, last: index });
	}

	return listOf(
		ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)),
	);
}

const listOf = (entries: string[]) =>
	entries.slice(0, MAX_LISTED).join(', ') + (entries.length > MAX_LISTED ? ' and more' : '');

/** Returns how many items of a run were done, for the end of a message: "2 of 5 items were sent, 1 may have been". */
export function progressOf({ operation, results }: Run): string | undefined {
	const { itemCount } = results;
	const { sent, possiblySent } = results.counts;
	// The error of a single item says already how it ended.
	if (itemCount === 1 && sent === 0) return undefined;

	const doubt = possiblySent > 0 ? `, ${possiblySent} may have been` : '';
	const done = doneWord(operation);
	return `${sent} of ${countOf(itemCount, 'item')} ${sent === 1 ? 'was' : 'were'} ${done}${doubt}`;
}

/**
 * Returns which items became what: "Sent 4 (items 0-3). Failed 1 (item 5)." Of adoptions it names the numbers, for
 * whoever pays must find them.
 */
export function listsOf(run: Run): string {
	const { operation, results } = run;
	const { sent, possiblySent, skipped, failed, notSent } = results.tally;
	const done = doneWord(operation);
	const lists: Array<[title: string, indexes: number[]]> = [
		[done, sent],
		[`possibly ${done}`, possiblySent],
		['skipped', skipped],
		['failed', failed],
		[`not ${done}`, notSent],
	];
	const sentences = lists
		.filter(([, indexes]) => indexes.length > 0)
		.map(([title, indexes]) => {
			const items = `${indexes.length === 1 ? 'item' : 'items'} ${rangesOf(indexes)}`;
			return `${title[0].toUpperCase()}${title.slice(1)} ${indexes.length} (${items}).`;
		});
	return [...sentences, ...(operation.adopts ? adoptedNumbers(run) : [])].join(' ');
}

/** Returns the numbers that were adopted, or may have been, by item. */
function adoptedNumbers({ results }: Run): string[] {
	const numbers = results.all.flatMap(({ itemIndex, status, items, error }) => {
		if (status !== 'sent' && status !== 'possiblySent') return [];

		const number = error instanceof ServiceError ? error.data.target : items[0]?.number;
		return typeof number === 'string' ? `item ${itemIndex}: ${number}` : [];
	});
	return numbers.length > 0 ? [`Adopted or possibly adopted: ${listOf(numbers)}.`] : [];
}
