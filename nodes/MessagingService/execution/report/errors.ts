import type { Operation } from '../../resources/operation';
import { InputError, messageOf, type NodeError, nodeError, stopped } from '../../errors';
import type { Mistake } from '../input';
import { isFailed, type Results, type Run } from '../results';
import { doneWord, countOf, listsOf, progressOf, rangesOf } from './counts';

/** Most items whose reasons are given. */
const MAX_REASONS = 10;

/** Returns the error for what is about all items of a run, with what became of each. */
export function errorOfAll(run: Run, error: unknown): NodeError {
	return withResults(run, error, run.results.itemCount === 1 ? 0 : undefined);
}

/** Returns the error of the item that failed first, or of a run that the user stopped; undefined where there is none. */
export function errorOfRun(
	run: Run,
	{ isCancelled }: { isCancelled: boolean },
): NodeError | undefined {
	const { results } = run;
	const { firstFailed, itemCount } = results;
	const failure = firstFailed === undefined ? undefined : results.get(firstFailed);

	// The error of a single item says already how it ended.
	if (isCancelled && (itemCount > 1 || !failure)) return errorOfAll(run, stopped());
	return isFailed(failure) ? withResults(run, failure.error, firstFailed) : undefined;
}

/** Returns the error that names all items that cannot be done, and of the first ten the reason. */
export function errorOfMistakes({ operation, results }: Run, mistakes: Mistake[]): unknown {
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

/** Returns the reasons of mistakes, each once with its items and what to do. */
function reasonsOf(mistakes: Mistake[]): string[] {
	const reasons = new Map<string, number[]>();
	for (const { itemIndex, error } of mistakes) {
		const nextStep = error instanceof InputError ? ` ${error.description}` : '';
		const reason = `${messageOf(error)}.${nextStep}`;
		reasons.set(reason, [...(reasons.get(reason) ?? []), itemIndex]);
	}
	return [...reasons].map(([reason, indexes]) => `${rangesOf(indexes)}: ${reason}`);
}

/** Returns an error that says what became of the items. @param itemIndex of the item that it is about */
function withResults(
	{ context, operation, results }: Run,
	error: unknown,
	itemIndex?: number,
): NodeError {
	const done = doneWord(operation);
	const lists = [listsOf(results, done), beforeNextRun(operation, results)];

	return nodeError(context.getNode(), error, {
		itemIndex,
		progress: progressOf(results, done),
		lists: results.itemCount > 1 ? lists.filter(Boolean).join(' ') : undefined,
	});
}

/** Says what to do before another run, where something was done, or may have been. */
function beforeNextRun(operation: Operation, results: Results): string | undefined {
	const done = doneWord(operation);
	const used = [...results.withStatus('sent'), ...results.withStatus('possiblySent')];
	if (operation.effect === 'reads' || used.length === 0) return undefined;

	const { onceKey } = operation;
	const keys = onceKey ? ` (items with a '${onceKey.field.displayName}' are skipped anyway)` : '';
	return `Before you run this again, remove what was ${done} or possibly ${done}${keys}.`;
}
