import { createHash } from 'node:crypto';

import { jsonStringify } from 'n8n-workflow';

import { ServiceError } from '../errors';
import type { FailureData } from '../errors/serviceError';
import { isAgentTool } from '../n8n/undocumented';
import type { ItemResult, Run } from './results';

/** A result as plain data, which n8n saves with a failed execution. */
type SavedResult = Omit<ItemResult, 'error'> & { failure?: FailureData };

/** Of a run that failed: what another try must not do again, by the index of the item. */
type FailedRun = Record<string, SavedResult>;

/**
 * Another try of a run does the rest: a try of n8n's Retry On Fail, or the Retry of a failed execution. n8n gives it the
 * same memory of the node, in which the runs that failed stand under their fingerprints.
 */
const failedRuns = ({ context }: Run) =>
	(context.getContext('node').failedRuns ?? {}) as Record<string, FailedRun>;

/** Notes the results of an earlier try of the same run. */
export function recallResults(run: Run): void {
	const runs = failedRuns(run);
	if (Object.keys(runs).length === 0) return;

	for (const [itemIndex, saved] of Object.entries(runs[fingerprintOf(run)] ?? {})) {
		const { failure, ...result } = saved;
		const error = failure && new ServiceError(failure);
		run.results.add(Number(itemIndex), { ...result, error });
	}
}

/** Keeps, where something failed, the results that another try must not do again. */
export function keepResults(run: Run, { hasProblem }: { hasProblem: boolean }): void {
	const { context, operation, results } = run;
	// n8n tries only the newest run again; calls of an agent's tool stand side by side.
	const kept = isAgentTool(context.getNode()) ? failedRuns(run) : {};

	if ((hasProblem || hasFailed(run)) && !operation.reads) {
		const saved = results.all
			.filter(({ status }) => status !== 'notSent' && status !== 'skipped')
			.map(({ itemIndex, status, items, error }): [number, SavedResult] => {
				const failure = error instanceof ServiceError ? error.data : undefined;
				return [itemIndex, { status, items, failure }];
			});
		kept[fingerprintOf(run)] = Object.fromEntries(saved);
	}
	context.getContext('node').failedRuns = kept;
}

/** True where n8n may try a run again: it also looks for `error` in the first item, which may be the service's own field. */
export function hasFailed({ results }: Run): boolean {
	return results.firstFailed !== undefined || results.get(0)?.items[0]?.error !== undefined;
}

/**
 * Returns a fingerprint of a run, which it shares with its other tries: operation, items, and the run that they came from.
 * n8n's number of the run would not do: some agents' tools get a new one for each try.
 */
function fingerprintOf({ context }: Run): string {
	const { resource, operation } = context.getNode().parameters;
	const hash = createHash('sha256').update(`${String(resource)} ${String(operation)}`);
	hash.update(textOf(() => context.getInputSourceData()));
	for (const { json } of context.getInputData()) hash.update(textOf(() => json));
	return hash.digest('base64');
}

/** Returns data as text, which is the same once n8n has saved them. */
function textOf(data: () => object): string {
	try {
		return jsonStringify(data(), { replaceCircularRefs: true });
	} catch {
		// Without a node before this one, or with an item that is no JSON. It is so in each try, and no run that sent may fail here.
		return '';
	}
}
