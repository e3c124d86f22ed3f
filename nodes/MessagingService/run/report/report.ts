import { type Counts, InputError, ServiceError } from '../../errors';
import { doneWord } from '../../actions/operation';
import { fateOf, type ItemResult, type Run } from '../run';

/** Names all items that cannot be done. */
export class MistakesError extends InputError {}

/** Says how the rest of a run is done, and what became of its items. @param error of the item that failed first, or of the run */
export function reportOf(run: Run, error: unknown): string {
	return `${nextStep(run, error)} ${listsOf(run)}`.trim();
}

/** Says how the rest of a run is done, where a part was done, or may have been. */
function nextStep({ operation, results, keyLabel, stopsOnFailure }: Run, error: unknown): string {
	const doneCount = results.done.length;
	const isUsed = !operation.reads && doneCount > 0;
	const hasRest = doneCount + results.counts.skipped < results.itemCount;
	const about = error instanceof ServiceError ? error.verdict.about : undefined;
	// This node, or the service, refuses a value of the row itself.
	const isOfRows = error instanceof MistakesError || about === 'number' || about === 'request';
	if (!hasRest) return '';
	if (!isUsed) return isOfRows ? 'Correct the rows and run the workflow again.' : '';

	const done = doneWord(operation);
	const what = `what was ${done} or possibly ${done}`;
	// n8n keeps nothing of an execution that was stopped, and its Retry is for those that failed.
	if (stopsOnFailure && !isOfRows && about !== 'stop') {
		return `To do the rest, press 'Retry' on the newest failed execution in n8n's list: ${what} is not repeated.`;
	}

	const asTheyWere = stopsOnFailure ? ": n8n's 'Retry' takes them as they were" : '';
	const correct = isOfRows ? `Correct the rows${asTheyWere}. ` : '';
	if (keyLabel) {
		return `${correct}Run the workflow again: ${what} is skipped, by its '${keyLabel}'.`;
	}
	const label = operation.onceKey?.field.displayName;
	const later = label ? ` Rows that have the '${label}' would be skipped.` : '';
	return `${correct}Before you run the workflow again, remove ${what}.${later}`;
}

/** Most ranges of indexes, and most numbers, that are listed. */
const MAX_LISTED = 200;

/** Returns a count with its noun: "1 item", "3 items". */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns items by their indexes, which n8n counts from 0: "items 0-3, 7". @param indexes in their order */
function itemsOf(indexes: number[]): string {
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
 * Returns which items became what: "Sent 4 (items 0-3). Skipped 1: in 'Do Not Send To' (item 4)." It names the number of each
 * item that was or may have been adopted, for whoever pays must find it.
 */
export function listsOf(run: Run): string {
	const lists = new Map<string, number[]>();
	for (const [itemIndex, result] of run.results.byItem.entries()) {
		const title = titleOf(result, doneWord(run.operation));
		const indexes = lists.get(title) ?? [];
		indexes.push(itemIndex);
		lists.set(title, indexes);
	}

	const sentences = [...lists].map(([title, indexes]) => {
		const counted = title.replace('#', String(indexes.length));
		return `${counted[0].toUpperCase()}${counted.slice(1)} (${itemsOf(indexes)}).`;
	});
	return [...sentences, ...numbersOf(run)].join(' ');
}

/** Returns the title of the list in which an item stands; the count of the list stands in the place of #. */
function titleOf(result: ItemResult | undefined, done: string): string {
	const { doNotSendTo, mayHaveBeenSent } = result?.items[0] ?? {};
	const before = `${mayHaveBeenSent ? 'possibly ' : ''}${done} before`;
	const titles: Record<keyof Counts, string> = {
		sent: `${done} #`,
		possiblySent: `possibly ${done} #`,
		skipped: `skipped #: ${doNotSendTo ? "in 'Do Not Send To'" : before}`,
		failed: 'failed #',
		notSent: `not ${done} #`,
	};
	return titles[fateOf(result)];
}

/** Returns the numbers that were adopted, or may have been, by item. */
function numbersOf({ operation, results }: Run): string[] {
	if (operation.reads || operation.recipient) return [];

	const numbers = results.done.flatMap(({ itemIndex, items, error }) => {
		const number = error instanceof ServiceError ? error.data.target : items[0]?.number;
		return typeof number === 'string' ? `item ${itemIndex}: ${number}` : [];
	});
	return numbers.length > 0 ? [`Numbers: ${listOf(numbers)}.`] : [];
}
