import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { type NodeError, withDescriptionInMessage } from '../errors/nodeError';
import { Secrets } from '../errors/secrets';
import { cancelled } from '../errors/serviceError';
import { isEngine2 } from '../executionState';
import { MAX_MESSAGES } from '../parameters/sending';
import { readSettings } from '../parameters/settings';
import { itemReader } from '../parameters/source';
import type { Operation } from '../resources/operation';
import { SendOnceLedger } from '../sendOnce/ledger';
import { connectItems } from '../service/createClient';
import { onAbort } from '../waiting';
import { checkItemCount, type Mistake, readOperation, readTasks, type Task } from './input';
import { type ItemResult, leftOut, refused, runJob, skipped } from './itemResult';
import { ItemResults } from './itemResults';
import { MessageLimit } from './messageLimit';
import { runPool } from './pool';
import { endDryRun } from './report/dryRun';
import { firstError, mistakesError, withResults } from './report/errors';
import { RunReport } from './report/runReport';
import { type Memory, memoryOf, rememberStep } from './retryOnFail';

/** Ends the error of an item that was not sent and whose key stays used. */
const NOT_GIVEN_BACK =
	"Its Send Once Key could not be given back, since n8n's database failed: another run may skip this item as possibly sent, although it was not sent.";

/** The items to do, in their order, and what does them. */
interface Plan {
	operation: Operation;
	tasks: Task[];
	/** Most requests at the same time. */
	concurrency: number;
	/** Where an item has a Send Once Key. */
	ledger?: SendOnceLedger;
}

/** Runs the operation of the node over all input items. @throws NodeError where the node is set to stop on failure */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	try {
		return [await new Execution(context).run()];
	} catch (error) {
		// Engine 2.0 keeps only the message of an error.
		throw isEngine2(context) ? withDescriptionInMessage(error as NodeError) : error;
	}
}

class Execution {
	/** The tokens of the credential: no error shows them. */
	private readonly secrets = new Secrets();

	private readonly results: ItemResults;

	/** The memory of earlier tries, by item index. */
	private readonly memories: Memory[];

	private readonly stopsOnFailure: boolean;

	/** The items that are only looked at. */
	private dryTasks: Task[] = [];

	/** Items of a Dry Run that cannot be sent. */
	private refusedDry = 0;

	private readonly report: RunReport;

	/** Where the operation sends. */
	private limit?: MessageLimit;

	/** Stands in the output panel above the items. */
	private readonly hints: NodeExecutionHint[] = [];

	/** Ends what waits: on the first failure where the node stops on failure, or when the user stops. */
	private readonly halt = new AbortController();

	constructor(private readonly context: IExecuteFunctions) {
		const items = context.getInputData();
		const node = context.getNode();
		this.results = new ItemResults(node, this.secrets, items.length);
		this.report = new RunReport(context, this.results);
		this.memories = items.map((item) => memoryOf(item, node));
		this.stopsOnFailure = !context.continueOnFail();
	}

	/** Reads all items, plans what is sent, and sends it. @throws NodeError where the node stops on failure */
	async run(): Promise<INodeExecutionData[]> {
		const cancelSignal = this.context.getExecutionCancelSignal();
		const unsubscribe = cancelSignal && onAbort(cancelSignal, () => this.halt.abort());
		try {
			const open = this.recall();
			const input = await this.forAll(async () => await this.read(open));
			if (input) this.refuse(input.mistakes);
			const plan = input && (await this.forAll(() => this.plan(input)));
			if (plan) await this.send(plan);
		} finally {
			this.limit?.release();
			unsubscribe?.();
		}
		return this.finish(cancelSignal?.aborted ?? false);
	}

	/** Notes what earlier tries of Retry On Fail did, to be told whatever fails in this one. Returns the other items. */
	private recall(): number[] {
		const { memories, results } = this;
		for (const [itemIndex, { result }] of memories.entries()) {
			if (result) results.add(itemIndex, result);
		}
		// Where the node stops on failure, nothing starts after a failure of an earlier try.
		const end = this.stopsOnFailure ? results.firstFailure : undefined;
		return results.open.filter((itemIndex) => end === undefined || itemIndex < end);
	}

	/** Reads and checks all that is needed, before any request. */
	private async read(itemIndexes: number[]): Promise<Plan & { mistakes: Mistake[] }> {
		const { context, results } = this;
		const { signal } = this.halt;
		const operation = readOperation(context);
		results.sends = operation.effect === 'sends';
		checkItemCount(operation, results.itemCount);
		const clientsWith = await connectItems(context, { secrets: this.secrets, signal });
		const readFirst = itemReader(context)(0);
		const settings = readSettings(readFirst, { forManyItems: !operation.oneItemOnly });
		if (results.sends) this.limit = new MessageLimit(context, readFirst(MAX_MESSAGES));
		const clients = clientsWith(settings, { signal, execution: context });
		const read = await readTasks(context, operation, itemIndexes, { clients, signal });
		return { ...read, operation, concurrency: settings.concurrency };
	}

	/** Refuses the items that cannot be done. @throws NodeError where the node stops on failure */
	private refuse(mistakes: Mistake[]): void {
		if (this.stopsOnFailure && mistakes.length > 0) throw mistakesError(mistakes, this.results);
		for (const { itemIndex, error } of mistakes) this.results.add(itemIndex, refused(error));
		this.refusedDry = mistakes.filter(({ isDry }) => isDry).length;
	}

	/** Sorts out what is not sent. Returns what is; undefined where the run is a Dry Run. */
	private plan(input: Plan): Plan | undefined {
		const { tasks: read, concurrency } = input;
		this.dryTasks = read.filter(({ isDry }) => isDry);
		for (const { itemIndex, job, isDry, isLeftOut } of read) {
			if (isLeftOut && !isDry) this.results.add(itemIndex, leftOut(job));
		}
		const addressed = read.filter(({ isLeftOut }) => !isLeftOut);
		for (const { itemIndex, sendOnceKey } of addressed) {
			this.memories[itemIndex].sendOnceKey = sendOnceKey;
		}
		const tasks = addressed.filter(({ isDry }) => !isDry);
		this.countMessages(tasks, addressed);
		if (tasks.length === 0 && this.isDry) return undefined;
		const keys = tasks.map(({ sendOnceKey }) => sendOnceKey);
		const hasKeys = keys.some((key) => key !== undefined);
		const limits = { concurrency, signal: this.halt.signal };
		const ledger = hasKeys ? new SendOnceLedger(this.context, keys, limits) : undefined;
		return { ...input, tasks, ledger };
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
	private async send(plan: Plan): Promise<void> {
		const { tasks, ledger } = plan;
		this.report.logCounts();
		const acts = plan.operation.effect !== 'reads';
		const lanes = tasks.map(({ job }) => job.lane);
		await runPool(lanes, plan.concurrency, async (position) => {
			if (this.halt.signal.aborted) return;
			const { itemIndex, sendOnceKey } = tasks[position];
			const result = await this.attempt(tasks[position], plan);
			result.isKeyless = acts && sendOnceKey === undefined;
			if (acts && result.isFinal) this.memories[itemIndex].result = result;
			if (result.isFinal && result.status !== 'notSent') this.limit?.add(sendOnceKey);
			this.results.add(itemIndex, result);
			if ('error' in result && this.stopsOnFailure) this.halt.abort();
			this.report.progress();
		});
		const { notReleased, notMarked = 0 } = (await ledger?.close()) ?? {};
		const held = tasks.filter(({ sendOnceKey = '' }) => notReleased?.has(sendOnceKey));
		const others = held.filter(({ itemIndex }) => !this.results.note(itemIndex, NOT_GIVEN_BACK));
		this.hints.push(...this.report.end(notMarked, others.length));
	}

	/** Sends one item, once for its Send Once Key. */
	private async attempt(task: Task, { ledger }: Plan): Promise<ItemResult> {
		const { itemIndex, job, service, sendOnceKey } = task;
		const send = async () => await runJob(job, service, rememberStep(this.memories[itemIndex]));
		try {
			const result = ledger ? await ledger.once(sendOnceKey, send) : await send();
			return typeof result === 'string' ? skipped(sendOnceKey, result) : result;
		} catch (error) {
			return refused(error);
		}
	}

	/** Returns the output items. @throws NodeError where the run failed or was stopped */
	private finish(isCancelled: boolean): INodeExecutionData[] {
		const { results } = this;
		const failure = firstError(results);
		if (isCancelled) {
			// The error of a single item says already how it ended.
			if (failure && results.itemCount === 1) throw failure;
			const { sent, possiblySent } = results.counts;
			// Whoever runs the workflow again would send these again.
			const description = sent + possiblySent > 0 ? { description: '' } : {};
			throw withResults({ error: cancelled().with(description) }, results);
		}
		if (failure && this.stopsOnFailure) throw failure;
		if (this.isDry) {
			const keys = this.memories.map(({ sendOnceKey }) => sendOnceKey);
			this.hints.push(endDryRun(this.dryTasks, keys, this.refusedDry, results));
		}
		this.report.show(this.hints);
		return results.output();
	}

	/** Takes a step for all items. Where it fails, those without a result are refused. @throws NodeError, as `run` does */
	private async forAll<T>(step: () => T | Promise<T>): Promise<T | undefined> {
		try {
			return await step();
		} catch (error) {
			if (this.stopsOnFailure) throw withResults({ error }, this.results);
			for (const itemIndex of this.results.open) this.results.add(itemIndex, refused(error));
			return undefined;
		}
	}

	/** Tells whether any item is only looked at. */
	private get isDry(): boolean {
		return this.refusedDry > 0 || this.dryTasks.length > 0;
	}
}
