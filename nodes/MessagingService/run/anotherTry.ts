import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../errors';
import type { FailureData } from '../errors/serviceError';
import { isAgentTool } from '../n8n/variants';
import { isFailed, type ItemResult, type ItemStatus, type Run } from './results';

/** The result of an item as plain data, which n8n saves with a failed execution. */
type SavedResult =
	| { status: ItemStatus; items: IDataObject[] }
	| { status: ItemStatus; failure: FailureData };

/** What a run that failed has done. */
interface FailedRun {
	/** A fingerprint of operation and input. */
	input: string;
	/** By the index of the item: those that another try must not do again. */
	results: Record<string, SavedResult>;
}

/**
 * Another try of a run does the rest: a try of n8n's Retry On Fail, or the Retry of a failed execution. n8n gives it the
 * same memory of the node, and the same number of the run.
 */
const failedRuns = ({ context }: Run) =>
	(context.getContext('node').failedRuns ?? {}) as Record<string, FailedRun>;

/** Returns the number of the run: n8n counts the rounds of a loop, and the calls of an agent. */
function runIndexOf({ context }: Run): string {
	try {
		return String(context.evaluateExpression('{{ $runIndex }}', 0));
	} catch {
		// n8n evaluates nothing where its own address is none, such as after WEBHOOK_URL without https://.
		return '0';
	}
}

/** Notes the results of an earlier try of the same run. */
export function recallResults(run: Run): void {
	const failedRun = failedRuns(run)[runIndexOf(run)];
	if (!failedRun || failedRun.input !== fingerprintOf(run)) return;

	for (const [itemIndex, { status, ...saved }] of Object.entries(failedRun.results)) {
		const result =
			'failure' in saved
				? { status, error: new ServiceError(saved.failure) }
				: { status, items: saved.items };
		run.results.add(Number(itemIndex), result as ItemResult);
	}
}

/** Keeps, where something failed, the results that another try must not do again; else forgets the run. */
export function keepResults(run: Run, { hasProblem }: { hasProblem: boolean }): void {
	const { context, operation, results } = run;
	// n8n tries only the newest run again; calls of an agent's tool stand side by side.
	const kept = isAgentTool(context.getNode()) ? { ...failedRuns(run) } : {};
	delete kept[runIndexOf(run)];

	const hasFailed = hasProblem || results.firstFailed !== undefined || looksFailed(run);
	if (hasFailed && !operation.reads) {
		const saved = results.all.flatMap(({ itemIndex, result }) => {
			const one = savedResult(result);
			return one ? [[itemIndex, one] as const] : [];
		});
		kept[runIndexOf(run)] = { input: fingerprintOf(run), results: Object.fromEntries(saved) };
	}
	context.getContext('node').failedRuns = kept;
}

/** True where n8n takes a run for failed: it looks for `error` in the first item, which may be the service's own field. */
function looksFailed({ results }: Run): boolean {
	const first = results.get(0);
	return first !== undefined && !isFailed(first) && first.items[0]?.error !== undefined;
}

/** Returns a result as plain data; undefined where another try does the item again. */
function savedResult(result: ItemResult): SavedResult | undefined {
	const { status } = result;
	if (status === 'notSent' || status === 'leftOut') return undefined;
	if (!isFailed(result)) return { status, items: result.items };
	return result.error instanceof ServiceError ? { status, failure: result.error.data } : undefined;
}

/** Returns a fingerprint of operation and input: another call of an agent may have the same number. */
function fingerprintOf({ context, operation }: Run): string {
	const hash = createHash('sha256').update(operation.action);
	for (const { json } of context.getInputData()) hash.update(JSON.stringify(json));
	return hash.digest('base64');
}
