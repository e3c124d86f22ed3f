import { InputError, messageOf, type NodeError, nodeError, serviceError } from '../../errors';
import { doneWord } from '../../actions/operation';
import type { Mistake } from '../input';
import { isFailed, type Run } from '../results';
import { countOf, listsOf, progressOf, rangesOf } from './lists';

/** Most items whose reasons are given. */
const MAX_REASONS = 10;

/** What ended a run, beside the failure of an item. */
interface Ending {
	/** Is about all items without a result. */
	problem: unknown;
	/** Whether the user stopped the execution. */
	isCancelled: boolean;
}

/** Returns the error of a run, with what became of its items; undefined where nothing failed. */
export function runError(run: Run, { problem, isCancelled }: Ending): NodeError | undefined {
	const { firstFailed, itemCount } = run.results;
	const result = firstFailed === undefined ? undefined : run.results.get(firstFailed);
	const failure = isFailed(result) ? result.error : undefined;
	const onlyItem = itemCount === 1 ? 0 : undefined;

	// The error of a single item says already how it ended.
	if (isCancelled && (itemCount > 1 || !failure)) {
		return withResults(run, serviceError('stopped'), { itemIndex: onlyItem, isCancelled });
	}
	if (problem !== undefined) return withResults(run, problem, { itemIndex: onlyItem });
	return failure === undefined ? undefined : withResults(run, failure, { itemIndex: firstFailed });
}

/** Returns the error that names all items that cannot be done, and of the first ten the reason. */
export function mistakesError({ operation, results }: Run, mistakes: Mistake[]): unknown {
	const [first] = mistakes;
	if (results.itemCount === 1) return first.error;

	const done = doneWord(operation);
	const all = rangesOf(mistakes.map(({ itemIndex }) => itemIndex));
	const count = `${mistakes.length} of ${countOf(results.itemCount, 'item')} cannot be ${done}`;

	return new InputError(
		`${count}. Item ${first.itemIndex}: ${messageOf(first.error)}`,
		[
			`These cannot be ${done}: ${all}. None of these items was ${done}.`,
			...reasonsOf(mistakes.slice(0, MAX_REASONS)),
			`To continue with the other items, set 'On Error' to 'Continue (using error output)' in the node's settings.`,
		].join('\n• '),
	);
}

/** Returns the reasons of mistakes, and behind them once what helps. */
function reasonsOf(mistakes: Mistake[]): string[] {
	const reasons = mistakes.map(({ itemIndex, error }) => `${itemIndex}: ${messageOf(error)}.`);
	const nextSteps = mistakes.flatMap(({ error }) =>
		error instanceof InputError ? error.description : [],
	);
	return [...reasons, ...new Set(nextSteps)];
}

/** Returns an error that says what became of the items. @param itemIndex of the item that it is about */
function withResults(
	run: Run,
	error: unknown,
	{ itemIndex, isCancelled = false }: { itemIndex?: number; isCancelled?: boolean },
): NodeError {
	const lists = [listsOf(run), nextTry(run, isCancelled)].filter(Boolean).join(' ');
	return nodeError(run.context.getNode(), error, {
		itemIndex,
		progress: progressOf(run),
		lists: lists || undefined,
	});
}

/** Says how the rest is done, where a part was done, or may have been. */
function nextTry({ operation, results }: Run, isCancelled: boolean): string | undefined {
	const used = results.withStatus('sent', 'possiblySent');
	if (operation.reads || results.itemCount === 1 || used.length === 0) return undefined;

	const done = doneWord(operation);
	if (!isCancelled) {
		return `To do the rest, press 'Retry' on this failed execution in n8n's list: what was ${done} or possibly ${done} is not repeated.`;
	}
	const onceKey = operation.onceKey;
	const keys = onceKey ? ` (items with a '${onceKey.field.displayName}' are skipped anyway)` : '';
	return `Before you run this again, remove what was ${done} or possibly ${done}${keys}.`;
}
