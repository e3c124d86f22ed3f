import { NodeOperationError } from 'n8n-workflow';

import { messageOf, nextStepOf, type NodeError, nodeError, serviceError } from '../../errors';
import { doneWord } from '../../actions/operation';
import { isAgentTool } from '../../n8n/undocumented';
import type { ItemResult, Run } from '../run';
import { countOf, listsOf, MistakesError, progressOf, reportOf } from './report';

/** Most items whose reasons are given. */
const MAX_REASONS = 10;

/** Returns the error of a run, with what became of its items. @param error of the item that failed first, or about all of them */
export function runError(run: Run, error: unknown, itemIndex?: number): NodeError {
	const { context, results } = run;
	const node = context.getNode();
	const isSingle = results.itemCount === 1;
	const shown = nodeError(node, error, {
		itemIndex: isSingle ? 0 : itemIndex,
		progress: progressOf(run),
		counts: isSingle ? undefined : results.counts,
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
