import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { isNodeError, nodeError, withDescriptionInMessage } from '../errors/nodeError';
import { Secrets } from '../errors/secrets';
import { cancelled } from '../errors/serviceError';
import { isEngine2 } from '../engine';
import { onceKeyOf, type Operation } from '../resources/operation';
import { SendOnceLedger } from '../sendOnce/ledger';
import { onAbort } from '../waiting';
import { isAgentTool } from '../agentTool';
import { carryOut, type Run, type SendingOptions } from './carryOut';
import { ExecutionTally } from './executionTally';
import {
	checkItemCount,
	type Input,
	type LeftOut,
	type Mistake,
	readInput,
	readOperation,
	type Task,
} from './input';
import { leftOut, ofDryRun, refused } from './itemResult';
import { ItemResults } from './itemResults';
import { dryRefusal, type Plan, planOf, readSettings, type Settings } from './plan';
import type { Account } from './report/account';
import { dryRunHint, dryRunItem, dryRunOutput } from './report/dryRun';
import { firstError, mistakesError, withResults } from './report/errors';
import { warningHint } from './report/hints';
import { RunReport } from './report/runReport';
import { vocabularyOf } from './report/words';
import { type Memory, memoryOf } from './retryOnFail';
import { forCaller, stopsOnFailure } from './review';

/** Runs the operation of the node over all input items. @throws NodeError where the node is set to stop on failure */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	try {
		return [forCaller(context.getNode(), await runNode(context))];
	} catch (error) {
		// Engine 2.0 keeps only the message of an error, and an AI agent gets nothing else.
		const isMessageAll = isEngine2(context) || isAgentTool(context.getNode());
		throw isMessageAll && isNodeError(error) ? withDescriptionInMessage(error) : error;
	}
}

async function runNode(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	let operation: Operation;
	try {
		operation = readOperation(context);
	} catch (error) {
		// No credential has been read yet.
		const results = noResults(context, new Secrets());
		if (!context.continueOnFail()) throw nodeError(results, error);

		refuseOpen(results, error);
		return results.output();
	}
	return await new NodeRun(context, operation).run();
}

/** One run of the node: all its items, in one round of a loop, or in one try of Retry On Fail. */
class NodeRun implements Run {
	readonly account: Account;

	/** The memory of earlier tries, by item index. */
	readonly memories: Memory[];

	readonly stopsOnFailure: boolean;

	readonly report: RunReport;

	/** The API tokens of all items: no error shows them. */
	private readonly secrets = new Secrets();

	/** Ends what waits: on the first failure where the node stops on failure, or when the user stops. */
	readonly halt = new AbortController();

	constructor(
		private readonly context: IExecuteFunctions,
		readonly operation: Operation,
	) {
		const items = context.getInputData();
		const node = context.getNode();

		this.account = {
			results: noResults(context, this.secrets),
			tally: new ExecutionTally(context),
			words: vocabularyOf(operation),
		};
		this.memories = items.map((item) => memoryOf(item, node));
		this.stopsOnFailure = stopsOnFailure(context);
		this.report = new RunReport(context, operation, this.account);
	}

	/** Name of the option that holds the key of an item, in outputs too. */
	get keyField(): string {
		return onceKeyOf(this.operation)?.field.name ?? '';
	}

	/** Reads all items, plans what is sent, and sends it. @throws NodeError where the node stops on failure */
	async run(): Promise<INodeExecutionData[]> {
		const { context, halt } = this;
		const cancelSignal = context.getExecutionCancelSignal();
		const unsubscribe = cancelSignal && onAbort(cancelSignal, () => halt.abort());

		const hints: NodeExecutionHint[] = [];
		let plan: Plan | undefined;
		try {
			const open = this.recall();
			const input = await this.forAll(async () => await this.read(open));
			if (input) this.refuse(input.mistakes);

			const ready = input && (await this.forAll(() => this.plan(input)));
			if (ready) hints.push(...ready.hints, ...(await this.send(ready)));
			else hints.push(...this.report.end());
			plan = ready;
		} finally {
			this.account.tally.release();
			unsubscribe?.();
		}

		this.failIfStopped(cancelSignal?.aborted ?? false);
		if (plan && hasDryRun(plan)) hints.push(this.showDryRun(plan));
		this.report.show(hints);
		return this.account.results.output();
	}

	/** Notes what earlier tries of Retry On Fail did, to be told whatever fails in this one. Returns the other items. */
	private recall(): number[] {
		const { results, tally } = this.account;
		if (!this.memories.some(({ isSeen }) => isSeen)) tally.beginRound();
		for (const memory of this.memories) memory.isSeen = true;

		for (const [itemIndex, { result, isBegun, sendOnceKey }] of this.memories.entries()) {
			if (isBegun) results.begin(itemIndex);
			if (!result) continue;

			results.add(itemIndex, result);
			tally.recall(result.status, sendOnceKey);
		}

		// Where the node stops on failure, nothing starts after a failure of an earlier try.
		const end = this.stopsOnFailure ? results.firstFailure?.itemIndex : undefined;
		return results.open.filter((itemIndex) => end === undefined || itemIndex < end);
	}

	/** Reads and checks all that is needed, before any request. @throws InputError, and ServiceError */
	private async read(itemIndexes: number[]): Promise<Input & Settings> {
		const { context, operation, memories } = this;
		const { results, tally } = this.account;
		const { signal } = this.halt;

		checkItemCount(operation, results.itemCount);
		const settings = await readSettings(context, operation, {
			tally,
			secrets: this.secrets,
			signal,
		});
		const { clients } = settings;
		const input = await readInput(context, itemIndexes, {
			operation,
			clients,
			tally,
			memories,
			signal,
		});
		return { ...settings, ...input };
	}

	/** Refuses the items that cannot be done. @throws NodeError where the node stops on failure */
	private refuse(mistakes: Mistake[]): void {
		if (this.stopsOnFailure && mistakes.length > 0) throw mistakesError(mistakes, this.account);

		for (const { itemIndex, error } of mistakes) {
			this.account.results.add(itemIndex, refused(error));
		}
	}

	/** Sorts out what is not sent, and counts what is. Returns both, and what sends it. @throws InputError */
	private plan({ concurrency, limit, ...input }: Input & Settings): Ready {
		const plan = planOf(input);
		this.addLeftOut(plan.leftOut);
		this.remember(input.tasks);

		const hints = [...input.warnings.map(warningHint), ...dryRefusal(input.tasks, limit)];
		// Before the ledger opens: a run that is refused leaves nothing open.
		limit?.reserve(plan.tasks);
		return { ...plan, concurrency, ledger: this.openLedger(plan.tasks, concurrency), hints };
	}

	private addLeftOut(items: LeftOut[]): void {
		for (const { itemIndex, to } of items) {
			this.account.results.add(itemIndex, leftOut(to));
		}
	}

	/** Notes for later tries of Retry On Fail which keys and numbers the items have. */
	private remember(tasks: Task[]): void {
		for (const { itemIndex, key, job } of tasks) {
			Object.assign(this.memories[itemIndex], { sendOnceKey: key, adopts: job.adopts });
		}
	}

	/** Opens the ledger, where an item has a key. @throws InputError where there are more keys than n8n can keep */
	private openLedger(tasks: Task[], concurrency: number): SendOnceLedger | undefined {
		const keys = tasks.map(({ key }) => key);
		if (keys.every((key) => key === undefined)) return undefined;

		const { keyName = '', done } = this.account.words;
		const { signal } = this.halt;
		return new SendOnceLedger(this.context, keys, { concurrency, signal, keyName, done });
	}

	/** Sends what is planned. Returns what the output panel says of it. Throws nothing. */
	private async send(ready: Ready): Promise<NodeExecutionHint[]> {
		const isOnlyDry = ready.tasks.length === 0 && hasDryRun(ready);
		if (isOnlyDry) return [];

		const { concurrency, ledger } = ready;
		return await carryOut(this, ready.tasks, { concurrency, ledger });
	}

	/** Shows what each item of a Dry Run would send. Returns what the output panel says of them. */
	private showDryRun({ dry, refusedDry }: Plan): NodeExecutionHint {
		const { results, tally } = this.account;
		const firstOfKey = firstOfEachKey(this.memories);

		const items = dry.map((item) => {
			const { itemIndex, key } = item;
			const isRepeated = key !== undefined && firstOfKey.get(key) !== itemIndex;
			const dryRun = dryRunItem(item, { isRepeated });

			results.add(itemIndex, ofDryRun(dryRunOutput(dryRun, this.keyField)));
			if (item.kind === 'task' && key !== undefined && item.job.recipient !== undefined) {
				tally.noteDryKey(key, item.job.recipient);
			}
			return dryRun;
		});
		return dryRunHint(items, { refused: refusedDry, itemCount: results.itemCount });
	}

	/** Ends a run that failed or was stopped. @throws NodeError */
	private failIfStopped(isCancelled: boolean): void {
		const { account } = this;
		const { itemCount, counts } = account.results;
		const failure = firstError(account);

		if (isCancelled) {
			// The error of a single item says already how it ended.
			if (failure && itemCount === 1) throw failure;

			// Whoever runs the workflow again would send these again.
			const isAnySent = counts.sent + counts.possiblySent > 0 || account.tally.hasDoneEarlier;
			const error = isAnySent ? cancelled().with({ description: '' }) : cancelled();
			throw withResults({ error }, account);
		}
		if (failure && this.stopsOnFailure) throw failure;
	}

	/** Takes a step for all items. Where it fails, those without a result are refused. @throws NodeError, as `run` does */
	private async forAll<T>(step: () => T | Promise<T>): Promise<T | undefined> {
		try {
			return await step();
		} catch (error) {
			if (this.stopsOnFailure) throw withResults({ error }, this.account);

			refuseOpen(this.account.results, error);
			return undefined;
		}
	}
}

/** A plan, and what carries it out. */
interface Ready extends Plan, SendingOptions {
	/** Warnings for the output panel. */
	hints: NodeExecutionHint[];
}

/** Tells whether any item is one of a Dry Run. */
const hasDryRun = ({ dry, refusedDry }: Plan) => dry.length + refusedDry > 0;

/** Returns the results of a run in which nothing was done yet. */
function noResults(context: IExecuteFunctions, secrets: Secrets): ItemResults {
	return new ItemResults(context.getNode(), secrets, context.getInputData().length);
}

/** Returns the index of the first item with each key. */
function firstOfEachKey(memories: Memory[]): Map<string, number> {
	const first = new Map<string, number>();
	for (const [itemIndex, { sendOnceKey: key }] of memories.entries()) {
		if (key !== undefined && !first.has(key)) first.set(key, itemIndex);
	}
	return first;
}

/** Refuses all items that have no result yet. */
function refuseOpen(results: ItemResults, error: unknown): void {
	for (const itemIndex of results.open) results.add(itemIndex, refused(error));
}
