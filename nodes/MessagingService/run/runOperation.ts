import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { InputError } from '../errors';
import { findOperation } from '../actions';
import { keepResults, recallResults } from './anotherTry';
import { carryOut } from './carryOut';
import { showDryRun } from './dryRun';
import { readInput } from './input';
import { outputItems, showHint } from './output';
import { mistakesError, reportOf, runError, stoppedError } from './report';
import { newRun, notSent, type Run } from './run';

/**
 * Runs the operation of the node over all input items. It ends in one of three ways: the user stopped it, it failed, or it
 * returns the output items.
 * @throws NodeError in the first two
 */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = newRun(context, findOperation(context));
	const { results, stopsOnFailure } = run;
	try {
		await recallResults(run);
		await doItems(run).finally(() => keepResults(run));
	} catch (error) {
		// It is about the whole run: none of the items without a result was begun.
		if (stopsOnFailure) throw runError(run, error);
		for (const itemIndex of results.open) results.add(notSent(itemIndex, error));
	}

	const { failure } = results;
	if (context.getExecutionCancelSignal()?.aborted) throw stoppedError(run);
	if (failure && stopsOnFailure) throw runError(run, failure.error, failure.itemIndex);
	return [await outputItems(run)];
}

/** Reads all items, then carries out what can be done. @throws an error about the whole run, such as Max Messages */
async function doItems(run: Run): Promise<void> {
	const { operation, results, stopsOnFailure } = run;
	if (operation.asksOnePerson && results.itemCount > 1) throw oneItemError(run);

	const { settings, jobs } = await readInput(run);
	// What another try recalls may have failed too, but was sent, or possibly.
	const mistakes = results.all.filter(({ status }) => status === 'notSent');
	if (mistakes.length > 0 && stopsOnFailure) throw mistakesError(run, mistakes);
	if (settings.isDryRun) return await showDryRun(run, jobs);

	await carryOut(run, jobs, settings);
	showLists(run);
}

function oneItemError({ operation, results }: Run): InputError {
	return new InputError(
		`"${operation.name}" can wait for one answer at a time, but got ${results.itemCount} items`,
		'None of these items was sent. Put "Loop Over Items" (batch size 1) before this node to ask for each item, or "Limit" to ask for the first item only. n8n\'s note above is wrong here: nothing was sent, and no item is lost.',
	);
}

/** Shows above the output what became of the items, where not all of them were simply done. n8n shows it where the run returns. */
function showLists(run: Run): void {
	const { itemCount, counts, all, failure } = run.results;
	if (counts.sent === itemCount || (itemCount === 1 && counts.skipped === 0)) return;

	const isInDoubt = counts.possiblySent > 0 || all.some(({ items }) => items[0]?.mayHaveBeenSent);
	showHint(run, reportOf(run, failure?.error), isInDoubt ? 'warning' : 'info');
}
