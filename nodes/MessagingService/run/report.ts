import { NodeOperationError } from 'n8n-workflow';

import {
	type Counts,
	InputError,
	messageOf,
	nextStepOf,
	type NodeError,
	nodeError,
	ServiceError,
	serviceError,
} from '../errors';
import { doneWord } from '../actions/operation';
import { isAgentTool } from '../n8n/undocumented';
import { fateOf, type ItemResult, type Run } from './run';

/** Most items whose reasons are given. */
const MAX_REASONS = 10;

/** Most ranges of indexes, and most numbers, that are listed. */
const MAX_LISTED = 200;

/** Names all items that cannot be done. */
class MistakesError extends InputError {}

/** Returns the error of a run, with what became of its items. @param error of the item that failed first, or about all of them */
export function runError(run: Run, error: unknown, itemIndex?: number): NodeError {
	const { context, results } = run;
	const node = context.getNode();
	const isSingle = results.itemCount === 1;
	const shown = nodeError(node, error, {
		itemIndex: isSingle ? 0 : itemIndex,
		progress: progressOf(run),
		counts: results.counts,
		lists: isSingle ? undefined : reportOf(run, error),
	});

	const { message, description, context: facts } = shown;
	if (!isAgentTool(node) || !description) return shown;
	// An AI agent gets the message alone. n8n makes any other error one of these, and puts its own text in the place of a
	// message with a system code. Its panel shows the description below the message, where it would stand twice.
	return Object.assign(new NodeOperationError(node, shown), {
		message: `${message}. ${description}`,
		description: undefined,
		context: facts,
	});
}

/** Returns the error of a run that the user stopped. n8n keeps nothing of it, so its log says what was done. */
export function stoppedError(run: Run): NodeError {
	const { context, results } = run;
	const { failure, itemCount } = results;
	if (results.done.length > 0) {
		context.logger.warn(`${context.getNode().name} was stopped. ${listsOf(run)}`);
	}
	// The error of a single item says already how it ended.
	return runError(run, (itemCount === 1 && failure?.error) || serviceError('stopped'));
}

/** Returns the error that names all items that cannot be done, and of the first ten the reason. */
export function mistakesError({ operation, results }: Run, mistakes: ItemResult[]): unknown {
	const { itemCount } = results;
	const [first] = mistakes;
	if (itemCount === 1) return first.error;

	const shown = mistakes.slice(0, MAX_REASONS);
	// The same advice once.
	const advice = new Set(shown.map(({ error }) => nextStepOf(error)));
	if (mistakes.length < itemCount) {
		advice.add(
			"To continue with the other items, set 'On Error' to 'Continue (using error output)' in the node's settings.",
		);
	}
	const reasons = shown.map(({ itemIndex, error }) => {
		// n8n counts items from 0, a spreadsheet its rows from 1.
		const name = itemIndex === 0 ? 'Item 0 (the first row)' : `Item ${itemIndex}`;
		return `${name}: ${messageOf(error)}.`;
	});

	const count = `${mistakes.length} of ${countOf(itemCount, 'item')} cannot be ${doneWord(operation)}`;
	return new MistakesError(
		`${count}. Item ${first.itemIndex}: ${messageOf(first.error)}`,
		[...advice, ...reasons].filter(Boolean).join('\n• '),
	);
}

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
	if (!isUsed) return isOfRows && hasRest ? 'Correct the rows and run the workflow again.' : '';

	const done = doneWord(operation);
	const what = `what was ${done} or possibly ${done}`;
	if (!hasRest) return error && !keyLabel ? `A new run would repeat ${what}.` : '';

	// n8n keeps nothing of an execution that was stopped, and its Retry is for those that failed.
	if (stopsOnFailure && !isOfRows && about !== 'stop') {
		return `To do the rest, press 'Retry' on the newest failed execution in n8n's list: ${what} is not repeated.`;
	}

	const asTheyWere = stopsOnFailure ? ": n8n's 'Retry' takes them as they were" : '';
	const correct = isOfRows ? `Correct the rows${asTheyWere}. ` : '';
	if (keyLabel) {
		return `${correct}If you run the workflow again, ${what} is skipped, by its '${keyLabel}'.`;
	}
	const label = operation.onceKey?.field.displayName;
	const tooLate = label ? ` A '${label}' that you add now does not know it.` : '';
	return `${correct}Before you run the workflow again, remove ${what} (n8n counts items from 0).${tooLate}`;
}

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
function progressOf({ operation, results }: Run): string | undefined {
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
function listsOf(run: Run): string {
	const done = doneWord(run.operation);
	const lists: Record<string, number[]> = {};
	for (const [itemIndex, result] of run.results.byItem.entries()) {
		(lists[titleOf(result, done)] ??= []).push(itemIndex);
	}

	const sentences = Object.entries(lists).map(
		([title, indexes]) => `${title.replace('#', `${indexes.length}`)} (${itemsOf(indexes)}).`,
	);
	return [...sentences, ...numbersOf(run)].join(' ');
}

/** Returns the title of the list in which an item stands; the count of the list stands in the place of #. */
function titleOf(result: ItemResult | undefined, done: string): string {
	const { doNotSendTo, mayHaveBeenSent } = result?.items[0] ?? {};
	const before = `${mayHaveBeenSent ? 'possibly ' : ''}${done} before`;
	const titles: Record<keyof Counts, string> = {
		sent: done === 'sent' ? 'Sent #' : 'Done #',
		possiblySent: `Possibly ${done} #`,
		skipped: `Skipped #: ${doNotSendTo ? "in 'Do Not Send To'" : before}`,
		failed: 'Failed #',
		notSent: `Not ${done} #`,
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
