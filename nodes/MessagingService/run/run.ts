import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { InputError, type NodeError } from '../errors';
import { isAgentTool, isReview } from '../n8n/undocumented';
import { findOperation } from '../actions';
import { keepResults, recallResults } from './anotherTry';
import { carryOut } from './carryOut';
import { showDryRun } from './dryRun';
import { readInput } from './input';
import { outputItems, showHint } from './output';
import { listsOf } from './report/lists';
import { mistakesError, runError } from './report/errors';
import { notSent, Results, type Run } from './results';

/** Runs the operation of the node over all input items. @throws NodeError where the node is set to stop on failure */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = newRun(context);
	recallResults(run);

	const problem = await doItems(run).catch((thrown: unknown) => thrown);
	if (problem !== undefined && !run.stopsOnFailure) {
		for (const itemIndex of run.results.pending) run.results.add(itemIndex, notSent(problem));
	}

	const isCancelled = context.getExecutionCancelSignal()?.aborted ?? false;
	keepResults(run, { hasProblem: isCancelled || problem !== undefined });
	if (isCancelled) logResults(run);
	if (isCancelled || run.stopsOnFailure) {
		const error = runError(run, problem, isCancelled);
		if (error) throw forCaller(run, error);
	}
	return [outputItems(run)];
}

function newRun(context: IExecuteFunctions): Run {
	const node = context.getNode();
	const halt = new AbortController();
	const cancelSignal = context.getExecutionCancelSignal();

	return {
		context,
		operation: findOperation(context),
		results: new Results(context.getInputData().length),
		// An agent goes on after a review that failed, as n8n does with all that it calls, unless its author says otherwise.
		stopsOnFailure: isReview(node) ? node.onError === 'stopWorkflow' : !context.continueOnFail(),
		halt,
		signal: cancelSignal ? AbortSignal.any([halt.signal, cancelSignal]) : halt.signal,
	};
}

/** Reads all items, then carries out what can be done. @throws an error about the whole run, such as Max Messages */
async function doItems(run: Run): Promise<void> {
	const { operation, results, stopsOnFailure } = run;
	if (operation.asksOnePerson && results.itemCount > 1) throw oneItemError(run);

	const { settings, tasks } = await readInput(run);
	// What another try recalls may have failed too, but was sent, or possibly.
	const mistakes = results.withStatus('notSent');
	if (mistakes.length > 0 && stopsOnFailure) throw mistakesError(run, mistakes);
	if (settings.isDryRun) return showDryRun(run, tasks);

	await carryOut(run, tasks, settings);
	showLists(run);
}

function oneItemError({ operation, results }: Run): InputError {
	return new InputError(
		`"${operation.name}" can wait for one answer at a time, but got ${results.itemCount} items`,
		'None of these items was sent. Put "Loop Over Items" (batch size 1) before this node to ask for each item, or "Limit" to ask for the first item only. Ignore n8n\'s note that this action runs only once: this node drops no items.',
	);
}

/** Shows above the output what became of several items, where not all of them were simply done. */
function showLists(run: Run): void {
	const { results } = run;
	const isInDoubt = results.withStatus('possiblySent').length > 0;
	const isMixed = results.all.some(({ status }) => status !== 'sent');
	if (isMixed && results.itemCount > 1) {
		showHint(run, listsOf(run), isInDoubt ? 'warning' : 'info');
	}
}

/** Writes into n8n's log what was done in a run that the user stopped: n8n keeps nothing of it. */
function logResults(run: Run): void {
	const { context, results } = run;
	if (results.withStatus('sent', 'possiblySent').length === 0) return;
	context.logger.warn(`${context.getNode().name} was stopped. ${listsOf(run)}`);
}

/** Returns an error as it reaches who has called the node: an AI agent gets the message alone. */
function forCaller({ context }: Run, error: NodeError): NodeError {
	const node = context.getNode();
	const { message, description } = error;
	if (!isAgentTool(node) || !description) return error;

	// n8n makes any other error one of these, and puts its own text in the place of a message with a system code.
	const shown = new NodeOperationError(node, error);
	return Object.assign(shown, { message: `${message}. ${description}`, description });
}
