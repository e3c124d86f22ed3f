import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isAgentTool } from '../host/runtime';
import type { NodeError } from '../errors';
import { findOperation } from '../resources';
import { showDryRun } from './dryRun';
import { checkItemCount, readInput } from './input';
import { outputOf, showHint } from './output';
import { doneWord, listsOf } from './report/counts';
import { errorOfAll, errorOfMistakes, errorOfRun } from './report/errors';
import { recall } from './retryOnFail';
import { notSent, resultOfLeftOut, Results, type Run } from './results';
import { forReview, stopsOnFailure } from './review';
import { sendAll } from './sendAll';

/** Runs the operation of the node over all input items. @throws NodeError where the node is set to stop on failure */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = newRun(context);
	try {
		await doItems(run);
	} catch (error) {
		// It is about all items that have no result yet.
		if (run.stopsOnFailure) throw forCaller(run, errorOfAll(run, error));
		for (const itemIndex of run.results.pending) run.results.add(itemIndex, notSent(error));
	}

	const isCancelled = context.getExecutionCancelSignal()?.aborted ?? false;
	const error = errorOfRun(run, { isCancelled });
	if (error && (isCancelled || run.stopsOnFailure)) throw forCaller(run, error);
	return [forReview(context.getNode(), outputOf(run))];
}

/** @throws NodeError where the node has an operation that does not exist */
function newRun(context: IExecuteFunctions): Run {
	const halt = new AbortController();
	const cancelSignal = context.getExecutionCancelSignal();

	return {
		context,
		operation: findOperation(context),
		results: new Results(context.getInputData().length),
		stopsOnFailure: stopsOnFailure(context),
		halt,
		signal: cancelSignal ? AbortSignal.any([halt.signal, cancelSignal]) : halt.signal,
	};
}

/** Reads all items, then sends what can be sent. @throws what is about all of them */
async function doItems(run: Run): Promise<void> {
	const { operation, results } = run;
	checkItemCount(operation, results.itemCount);

	const pending = recall(run);
	const { settings, tasks, mistakes, leftOut } = await readInput(run, pending);

	if (mistakes.length > 0 && run.stopsOnFailure) throw errorOfMistakes(run, mistakes);
	for (const { itemIndex, error } of mistakes) results.add(itemIndex, notSent(error));

	if (settings.isDryRun) {
		showDryRun(run, [...tasks, ...leftOut]);
		return;
	}
	for (const { itemIndex, to } of leftOut) results.add(itemIndex, resultOfLeftOut(to));
	await sendAll(run, tasks, settings);
	if (results.withStatus('skipped').length > 0) showLists(run);
}

/** Shows above the output which items were sent, and which were skipped. */
function showLists(run: Run): void {
	const lists = listsOf(run.results, doneWord(run.operation));
	if (lists) showHint(run, lists, 'info');
}

/** Returns an error as it reaches who has called the node: an AI agent gets the message alone. */
function forCaller({ context }: Run, error: NodeError): NodeError {
	const { message, description } = error;
	if (!isAgentTool(context.getNode()) || !description) return error;
	return Object.assign(error, { message: `${message}. ${description}` });
}
