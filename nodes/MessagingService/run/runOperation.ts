import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../errors';
import { showHint } from '../n8n/execution';
import { keepResults, recallResults } from './anotherTry';
import { carryOut } from './carryOut';
import { showDryRun } from './dryRun';
import { readInput } from './input';
import { outputItems } from './output';
import { mistakesError, reportOf, runError, stoppedError } from './report';
import {
	countsOf,
	failedResult,
	mayHaveBeenDone,
	isNotBegun,
	newRun,
	type Run,
	setResult,
} from './run';

/**
 * Runs the operation of the node over all input items. Returns the output items.
 * @throws NodeApiError or NodeOperationError where something failed or the user stopped it, and the node is set to stop
 */
export async function runOperation(context: IExecuteFunctions) {
	const run = newRun(context);
	try {
		await recallResults(run);
		await doItems(run).finally(() => keepResults(run));
		if (context.getExecutionCancelSignal()?.aborted) throw stoppedError(run);
	} catch (error) {
		// It is about the whole run: none of the items without a result was begun. Where the node goes on, they come out with
		// the error, also after a stop: n8n hands on the input in place of an error that is thrown, as if all had been sent.
		if (run.stopsOnFailure) throw runError(run, error);
		for (const { itemIndex } of run.results.filter(isNotBegun))
			setResult(run, failedResult(itemIndex, error));
	}

	const { failure, stopsOnFailure } = run;
	if (failure && stopsOnFailure) throw runError(run, failure.error, failure.itemIndex);
	return [await outputItems(run)];
}

/** Reads all items, then carries out what can be done. @throws an error about the whole run, such as Max Messages */
async function doItems(run: Run) {
	const { context, operation, results } = run;
	const itemCount = results.length;
	if (operation.recipients === 'one' && itemCount > 1) {
		throw new InputError(
			`"${operation.name}" can wait for one answer at a time, but got ${itemCount} items`,
			'None of these items was sent. Put "Loop Over Items" (batch size 1) before this node to ask for each item, or "Limit" to ask for the first item only. n8n\'s note above is wrong here: nothing was sent, and no item is lost.',
		);
	}

	const input = await readInput(run);
	// A wrong password that another try recalls has failed too, but was done.
	const mistakes = results.filter(
		(result) => result.status === 'failed' && !mayHaveBeenDone(result),
	);
	if (mistakes.length > 0 && run.stopsOnFailure) throw mistakesError(run, mistakes);
	if (input.settings.isDryRun) return await showDryRun(run, input);

	await carryOut(run, input);

	// The output panel says what became of the items, where not all of them were simply done.
	const { sent, skipped } = countsOf(run);
	if (sent === itemCount || (itemCount === 1 && skipped === 0)) return;

	const isInDoubt = results.some(
		({ status, items }) => status === 'possiblySent' || items[0]?.mayHaveBeenSent,
	);
	showHint(context, reportOf(run, run.failure?.error), isInDoubt ? 'warning' : 'info');
}
