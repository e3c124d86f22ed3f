import { createHash } from 'node:crypto';

import { jsonStringify } from 'n8n-workflow';

import { InputError, ServiceError } from '../errors';
import { executionMemory } from '../n8n/execution';
import { isAgentTool } from '../n8n/undocumented';
import { recordOnce } from '../once/nodeKeys';
import { ifPossible } from '../util/ifPossible';
import { mayHaveBeenDone, isNotBegun, type ItemResult, type Run, setResult } from './run';

// Another try does what the tries before it have not done, and nothing else.
//
// n8n tries a run again in two ways. Retry On Fail, a setting of the node, carries the node out anew within the execution.
// The button Retry, in the list of executions, begins a new execution with what n8n has saved of a failed one. Either way,
// n8n gives the node the same input items, and the same memory of the node (`getContext('node')`), which it saves with each
// execution that fails. So a run in which something failed keeps its results in that memory, and another try begins with
// them: what was sent comes out as it came out, and what was possibly sent fails as it failed. All other items are carried
// out, those that were skipped too, since a list or a key may have changed.
//
// A try finds the results by the fingerprint of the run: the operation, the items, and the run of the node before this one
// that they came from. n8n's own number of the run would not do, since some agents' tools get a new one for each try.
//
// n8n keeps no memory of an execution that was stopped or crashed. There, a Send Once Key protects. And an execution does not
// know the ones after it. So each Retry is recorded in n8n's table of keys, and a second Retry of the same execution is
// refused: the newest one knows what was sent meanwhile.

/** What the last tries have left of the runs that failed, by fingerprint: their results, and the ID of their execution. */
const failedTriesOf = ({ context }: Run) =>
	executionMemory(context, 'failed', {
		tries: {} as Record<string, { executionId: string; results: ItemResult[] }>,
	});

/**
 * Notes the results of an earlier try of the same run.
 * @throws InputError where that try was another execution, which has been tried again before: what was sent since is in the
 * memory of a newer one
 */
export async function recallResults(run: Run) {
	const { context, results } = run;
	const { tries } = failedTriesOf(run);
	if (Object.keys(tries).length === 0) return;

	const fingerprint = fingerprintOf(run);
	const saved = tries[fingerprint];
	if (!saved) return;
	for (const { error, ...result } of saved.results) {
		// Only a ServiceError is kept, and n8n may have saved its data alone.
		const restored = error && new ServiceError((error as ServiceError).data);
		setResult(run, { ...result, error: restored });
	}

	if (saved.executionId === context.getExecutionId()) return;
	const recorded = await recordOnce(context, `retry ${saved.executionId} ${fingerprint}`).catch(
		(failure: InputError) => failure,
	);
	if (recorded === true) return;

	const error =
		recorded ||
		new InputError(
			`Some may have been ${run.doneWord} since: this execution was tried again before`,
			`Among the retries of execution ${saved.executionId}, open the newest failed execution that has another error than this, and do what it says. If one of them has done all, nothing is left to do.`,
		);
	// A newer try may have sent them: no workflow may take them for not sent.
	for (const open of results.filter(isNotBegun)) {
		setResult(run, { ...open, status: 'possiblySent', error });
	}
	throw error;
}

/** Keeps the results that another try must not do again, if there may be one. What only reads is read again. */
export function keepResults(run: Run) {
	const { context, operation, results } = run;
	const failed = failedTriesOf(run);
	// n8n tries only the newest run of a node again; calls of an agent's tool stand side by side.
	if (!isAgentTool(context.getNode())) failed.tries = {};
	if (mayBeTriedAgain(run) && !operation.reads) {
		failed.tries[fingerprintOf(run)] = {
			executionId: context.getExecutionId(),
			results: results.filter(mayHaveBeenDone),
		};
	}
}

/**
 * True where n8n may try a run again: something failed, or was not begun since the execution was stopped. n8n also looks for
 * `error` in the first output item, which may be the service's own field.
 */
export const mayBeTriedAgain = ({ failure, results }: Run) =>
	failure !== undefined || results.some(isNotBegun) || results[0].items[0]?.error !== undefined;

/** Returns the fingerprint that a run shares with its other tries. */
function fingerprintOf({ context }: Run) {
	const { resource, operation } = context.getNode().parameters;
	const hash = createHash('sha256').update(`${resource} ${operation}`);
	hash.update(textOf(() => context.getInputSourceData()));
	for (const { json } of context.getInputData()) hash.update(textOf(() => json));
	return hash.digest('base64');
}

/**
 * Returns data as text, which is the same once n8n has saved the data. Where there is no node before this one, or an item cannot
 * be written as JSON, each try meets the same error, so their fingerprints are equal all the same. And an error here would end a
 * run that has sent messages.
 */
const textOf = (data: () => object) =>
	ifPossible(() => jsonStringify(data(), { replaceCircularRefs: true })) ?? '';
