import { normalize, stringify } from 'multi-integer-range';
import { NodeOperationError } from 'n8n-workflow';

import {
	fill,
	InputError,
	messageOf,
	nextStepOf,
	nodeError,
	ServiceError,
	serviceError,
} from '../errors';
import { isAgentTool } from '../n8n/undocumented';
import { groupBy } from '../util/groupBy';
import { countsOf, mayHaveBeenDone, needsCorrection, type ItemResult, type Run } from './run';

/** Most ranges of indexes, and most numbers, that are listed. */
const MAX_LISTED = 200;

/** Names all items that cannot be done. */
class MistakesError extends InputError {}

/** Returns the error of a run, with what became of its items. @param error of the item that failed first, or about all of them */
export function runError(run: Run, error: unknown, itemIndex?: number) {
	const { context, results, doneWord } = run;
	const node = context.getNode();
	const counts = countsOf(run);
	const { sent, possiblySent } = counts;

	const doubt = possiblySent > 0 ? `, ${possiblySent} may have been` : '';
	// The error of a single item says already how it ended.
	const ofSeveral = results.length > 1 && {
		progress: `${sent} of ${results.length} items ${sent === 1 ? 'was' : 'were'} ${doneWord}${doubt}`,
		lists: reportOf(run, error),
	};
	const shown = nodeError(node, error, ofSeveral ? itemIndex : 0, { counts, ...ofSeveral });

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
export function stoppedError(run: Run) {
	const { context, results, failure } = run;
	if (results.some(mayHaveBeenDone)) {
		context.logger.warn(`${context.getNode().name} was stopped. ${listsOf(run)}`);
	}
	// The error of a single item says already how it ended.
	return (results.length === 1 && failure?.error) || serviceError('stopped');
}

/** Returns the error that names all items that cannot be done, and of the first ten the reason. */
export function mistakesError({ results, doneWord }: Run, mistakes: ItemResult[]) {
	if (results.length === 1) return mistakes[0].error;

	const shown = mistakes.slice(0, 10);
	// The same advice once.
	const advice = new Set(shown.map(({ error }) => nextStepOf(error)));
	const reasons = shown.map(({ itemIndex, error }) => {
		// n8n counts items from 0, a spreadsheet its rows from 1.
		const name = itemIndex === 0 ? 'Item 0 (the first row)' : `Item ${itemIndex}`;
		return `${name}: ${messageOf(error)}`;
	});

	return new MistakesError(
		`${mistakes.length} of ${countOf(results.length, 'item')} cannot be ${doneWord}. ${reasons[0]}`,
		[...advice, ...reasons.slice(1).map((reason) => `${reason}.`)].filter(Boolean).join('\n• '),
	);
}

/** Says how the rest of a run is done, and what became of its items. @param error of the item that failed first, or of the run */
export const reportOf = (run: Run, error: unknown) =>
	`${adviceForRest(run, error)} ${listsOf(run)}`.trim();

/** Says how the rest of a run is done, and what a new run would do again. */
function adviceForRest(run: Run, error: unknown) {
	const { operation, results, keyLabel, stopsOnFailure, doneWord } = run;
	const { sent, possiblySent, failed, notBegun } = countsOf(run);
	const hasRest = failed + notBegun > 0;
	const ofService = error instanceof ServiceError ? error : undefined;

	const needsNewRun = error instanceof MistakesError || results.some(needsCorrection);
	const howToCorrect = needsNewRun
		? "Correct the rows that failed, or remove them: n8n's 'Retry' would use the old ones."
		: '';
	// Nothing was done, so nothing can be done twice.
	if (operation.reads || sent + possiblySent === 0) return howToCorrect;

	const what = `what was ${doneWord}${possiblySent > 0 ? ` or possibly ${doneWord}` : ''}`;
	// n8n keeps nothing of an execution that was stopped, and its Retry is for those that failed.
	if (hasRest && stopsOnFailure && !needsNewRun && ofService?.verdict.about !== 'stop') {
		const warning = " A new run would repeat it, and then 'Retry' on an older execution would too.";
		return `To do the rest, press 'Retry' on the newest failed execution under 'Executions' (this one, or its last retry): the arrow, then 'Retry with currently saved workflow'. It does not repeat ${what}.${keyLabel ? '' : warning}`;
	}
	// All was done, or the error says itself what to do.
	if (!hasRest && !ofService) return '';

	const inNewRun = keyLabel
		? `If you run the workflow again, ${what} is skipped, by its '${keyLabel}'.`
		: `Before you run the workflow again, remove ${what}, or it is ${doneWord} again (item 0 is the first row). 'Execute step' may use the old rows.`;
	const ifNotDone = ` If a possibly ${doneWord} one was not ${doneWord}, run the workflow once with its row alone${keyLabel ? ', and another key' : ''}.`;
	return `${howToCorrect} ${inNewRun}${possiblySent > 0 ? ifNotDone : ''}`;
}

/** Returns a count with its noun: "1 item", "3 items". */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns items by their indexes, which n8n counts from 0: "items 0-3, 7". */
const itemsOf = (indexes: number[]) =>
	`${indexes.length === 1 ? 'item' : 'items'} ${listOf(stringify(normalize(indexes)).split(','))}`;

const listOf = (entries: string[]) =>
	entries.slice(0, MAX_LISTED).join(', ') + (entries.length > MAX_LISTED ? ' and more' : '');

/**
 * Returns which items became what: "Sent 4 (items 0-3). Skipped 1: in 'Do Not Send To' (item 4)." It also names
 * each number that was or may have been adopted, or may have been given back: whoever pays must find it.
 */
function listsOf({ operation, results, doneWord }: Run) {
	/** Returns the sentence that says what became of an item. */
	const sentenceOf = ({ status, items: [output] }: ItemResult) => {
		const before = `${output?.mayHaveBeenSent ? 'possibly ' : ''}${doneWord} before`;
		const sentences = {
			sent: doneWord === 'sent' ? 'Sent {count}' : 'Done {count}',
			possiblySent: `Possibly ${doneWord} {count}`,
			skipped: `Skipped {count}: ${output?.doNotSendTo ? "in 'Do Not Send To'" : before}`,
			failed: 'Failed {count}',
			notBegun: `Not ${doneWord} {count}`,
		};
		return sentences[status];
	};

	const lists = Array.from(groupBy(results, sentenceOf), ([sentence, those]) => {
		const items = itemsOf(those.map(({ itemIndex }) => itemIndex));
		return `${fill(sentence, { count: those.length })} (${items}).`;
	});

	if (operation.changesLease) {
		const numbers = results.filter(mayHaveBeenDone).flatMap(({ itemIndex, items, error }) => {
			const number = error instanceof ServiceError ? error.data.target : items[0]?.number;
			return typeof number === 'string' ? `item ${itemIndex}: ${number}` : [];
		});
		if (numbers.length > 0) lists.push(`Numbers: ${listOf(numbers)}.`);
	}
	return lists.join(' ');
}
