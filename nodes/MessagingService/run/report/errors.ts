import {
	InputError,
	messageOf,
	nextStepOf,
	type NodeError,
	nodeError,
	serviceError,
} from '../../errors';
import { doneWord } from '../../actions/operation';
import type { Run } from '../run';
import { countOf, listsOf, progressOf } from './lists';
import { isOfRow, nextRun, type NextRun } from './nextRun';

/** Most items whose reasons are given. */
const MAX_REASONS = 10;

/** Names all items that cannot be done. */
class MistakesError extends InputError {}

/** Returns the error of a run that failed. @param error of the item that failed first, or about the whole run */
export function failedError(run: Run, error: unknown): NodeError {
	const { failure, itemCount } = run.results;
	if (itemCount === 1) return withReport(run, error, 0);

	const itemIndex = error === failure?.error ? failure?.itemIndex : undefined;
	const isOfRows = error instanceof MistakesError || isOfRow(error);
	return withReport(run, error, itemIndex, isOfRows ? 'correct' : 'retry');
}

/** Returns the error of a run that the user stopped. */
export function stoppedError(run: Run): NodeError {
	const { failure, itemCount } = run.results;
	// The error of a single item says already how it ended.
	if (itemCount === 1 && failure) return withReport(run, failure.error, 0);
	return withReport(run, serviceError('stopped'), undefined, 'again');
}

/** Returns an error with what became of the items, where there are several. */
function withReport(run: Run, error: unknown, itemIndex?: number, how?: NextRun): NodeError {
	const { context, results } = run;
	const isSingle = results.itemCount === 1;
	const lists = isSingle ? undefined : `${how ? nextRun(run, how) : ''} ${listsOf(run)}`.trim();
	const counts = isSingle ? undefined : results.counts;
	return nodeError(context.getNode(), error, {
		itemIndex,
		counts,
		progress: progressOf(run),
		lists,
	});
}

/** Returns the error that names all items that cannot be done, and of the first ten the reason. */
export function mistakesError({ operation, results }: Run, itemIndexes: number[]): unknown {
	const [first] = itemIndexes;
	if (results.itemCount === 1) return results.get(first)?.error;

	const done = doneWord(operation);
	const mistakes = itemIndexes.slice(0, MAX_REASONS).map((index) => results.get(index)?.error);
	// n8n counts items from 0, a spreadsheet its rows from 1.
	const nameOf = (index: number) => (index === 0 ? 'Item 0 (the first row)' : `Item ${index}`);
	const reasons = mistakes.map(
		(error, index) => `${nameOf(itemIndexes[index])}: ${messageOf(error)}.`,
	);

	const count = `${itemIndexes.length} of ${countOf(results.itemCount, 'item')} cannot be ${done}`;
	return new MistakesError(
		`${count}. Item ${first}: ${messageOf(mistakes[0])}`,
		[
			// The same advice once.
			...new Set(mistakes.map(nextStepOf)),
			itemIndexes.length < results.itemCount &&
				"To continue with the other items, set 'On Error' to 'Continue (using error output)' in the node's settings.",
			...(itemIndexes.length === 1 ? [`${nameOf(first)} cannot be ${done}.`] : reasons),
		]
			.filter(Boolean)
			.join('\n• '),
	);
}
