import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import type { InputError } from '../errors/inputError';
import { type NodeError, nodeError, withDescriptionInMessage } from '../errors/nodeError';
import { cancelled } from '../errors/serviceError';
import { isEngine2 } from '../executionState';
import { readSettings } from '../parameters/settings';
import type { Operation } from '../resources/operation';
import { SendOnceLedger } from '../sendOnce/ledger';
import type { ServiceClient } from '../service/client';
import { connect } from '../service/createClient';
import { onAbort } from '../waiting';
import { endDryRun } from './report/dryRun';
import { showHints } from './report/hints';
import { checkItemCount, readOperation, readTasks, type Task } from './input';
import { carryOut, leftOut, type Outcome, refused, skipped } from './itemResult';
import { mistakesError } from './report/inputErrors';
import { Outcomes } from './itemResults';
import { MessageLimit } from './messageLimit';
import { runPool } from './pool';
import { type Memory, memoryOf, rememberStep } from './retryOnFail';
import { SendReport } from './report/sendReport';

/** What is said of an item that was not sent and whose key stays used. */
const NOT_GIVEN_BACK =
	"Its Send Once Key could not be given back, since n8n's database failed: another run may skip this item as possibly sent, although it was not sent.";

/**
 * Runs the operation that is set on the node over all input items.
 * @throws NodeApiError or NodeOperationError, where the node is set to stop on failure
 */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	try {
		return [await new Execution(context).run()];
	} catch (error) {
		// Engine 2.0 keeps only the message of an error.
		throw isEngine2(context) ? withDescriptionInMessage(error as NodeError) : error;
	}
}

class Execution {
	private readonly operation: Operation;

	private readonly outcomes: Outcomes;

	/** Of each item. */
	private readonly memories: Memory[];

	private readonly stopsOnFailure: boolean;

	/** What has been read of the items, in their order. */
	private tasks: Task[] = [];

	/** Items of a Dry Run that cannot be sent. */
	private refusedDry = 0;

	/** Tells what becomes of what is sent, where the operation has the option Send Once Key. */
	private readonly report?: SendReport;

	/** Counts what is sent, where the operation sends. */
	private limit?: MessageLimit;

	/** What the output panel says of the run. */
	private readonly hints: NodeExecutionHint[] = [];

	/** Ends what waits: on the first failure where the node stops on failure, or when the user stops. */
	private readonly halt = new AbortController();

	constructor(private readonly context: IExecuteFunctions) {
		const items = context.getInputData();
		const node = context.getNode();
		this.operation = readOperation(context);
		const sends = this.operation.effect === 'sends';
		this.outcomes = new Outcomes(node, items.length, sends);
		this.memories = items.map((item) => memoryOf(item, node));
		this.stopsOnFailure = !context.continueOnFail();
		if (sends) this.report = new SendReport(context, this.outcomes);
	}

	async run(): Promise<INodeExecutionData[]> {
		const { context, outcomes } = this;
		const cancelSignal = context.getExecutionCancelSignal();
		const leave = cancelSignal && onAbort(cancelSignal, () => this.halt.abort());
		try {
			// So that what an earlier try of Retry On Fail has done is told, whatever fails in this one.
			for (const [itemIndex, { outcome }] of this.memories.entries()) {
				if (outcome) outcomes.add(itemIndex, outcome);
			}
			const carryOut = await this.read();
			await carryOut?.();
		} finally {
			leave?.();
		}
		const failure = outcomes.failure();
		// A single item says itself what became of it.
		const ofOne = outcomes.itemCount === 1 ? failure : undefined;
		if (cancelSignal?.aborted) throw ofOne ?? this.failed(cancelled());
		if (failure && this.stopsOnFailure) throw failure;
		if (this.isDry) {
			const dry = this.tasks.filter(({ isDry }) => isDry);
			const keys = this.memories.map(({ sendOnceKey }) => sendOnceKey);
			this.hints.push(endDryRun(dry, keys, this.refusedDry, outcomes));
		}
		showHints(context, outcomes, this.hints);
		return outcomes.output();
	}

	/**
	 * Reads and checks all that is needed, before any request. Returns what carries it out; undefined where nothing is
	 * to be done.
	 * @throws NodeApiError or NodeOperationError, where the node is set to stop on failure
	 */
	private async read(): Promise<(() => Promise<void>) | undefined> {
		const { context, operation, outcomes, stopsOnFailure } = this;
		// Where the node stops on failure, nothing starts after one of an earlier try.
		const end = stopsOnFailure ? outcomes.firstFailure : undefined;
		const open = [...this.memories.keys()].slice(0, end).filter((index) => !outcomes.has(index));
		try {
			checkItemCount(operation, outcomes.itemCount);
			const clientWith = await connect(context);
			const settings = readSettings(context, !operation.oneItemOnly);
			if (this.report) this.limit = new MessageLimit(context);
			const { signal } = this.halt;
			const service = clientWith(settings, { signal, execution: context });
			const { tasks: read, mistakes } = await readTasks(context, operation, open, signal);
			if (stopsOnFailure && mistakes.length > 0) {
				throw mistakesError(context.getNode(), mistakes, outcomes);
			}
			for (const { itemIndex, error } of mistakes) this.refuse(itemIndex, error);
			this.refusedDry = mistakes.filter(({ isDry }) => isDry).length;
			this.tasks = read;
			const addressed = read.filter(({ isLeftOut }) => !isLeftOut);
			for (const { itemIndex, sendOnceKey } of addressed) {
				this.memories[itemIndex].sendOnceKey = sendOnceKey;
			}
			for (const { itemIndex, job, isDry, isLeftOut } of read) {
				if (isLeftOut && !isDry) outcomes.add(itemIndex, leftOut(job));
			}
			const tasks = addressed.filter(({ isDry }) => !isDry);
			if (tasks.length < addressed.length) this.warnOfLimit(this.limit?.refusalOf(addressed));
			this.limit?.reserve(tasks);
			if (tasks.length === 0 && this.isDry) return undefined;
			const keys = tasks.map(({ sendOnceKey }) => sendOnceKey);
			const { concurrency } = settings;
			const ledger = SendOnceLedger.open(context, keys, { concurrency, signal });
			return async () => await this.carryOut(tasks, service, concurrency, ledger);
		} catch (error) {
			this.limit?.release();
			if (this.stopsOnFailure) throw this.failed(error);
			// What is wrong here is wrong for every item that is still to be done.
			for (const itemIndex of open) if (!outcomes.has(itemIndex)) this.refuse(itemIndex, error);
			return undefined;
		}
	}

	/** Throws nothing: what was sent stays sent, whatever fails beside it. */
	private async carryOut(
		tasks: Task[],
		service: ServiceClient,
		concurrency: number,
		ledger?: SendOnceLedger,
	): Promise<void> {
		this.report?.log();
		const lanes = tasks.map(({ job }) => job.lane);
		await runPool(lanes, concurrency, async (position) => {
			if (this.halt.signal.aborted) return;
			const { itemIndex, sendOnceKey } = tasks[position];
			const outcome = await this.attempt(tasks[position], service, ledger);
			const acts = this.operation.effect !== 'reads';
			outcome.isKeyless = acts && sendOnceKey === undefined;
			if (acts && outcome.isFinal) this.memories[itemIndex].outcome = outcome;
			if (outcome.isFinal && outcome.status !== 'notSent') this.limit?.add(sendOnceKey);
			this.outcomes.add(itemIndex, outcome);
			if ('error' in outcome && this.stopsOnFailure) this.halt.abort();
			this.report?.progress();
		});
		this.limit?.release();
		const { notReleased, notMarked = 0 } = (await ledger?.close()) ?? {};
		const held = tasks.filter(({ sendOnceKey = '' }) => notReleased?.has(sendOnceKey));
		const notStarted = held.filter(
			({ itemIndex }) => !this.outcomes.note(itemIndex, NOT_GIVEN_BACK),
		).length;
		this.hints.push(...(this.report?.end(notMarked, notStarted) ?? []));
	}

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

	private refuse(itemIndex: number, error: unknown): void {
		this.outcomes.add(itemIndex, refused(error));
	}

	/** Says that a run without Dry Run would be refused. */
	private warnOfLimit(refusal?: InputError): void {
		if (!refusal) return;
		const message = `Dry Run: this run would be refused. ${refusal.message}.`;
		this.hints.push({ message, type: 'warning', location: 'outputPane' });
	}

	/** Whether any item is only looked at. */
	private get isDry(): boolean {
		return this.refusedDry > 0 || this.tasks.some(({ isDry }) => isDry);
	}

	/** The error of what failed for the run as a whole, with what became of its items. */
	private failed(error: unknown): Error {
		const { outcomes } = this;
		const place = { progress: outcomes.sentCount(), addition: outcomes.progress() };
		return nodeError(this.context.getNode(), error, place);
	}
}
