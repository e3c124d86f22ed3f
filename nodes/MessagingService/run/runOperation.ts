import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { InputError, type NodeError } from '../errors';
import { isAgentTool } from '../n8n/undocumented';
import { findOperation } from '../actions';
import { forgetResults, hasFailed, keepResults, recallResults } from './anotherTry';
import { carryOut } from './carryOut';
import { showDryRun } from './dryRun';
import { readInput } from './input';
import { outputItems, showHint } from './output';
import { failedError, mistakesError, stoppedError } from './report/errors';
import { listsOf } from './report/lists';
import { isOfRow, nextRun } from './report/nextRun';
import { notSent } from './results';
import { newRun, type Run } from './run';

/**
 * Runs the operation of the node over all input items. It ends in one of three ways: the user stopped it, it failed, or it
 * returns the output items.
 * @throws NodeError in the first two
 */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = newRun(context, findOperation(context));
	const { results, stopsOnFailure } = run;
	recallResults(run);

	try {
		await doItems(run);
	} catch (error) {
		// It is about the whole run, and none of the items without a result was begun.
		if (stopsOnFailure) throw failed(run, error);
		for (const itemIndex of results.pending) results.add(itemIndex, notSent(error));
	}

	if (context.getExecutionCancelSignal()?.aborted) throw stopped(run);
	if (results.failure && stopsOnFailure) throw failed(run, results.failure.error);
	return returned(run);
}

/** Reads all items, then carries out what can be done. @throws an error about the whole run, such as Max Messages */
async function doItems(run: Run): Promise<void> {
	const { operation, results, stopsOnFailure } = run;
	if (operation.asksOnePerson && results.itemCount > 1) throw oneItemError(run);

	const { settings, jobs } = await readInput(run);
	// What another try recalls may have failed too, but was sent, or possibly.
	const mistakes = results.withStatus('notSent');
	if (mistakes.length > 0 && stopsOnFailure) throw mistakesError(run, mistakes);
	if (settings.isDryRun) return showDryRun(run, jobs);

	await carryOut(run, jobs, settings);
	showLists(run);
}

function oneItemError({ operation, results }: Run): InputError {
	return new InputError(
		`"${operation.name}" can wait for one answer at a time, but got ${results.itemCount} items`,
		'None of these items was sent. Put "Loop Over Items" (batch size 1) before this node to ask for each item, or "Limit" to ask for the first item only. n8n\'s note above is wrong here: nothing was sent, and no item is lost.',
	);
}

/** Ends a run that the user stopped. n8n keeps nothing of it, so its log says what was done. */
function stopped(run: Run): NodeError {
	const { context, results } = run;
	keepResults(run);
	if (results.withStatus('sent', 'possiblySent').length > 0) {
		context.logger.warn(`${context.getNode().name} was stopped. ${listsOf(run)}`);
	}
	return forCaller(run, stoppedError(run));
}

/** Ends a run that failed by an error: of the item that failed first, or about the whole run. */
function failed(run: Run, error: unknown): NodeError {
	keepResults(run);
	return forCaller(run, failedError(run, error));
}

/** Ends a run with the output of its items, or the errors of those that failed. */
function returned(run: Run): INodeExecutionData[][] {
	if (hasFailed(run)) keepResults(run);
	else forgetResults(run);

	return [outputItems(run)];
}

/** Shows above the output what became of the items, where not all of them were simply done. n8n shows it where the run returns. */
function showLists(run: Run): void {
	const { itemCount, counts, all } = run.results;
	const isPlain = counts.sent === itemCount || (itemCount === 1 && counts.skipped === 0);
	if (isPlain) return;

	const isInDoubt = counts.possiblySent > 0 || all.some(({ items }) => items[0]?.mayHaveBeenSent);
	// n8n's Retry is for executions that failed.
	const isOfRows = all.some(({ error }) => error instanceof InputError || isOfRow(error));
	const next = counts.failed > 0 ? nextRun(run, isOfRows ? 'correct' : 'again') : '';
	showHint(run, `${next} ${listsOf(run)}`.trim(), isInDoubt ? 'warning' : 'info');
}

/** Returns an error as it reaches who has called the node: an AI agent gets the message alone. */
function forCaller({ context }: Run, error: NodeError): NodeError {
	const node = context.getNode();
	const { message, description, context: facts } = error;
	if (!isAgentTool(node) || !description) return error;

	// n8n makes any other error one of these, and puts its own text in the place of a message with a system code. The panel
	// shows the description below the message, where it would stand twice.
	const shown = new NodeOperationError(node, error);
	return Object.assign(shown, {
		message: `${message}. ${description}`,
		description: undefined,
		context: facts,
	});
}
