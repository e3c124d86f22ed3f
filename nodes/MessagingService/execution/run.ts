import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { type NodeError, nodeError, withDescriptionInMessage } from '../errors/nodeError';
import { cancelled } from '../errors/serviceError';
import { isEngine2 } from '../executionState';
import { readSettings } from '../parameters/settings';
import type { Operation } from '../resources/operation';
import { SendOnceLedger } from '../sendOnce/ledger';
import type { ServiceClient } from '../service/client';
import { connect } from '../service/createClient';
import { onAbort } from '../waiting';
import { checkItemCount, readOperation, readTasks, type Task } from './input';
import { carryOut, leftOut, type Outcome, refused, skipped } from './itemResult';
import { Outcomes } from './itemResults';
import { MessageLimit } from './messageLimit';
import { runPool } from './pool';
import { endDryRun } from './report/dryRun';
import { showHints } from './report/hints';
import { type Mistake, mistakesError } from './report/inputErrors';
import { SendReport } from './report/sendReport';
import { type Memory, memoryOf, rememberStep } from './retryOnFail';

/** Ends the error of an item that was not sent and whose key stays used. */
const NOT_GIVEN_BACK =
	"Its Send Once Key could not be given back, since n8n's database failed: another run may skip this item as possibly sent, although it was not sent.";

/** The input of a run, read before any request. */
interface Input {
	/** The items that can be done, in their order. */
	tasks: Task[];
	mistakes: Mistake[];
	service: ServiceClient;
	/** Most requests at the same time. */
	concurrency: number;
}

/** The items to send, and what sends them. */
interface Plan extends Pick<Input, 'service' | 'concurrency'> {
	tasks: Task[];
	/** Where an item has a Send Once Key. */
	ledger?: SendOnceLedger;
}

/**
 * Runs the operation that is set on the node over all input items.
 * @throws NodeApiError or NodeOperationError, where the node is set to stop on failure
 */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	try {
		let operation: Operation;
		try {
			operation = readOperation(context);
		} catch (error) {
			return [refuseAll(context, error)];
		}
		return [await new Execution(context, operation).run()];
	} catch (error) {
		// Engine 2.0 keeps only the message of an error.
		throw isEngine2(context) ? withDescriptionInMessage(error as NodeError) : error;
	}
}

/** Refuses all items, where there is no operation to run. @throws NodeOperationError where the node stops on failure */
function refuseAll(context: IExecuteFunctions, error: unknown): INodeExecutionData[] {
	const node = context.getNode();
	if (!context.continueOnFail()) throw nodeError(node, error);
	const items = context.getInputData();
	const outcomes = new Outcomes(node, items.length, false);
	for (const itemIndex of items.keys()) outcomes.add(itemIndex, refused(error));
	return outcomes.output();
}

class Execution {
	private readonly outcomes: Outcomes;

	/** The memory of earlier tries, by item index. */
	private readonly memories: Memory[];

	private readonly stopsOnFailure: boolean;

	/** The items that are only looked at. */
	private dryTasks: Task[] = [];

	/** Items of a Dry Run that cannot be sent. */
	private refusedDry = 0;

	/** Counts and logs the items, where the operation sends. */
	private readonly report?: SendReport;

	/** Counts the messages of the execution, where the operation sends. */
	private limit?: MessageLimit;

	/** Stands in the output panel above the items. */
	private readonly hints: NodeExecutionHint[] = [];

	/** Ends what waits: on the first failure where the node stops on failure, or when the user stops. */
	private readonly halt = new AbortController();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
	) {
		const items = context.getInputData();
		const node = context.getNode();
		const sends = this.operation.effect === 'sends';
		this.outcomes = new Outcomes(node, items.length, sends);
		this.memories = items.map((item) => memoryOf(item, node));
		this.stopsOnFailure = !context.continueOnFail();
		if (sends) this.report = new SendReport(context, this.outcomes);
	}

	/** Reads all items, plans what is sent, and sends it. */
	async run(): Promise<INodeExecutionData[]> {
		const cancelSignal = this.context.getExecutionCancelSignal();
		const unsubscribe = cancelSignal && onAbort(cancelSignal, () => this.halt.abort());
		try {
			const open = this.recall();
			const input = await this.forAll(open, async () => await this.read(open));
			if (input) this.refuse(input.mistakes);
			const plan = input && (await this.forAll(open, () => this.plan(input)));
			if (plan) await this.send(plan);
		} finally {
			this.limit?.release();
			unsubscribe?.();
		}
		return this.finish(cancelSignal?.aborted ?? false);
	}

	/** Notes what earlier tries of Retry On Fail did, to be told whatever fails in this one. Returns the other items. */
	private recall(): number[] {
		const { memories, outcomes } = this;
		for (const [itemIndex, { outcome }] of memories.entries()) {
			if (outcome) outcomes.add(itemIndex, outcome);
		}
		// Where the node stops on failure, nothing starts after a failure of an earlier try.
		const end = this.stopsOnFailure ? outcomes.firstFailure : undefined;
		return [...memories.keys()].slice(0, end).filter((itemIndex) => !outcomes.has(itemIndex));
	}

	/** Reads and checks all that is needed, before any request. */
	private async read(itemIndexes: number[]): Promise<Input> {
		const { context, operation } = this;
		const { signal } = this.halt;
		checkItemCount(operation, this.outcomes.itemCount);
		const clientWith = await connect(context);
		const settings = readSettings(context, !operation.oneItemOnly);
		if (this.report) this.limit = new MessageLimit(context);
		const service = clientWith(settings, { signal, execution: context });
		const read = await readTasks(context, operation, itemIndexes, signal);
		return { ...read, service, concurrency: settings.concurrency };
	}

	/** Refuses the items that cannot be done. @throws NodeOperationError where the node stops on failure */
	private refuse(mistakes: Mistake[]): void {
		const { context, outcomes } = this;
		if (this.stopsOnFailure && mistakes.length > 0) {
			throw mistakesError(context.getNode(), mistakes, outcomes);
		}
		for (const { itemIndex, error } of mistakes) outcomes.add(itemIndex, refused(error));
		this.refusedDry = mistakes.filter(({ isDry }) => isDry).length;
	}

	/** Sorts out what is not sent. Returns what is; undefined where the run is a Dry Run. */
	private plan({ tasks: read, service, concurrency }: Input): Plan | undefined {
		this.dryTasks = read.filter(({ isDry }) => isDry);
		for (const { itemIndex, job, isDry, isLeftOut } of read) {
			if (isLeftOut && !isDry) this.outcomes.add(itemIndex, leftOut(job));
		}
		const addressed = read.filter(({ isLeftOut }) => !isLeftOut);
		for (const { itemIndex, sendOnceKey } of addressed) {
			this.memories[itemIndex].sendOnceKey = sendOnceKey;
		}
		const tasks = addressed.filter(({ isDry }) => !isDry);
		this.countMessages(tasks, addressed);
		if (tasks.length === 0 && this.isDry) return undefined;
		const keys = tasks.map(({ sendOnceKey }) => sendOnceKey);
		const { signal } = this.halt;
		const ledger = SendOnceLedger.open(this.context, keys, { concurrency, signal });
		return { tasks, service, concurrency, ledger };
	}

	/** Counts the messages. Warns where only the Dry Run keeps them within Max Messages. @throws InputError where they exceed it */
	private countMessages(tasks: Task[], withDryOnes: Task[]): void {
		const isDry = tasks.length < withDryOnes.length;
		const dryRefusal = isDry ? this.limit?.refusalOf(withDryOnes) : undefined;
		if (dryRefusal) {
			const message = `Dry Run: this run would be refused. ${dryRefusal.message}.`;
			this.hints.push({ message, type: 'warning', location: 'outputPane' });
		}
		this.limit?.reserve(tasks);
	}

	/** Sends what is planned. Throws nothing: what was sent stays sent, whatever fails beside it. */
	private async send({ tasks, service, concurrency, ledger }: Plan): Promise<void> {
		this.report?.log();
		const acts = this.operation.effect !== 'reads';
		const lanes = tasks.map(({ job }) => job.lane);
		await runPool(lanes, concurrency, async (position) => {
			if (this.halt.signal.aborted) return;
			const { itemIndex, sendOnceKey } = tasks[position];
			const outcome = await this.attempt(tasks[position], service, ledger);
			outcome.isKeyless = acts && sendOnceKey === undefined;
			if (acts && outcome.isFinal) this.memories[itemIndex].outcome = outcome;
			if (outcome.isFinal && outcome.status !== 'notSent') this.limit?.add(sendOnceKey);
			this.outcomes.add(itemIndex, outcome);
			if ('error' in outcome && this.stopsOnFailure) this.halt.abort();
			this.report?.progress();
		});
		const { notReleased, notMarked = 0 } = (await ledger?.close()) ?? {};
		const held = tasks.filter(({ sendOnceKey = '' }) => notReleased?.has(sendOnceKey));
		const notStarted = held.filter(
			({ itemIndex }) => !this.outcomes.note(itemIndex, NOT_GIVEN_BACK),
		).length;
		this.hints.push(...(this.report?.end(notMarked, notStarted) ?? []));
	}

	/** Sends one item, once for its Send Once Key. */
	private async attempt(
		{ itemIndex, job, sendOnceKey }: Task,
		service: ServiceClient,
		ledger?: SendOnceLedger,
	): Promise<Outcome> {
		const send = async () => await carryOut(job, service, rememberStep(this.memories[itemIndex]));
		try {
			const outcome = ledger ? await ledger.once(sendOnceKey, send) : await send();
			return typeof outcome === 'string' ? skipped(sendOnceKey, outcome) : outcome;
		} catch (error) {
			return refused(error);
		}
	}

	/** Returns the output items. @throws NodeApiError or NodeOperationError where the run failed or was stopped */
	private finish(isCancelled: boolean): INodeExecutionData[] {
		const { context, outcomes } = this;
		const failure = outcomes.failure();
		if (isCancelled) {
			// The error of a single item says already how it ended.
			const ofOne = outcomes.itemCount === 1 ? failure : undefined;
			const { sent, possiblySent } = outcomes.counts;
			// Whoever runs the workflow again would send these again.
			const description = sent + possiblySent > 0 ? { description: '' } : {};
			throw ofOne ?? this.failureOfRun(cancelled().with(description));
		}
		if (failure && this.stopsOnFailure) throw failure;
		if (this.isDry) {
			const keys = this.memories.map(({ sendOnceKey }) => sendOnceKey);
			this.hints.push(endDryRun(this.dryTasks, keys, this.refusedDry, outcomes));
		}
		showHints(context, outcomes, this.hints);
		return outcomes.output();
	}

	/**
	 * Takes a step that concerns all items. Where it fails, those without a result are refused, and it returns undefined.
	 * @throws NodeApiError or NodeOperationError where the node stops on failure
	 */
	private async forAll<T>(
		itemIndexes: number[],
		step: () => T | Promise<T>,
	): Promise<T | undefined> {
		const { outcomes } = this;
		try {
			return await step();
		} catch (error) {
			if (this.stopsOnFailure) throw this.failureOfRun(error);
			const left = itemIndexes.filter((itemIndex) => !outcomes.has(itemIndex));
			for (const itemIndex of left) outcomes.add(itemIndex, refused(error));
			return undefined;
		}
	}

	/** Tells whether any item is only looked at. */
	private get isDry(): boolean {
		return this.refusedDry > 0 || this.dryTasks.length > 0;
	}

	/** Returns the error of what failed for the run as a whole, with the results of its items. */
	private failureOfRun(error: unknown): NodeError {
		const { outcomes } = this;
		const place = { ...outcomes.summary(), addition: outcomes.progress() };
		return nodeError(this.context.getNode(), error, place);
	}
}
