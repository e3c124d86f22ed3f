import type { NodeExecutionHint } from 'n8n-workflow';

import { reasonOf } from '../errors/nodeError';
import { ServiceError } from '../errors/serviceError';
import { isUsed } from '../outcome';
import type { Operation } from '../resources/operation';
import type { SendOnceLedger } from '../sendOnce/ledger';
import type { Task } from './input';
import { isFailed, type ItemResult, refused, runJob, skipped } from './itemResult';
import type { Settings } from './plan';
import { runPool } from '../pool';
import type { Account } from './report/account';
import { warningHint } from './report/hints';
import type { RunReport } from './report/runReport';
import { type Memory, rememberStep } from './retryOnFail';

/** The part of a run that carrying out its tasks needs. */
export interface Run {
	operation: Operation;
	account: Account;
	/** The memory of earlier tries, by item index. */
	memories: Memory[];
	report: RunReport;
	/** Name of the option that holds the key of an item. */
	keyField: string;
	stopsOnFailure: boolean;
	/** Ends the run. */
	halt: AbortController;
}

/** How the tasks of a run are carried out. */
export interface SendingOptions extends Pick<Settings, 'concurrency'> {
	/** Undefined where no item has a key. */
	ledger?: SendOnceLedger;
}

/**
 * Carries out the tasks of a run, and returns hints for the output panel. Throws nothing: what was sent stays sent,
 * whatever fails beside it.
 */
export async function carryOut(
	run: Run,
	tasks: Task[],
	{ concurrency, ledger }: SendingOptions,
): Promise<NodeExecutionHint[]> {
	const { halt, report } = run;
	const beside = new Beside();
	await beside.do(() => report.logCounts());

	const lanes = tasks.map(({ job }) => job.lane);
	await runPool(lanes, concurrency, async (position) => {
		if (halt.signal.aborted) return;

		const task = tasks[position];
		const result = await attempt(run, task, ledger);
		await beside.do(() => {
			keepResult(run, task, result);
			if (isFailed(result) && run.stopsOnFailure) halt.abort();
			countResult(run, task, result);
			report.progress();
		});
	});

	const closed = await beside.do(async () => await ledger?.close());
	const notGivenBack = keysNotGivenBack(run, tasks, closed?.notReleased);
	const ofKeys = { notMarked: closed?.notMarked, notGivenBack };
	const hints = await beside.do(() => report.end(ofKeys));
	return [...(hints ?? []), ...beside.warnings(run.account)];
}

/**
 * Does what goes beside the requests, such as counting and logging. Where that fails, the run goes on: what was sent stays
 * sent, and the other requests are not left alone.
 */
class Beside {
	private failure?: { error: unknown };

	/** Takes a step. Returns its result, undefined where it failed. Throws nothing. */
	async do<T>(step: () => T | Promise<T>): Promise<T | undefined> {
		try {
			return await step();
		} catch (error) {
			this.failure ??= { error };
			return undefined;
		}
	}

	/** Returns a warning of the first failure, for the output panel. */
	warnings({ results, words }: Account): NodeExecutionHint[] {
		if (!this.failure) return [];

		const reason = reasonOf(this.failure.error, results.secrets);
		const message = `Something unexpected happened beside the requests: "${reason}". The items say what was ${words.done}. Later rounds of this execution may count it wrong.`;
		return [warningHint(message)];
	}
}

/** Does what an item asks for, once for its key. Throws nothing. */
async function attempt(
	run: Run,
	{ itemIndex, job, service, key }: Task,
	ledger?: SendOnceLedger,
): Promise<ItemResult> {
	const acts = run.operation.effect !== 'reads';
	const firstStep = rememberStep(run.memories[itemIndex]);
	const doIt = async () => await runJob(job, { service, firstStep, acts });
	if (key === undefined || !ledger) return { ...(await doIt()), isKeyless: acts };

	try {
		const result = await ledger.sendOnce(key, doIt);
		return 'usedBy' in result ? skipped(run.keyField, key, result.usedBy) : result;
	} catch (error) {
		return refused(error);
	}
}

/** Keeps the result of an item: for this run, and for the tries of Retry On Fail. */
function keepResult(run: Run, { itemIndex }: Task, result: ItemResult): void {
	const { operation, account, memories } = run;
	account.results.add(itemIndex, result);
	if (operation.effect === 'reads') return;

	if (!result.isRepeatable) memories[itemIndex].result = result;
	else if (wasAsked(result)) memories[itemIndex].isBegun = true;
}

/** Counts the result of an item, for the whole execution. */
function countResult({ operation, account }: Run, { job, key }: Task, result: ItemResult): void {
	const { status, isRepeatable = false } = result;
	if (operation.effect === 'reads') return;
	if (!isRepeatable) account.tally.count(status, key);

	// A key that an earlier run has used is this recipient's, too.
	const isKeyUsed = isUsed(status) || status === 'skipped';
	if (key !== undefined && job.recipient !== undefined && isKeyUsed) {
		account.tally.noteKey(key, job.recipient);
	}
}

/** Tells whether the service was asked for an item that failed. */
function wasAsked(result: ItemResult): boolean {
	const error = isFailed(result) ? result.error : undefined;
	return error instanceof ServiceError && (error.about !== 'stop' || error.isBegun);
}

/** Says of items that were not sent that their keys stay used. Returns how many of these have no error to say it in. */
function keysNotGivenBack(run: Run, tasks: Task[], notReleased?: ReadonlySet<string>): number {
	if (!notReleased) return 0;

	const { results, words } = run.account;
	const why = `Its ${words.keyName} could not be given back, since n8n's database failed: another run may skip this item as possibly ${words.done}, although it was not ${words.done}.`;
	const held = tasks.filter(({ key }) => key !== undefined && notReleased.has(key));
	return held.filter(({ itemIndex }) => !results.addToError(itemIndex, why)).length;
}
