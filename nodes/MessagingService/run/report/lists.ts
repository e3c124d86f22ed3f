import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../../errors';
import { doneWord } from '../../actions/operation';
import type { Run } from '../run';

/** Most ranges of indexes, and most numbers, that are listed. */
const MAX_LISTED = 200;

/** Returns a count with its noun: "1 item", "3 items". */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns items by their indexes, which n8n counts from 0: "items 0-3, 7". @param indexes in their order */
export function itemsOf(indexes: number[]): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const index of indexes) {
		const range = ranges.at(-1);
		if (range && index === range.last + 1) range.last = index;
		else ranges.push({ first: index, last: index });
	}

	const texts = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
	return `${indexes.length === 1 ? 'item' : 'items'} ${listOf(texts)}`;
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
 * Returns which items became what: "Sent 4 (items 0-3). Failed 1 (item 5)." It names the number of each item that was or may
 * have been adopted, for whoever pays must find it.
 */
export function listsOf(run: Run): string {
	const { operation, results } = run;
	const { sent, possiblySent, failed, notSent } = results.tally;
	const done = doneWord(operation);

	return [
		listed(done, sent),
		listed(`possibly ${done}`, possiblySent),
		skippedOf(run),
		listed('failed', failed),
		listed(`not ${done}`, notSent),
		numbersOf(run),
	]
		.filter(Boolean)
		.join(' ');
}

function listed(title: string, indexes: number[]): string {
	if (indexes.length === 0) return '';
	return `${title[0].toUpperCase()}${title.slice(1)} ${indexes.length} (${itemsOf(indexes)}).`;
}

/** Returns why items were skipped: "Skipped: 10 were sent before (items 0-9), 2 are in 'Do Not Send To' (items 10-11)." */
function skippedOf({ operation, results }: Run): string {
	const done = doneWord(operation);
	const groups = [
		{
			verbs: ['was', 'were'],
			what: `${done} before`,
			fits: (output: IDataObject) => !output.doNotSendTo && !output.mayHaveBeenSent,
		},
		{
			verbs: ['was', 'were'],
			what: `possibly ${done} before`,
			fits: (output: IDataObject) => output.mayHaveBeenSent,
		},
		{
			verbs: ['is', 'are'],
			what: "in 'Do Not Send To'",
			fits: (output: IDataObject) => output.doNotSendTo,
		},
	];

	const skipped = results.all.filter(({ status }) => status === 'skipped');
	const reasons = groups.flatMap(({ verbs: [one, many], what, fits }) => {
		const fitting = skipped.filter(({ items }) => fits(items[0]));
		const indexes = fitting.map(({ itemIndex }) => itemIndex);
		if (indexes.length === 0) return [];
		if (results.itemCount === 1) return `it ${one} ${what}`;
		return `${indexes.length} ${indexes.length === 1 ? one : many} ${what} (${itemsOf(indexes)})`;
	});
	return reasons.length > 0 ? `Skipped: ${reasons.join(', ')}.` : '';
}

/** Returns the numbers that were adopted, or may have been, by item. */
function numbersOf({ operation, results }: Run): string {
	if (operation.reads || operation.recipient) return '';

	const numbers = results.all.flatMap(({ itemIndex, status, items, error }) => {
		if (status !== 'sent' && status !== 'possiblySent') return [];

		const number = error instanceof ServiceError ? error.data.target : items[0]?.number;
		return typeof number === 'string' ? `item ${itemIndex}: ${number}` : [];
	});
	return numbers.length > 0 ? `Numbers: ${listOf(numbers)}.` : '';
}
