import {
	InputError,
	messageOf,
	nextStepOf,
	type NodeError,
	nodeError,
	serviceError,
} from '../../errors';
import { doneWord } from '../../actions/operation';
import type { Run } from '../results';
import { countOf, listsOf, progressOf, rangesOf } from './lists';

/** Most items whose reasons are given. */
const MAX_REASONS = 10;

/**
 * Returns the error of a run, with what became of its items; undefined where nothing failed.
 * @param problem what is about all items without a result
 * @param isCancelled whether the user stopped the execution
 */
export function runError(run: Run, problem: unknown, isCancelled: boolean): NodeError | undefined {
	const { context, results } = run;
	const { firstFailed, itemCount } = results;
	const failure = results.get(firstFailed ?? 0)?.error;
	const isSingle = itemCount === 1;

	// The error of a single item says already how it ended.
	const isStopped = isCancelled && !(isSingle && failure);
	const error = isStopped ? serviceError('stopped') : (problem ?? failure);
	if (error === undefined) return undefined;

	const lists = isSingle ? undefined : `${listsOf(run)} ${nextTry(run, isCancelled)}`.trim();
	const itemIndex = error === failure ? firstFailed : isSingle ? 0 : undefined;
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
	const count = `${itemIndexes.length} of ${countOf(results.itemCount, 'item')} cannot be ${done}`;
	const mistakes = itemIndexes.slice(0, MAX_REASONS).map((index) => results.get(index)?.error);
	const reasons = mistakes.map((error, index) => `${itemIndexes[index]}: ${messageOf(error)}.`);

	return new InputError(
		`${count}. Item ${first}: ${messageOf(mistakes[0])}`,
		[
			`These cannot be ${done}: ${rangesOf(itemIndexes)}. None of these items was ${done}.`,
			...reasons,
			// The same advice once.
			...new Set(mistakes.map(nextStepOf)),
			itemIndexes.length < results.itemCount &&
				"To continue with the other items, set 'On Error' to 'Continue (using error output)' in the node's settings.",
		]
			.filter(Boolean)
			.join('\n• '),
	);
}

/** Says how the rest is done, where a part was done, or may have been. */
function nextTry({ operation, results }: Run, isCancelled: boolean): string {
	const used = results.withStatus('sent', 'possiblySent').length;
	const rest = results.withStatus('notSent').length + results.pending.length;
	if (operation.reads || used === 0 || rest === 0) return '';

	const done = doneWord(operation);
	if (!isCancelled) {
		return `To do the rest, press 'Retry' on this failed execution in n8n's list: what was ${done} or possibly ${done} is not repeated.`;
	}
	const onceKey = operation.onceKey;
	const keys = onceKey ? ` (items with a '${onceKey.field.displayName}' are skipped anyway)` : '';
	return `Before you run this again, remove what was ${done} or possibly ${done}${keys}.`;
}
