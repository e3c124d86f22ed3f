import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { nodeError } from '../errors/nodeError';
import { cancelled } from '../errors/serviceError';
import { readSettings, SEND_ONCE_KEY } from '../parameters/options';
import type { Operation } from '../resources/operation';
import { SendOnceLedger } from '../sendOnce/ledger';
import type { ServiceClient } from '../service/client';
import { createClient } from '../service/createClient';
import { DryRun } from './dryRun';
import { Hints } from './hints';
import type { Task } from './input';
import { checkItemCount, readOperation, readTasks } from './input';
import type { Outcome } from './outcome';
import { carryOut, failed, skipped } from './outcome';
import { Outcomes } from './outcomes';
import { runPool } from './pool';
import { Repetition } from './repetition';
import { SendReport } from './sendReport';
import { SmsReport } from './smsReport';

/** What is said of an item that was not sent and whose key stays used. */
const NOT_GIVEN_BACK =
	"Its Send Once Key could not be given back, since n8n's database failed: another run may skip this item as possibly sent, although it was not sent.";

/**
 * Runs the operation that is set on the node over all input items.
 * @throws NodeApiError or NodeOperationError, where the node is set to stop on failure
 */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return [await new Execution(context).run()];
}

/** All that is needed to carry out what was read. */
interface Prepared {
	tasks: Task[];
	service: ServiceClient;
	concurrency: number;
	ledger?: SendOnceLedger;
}

class Execution {
	private readonly operation: Operation;

	private readonly outcomes: Outcomes;

	private readonly repetition: Repetition;

	private readonly stopsOnFailure: boolean;

	/** Whether it sends: whether it has the option Send Once Key. */
	private readonly sends: boolean;

	private readonly hints = new Hints();

	private readonly smsReport = new SmsReport();

	private readonly dryRun = new DryRun();

	/** Tells what becomes of what is sent. */
	private readonly report?: SendReport;

	/** Ends what waits: on the first failure where the node stops on failure, or when the user stops. */
	private readonly halt = new AbortController();

	constructor(private readonly context: IExecuteFunctions) {
		const items = context.getInputData();
		this.operation = readOperation(context);
		this.outcomes = new Outcomes(context.getNode(), items.length);
		// n8n makes the tool's type of the node's by this ending.
		this.repetition = new Repetition(items, context.getNode().type.endsWith('Tool'));
		this.stopsOnFailure = !context.continueOnFail();
		this.sends = this.operation.options.includes(SEND_ONCE_KEY);
		const { counts, itemCount } = this.outcomes;
		if (this.sends) this.report = new SendReport(context, this.hints, counts, itemCount);
	}

	async run(): Promise<INodeExecutionData[]> {
		const cancelSignal = this.context.getExecutionCancelSignal();
		const onCancel = () => this.halt.abort();
		cancelSignal?.addEventListener('abort', onCancel, { once: true });
		try {
			this.recall();
			const prepared = await this.read();
			if (prepared && !this.dryRun.isAll(prepared.tasks)) await this.carryOut(prepared);
		} finally {
			cancelSignal?.removeEventListener('abort', onCancel);
		}
		const failure = this.outcomes.failure(this.sends);
		// A single item says itself what became of it.
		const ofOne = this.outcomes.itemCount === 1 ? failure : undefined;
		if (cancelSignal?.aborted) throw ofOne ?? this.failed(cancelled());
		if (failure && this.stopsOnFailure) throw failure;
		this.dryRun.end(this.outcomes, this.hints);
		this.smsReport.end(this.hints);
		this.hints.show(this.context, this.outcomes.itemCount);
		return this.outcomes.output();
	}

	/** Notes what became of items in an earlier try of Retry On Fail, so that it is told whatever fails in this one. */
	private recall(): void {
		for (let itemIndex = 0; itemIndex < this.outcomes.itemCount; itemIndex++) {
			const outcome = this.repetition.outcomeOf(itemIndex);
			if (outcome) this.note(itemIndex, outcome);
		}
	}

	/**
	 * Reads and checks all that is needed, before any request; undefined where nothing can be done with any item.
	 * @throws NodeApiError or NodeOperationError, where the node is set to stop on failure
	 */
	private async read(): Promise<Prepared | undefined> {
		const { itemCount } = this.outcomes;
		try {
			checkItemCount(this.operation, itemCount);
			const settings = readSettings(this.context, !this.operation.oneItemOnly);
			const { concurrency } = settings;
			const { signal } = this.halt;
			const execution = this.context.getContext('node');
			const service = await createClient(this.context, settings, { signal, execution });
			const tasks = await readTasks(this.context, this.operation, {
				isDone: (itemIndex) => this.outcomes.has(itemIndex),
				dryRun: this.dryRun,
				signal,
				// Where the node stops on failure, nothing starts after one of an earlier try.
				end: (this.stopsOnFailure ? this.outcomes.firstFailure : undefined) ?? itemCount,
				refuse: this.stopsOnFailure
					? undefined
					: (itemIndex, error) => this.refuse(itemIndex, error),
			});
			const keys = tasks.map(({ sendOnceKey }) => sendOnceKey);
			const ledger = SendOnceLedger.open(this.context, keys, concurrency, signal);
			return { tasks, service, concurrency, ledger };
		} catch (error) {
			if (this.stopsOnFailure) throw this.failed(error);
			// What is wrong here is wrong for every item that is still to be done.
			for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
				if (!this.outcomes.has(itemIndex)) this.refuse(itemIndex, error);
			}
			return undefined;
		}
	}

	/** Throws nothing: what was sent stays sent, whatever fails beside it. */
	private async carryOut({ tasks, service, concurrency, ledger }: Prepared): Promise<void> {
		this.report?.start();
		await runPool({
			lanes: tasks.map(({ job }) => job.lane),
			concurrency,
			stopped: () => this.halt.signal.aborted,
			run: async (position) => {
				const { itemIndex, job, sendOnceKey } = tasks[position];
				const became = await this.attempt(tasks[position], service, () => ledger?.claim(position));
				const acts = job.lane !== undefined;
				const isKeyless = acts && sendOnceKey === undefined;
				const outcome = { ...became, isKeyless };
				if (acts) this.repetition.keep(itemIndex, outcome);
				this.note(itemIndex, outcome);
				if ('error' in outcome && this.stopsOnFailure) this.halt.abort();
				this.report?.progress();
			},
		});
		const unwritten = await ledger?.close();
		for (const { itemIndex, sendOnceKey } of tasks) {
			if (sendOnceKey === undefined || !unwritten?.notGivenBack.has(sendOnceKey)) continue;
			this.outcomes.note(itemIndex, NOT_GIVEN_BACK);
		}
		this.report?.end(this.keyless(), unwritten);
	}

	private async attempt(
		{ itemIndex, job, sendOnceKey }: Task,
		service: ServiceClient,
		claim: () => ReturnType<SendOnceLedger['claim']> | undefined,
	): Promise<Outcome> {
		try {
			const claimed = await claim();
			if (claimed === 'sent' || claimed === 'unknown') return skipped(sendOnceKey, claimed);
			const once = this.repetition.once(itemIndex);
			const { outcome, messageFate } = await carryOut(job, service, once);
			claimed?.(messageFate);
			return outcome;
		} catch (error) {
			return failed(error);
		}
	}

	private note(itemIndex: number, outcome: Outcome): void {
		this.outcomes.add(itemIndex, outcome);
		if ('error' in outcome) return;
		if (outcome.hint) this.hints.add(outcome.hint, itemIndex);
		if (outcome.sms) this.smsReport.add(outcome.sms, itemIndex);
	}

	private refuse(itemIndex: number, error: unknown): void {
		this.outcomes.add(itemIndex, { fate: 'notSent', became: 'failed', error });
	}

	/** The error of what failed for the run as a whole, with what became of its items. */
	private failed(error: unknown): Error {
		const addition = this.outcomes.progress(this.sends);
		return nodeError(this.context.getNode(), error, { addition });
	}

	/** How many items have no key, where the option is set. */
	private keyless(): number {
		const options = this.context.getNode().parameters.options as
			| Record<string, unknown>
			| undefined;
		if (!options?.[SEND_ONCE_KEY.field.name]) return 0;
		return this.outcomes.keyless;
	}
}
