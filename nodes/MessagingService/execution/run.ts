import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { nodeError } from '../errors/nodeError';
import { cancelled, ServiceError } from '../errors/serviceError';
import { ExecutionParameters } from '../parameters/expressionShortcuts';
import { ItemParameters } from '../parameters/itemParameters';
import { readSettings, SEND_ONCE_KEY } from '../parameters/options';
import { findOperation } from '../resources';
import type { Job, Operation } from '../resources/operation';
import type { ServiceClient } from '../service/client';
import { createClient } from '../service/createClient';
import { DryRun } from './dryRun';
import { Hints } from './hints';
import { Outcomes } from './outcomes';
import { runPool } from './pool';
import { NOT_GIVEN_BACK, SendOnceLedger } from './sendOnceLedger';
import { SendReport } from './sendReport';
import { SmsReport } from './smsReport';
import { ERROR_IN_ANSWER, givenBefore, rememberGiven } from './takenForFailure';

/** Items that are read before other work of n8n gets its turn. */
const ITEMS_PER_TURN = 500;

/**
 * Runs the operation that is set on the node over all input items.
 * @throws NodeApiError or NodeOperationError, where the node is set to stop on failure
 */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return [await new Execution(context).run()];
}

interface PreparedJob extends Job {
	itemIndex: number;
	sendOnceKey?: string;
}

/** All that is needed to carry out what was read. */
interface Prepared {
	jobs: PreparedJob[];
	service: ServiceClient;
	concurrency: number;
	ledger?: SendOnceLedger;
}

class Execution {
	private readonly operation: Operation;

	private readonly outcomes: Outcomes;

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

	/** Whether it does more than read: all that does keeps what it is about in lanes. */
	private acts = false;

	/** What is left to do once all items are done. */
	private conclude?: () => Promise<void>;

	constructor(private readonly context: IExecuteFunctions) {
		this.operation = readOperation(context);
		this.outcomes = new Outcomes(context.getNode(), context.getInputData().length);
		this.stopsOnFailure = !context.continueOnFail();
		this.sends = this.operation.options.includes(SEND_ONCE_KEY);
		const { counts, itemCount } = this.outcomes;
		if (this.sends) this.report = new SendReport(context, this.hints, counts, itemCount);
	}

	async run(): Promise<INodeExecutionData[]> {
		const before = givenBefore(this.context);
		if (before) return before;
		const cancelSignal = this.context.getExecutionCancelSignal();
		const onCancel = () => this.halt.abort();
		cancelSignal?.addEventListener('abort', onCancel, { once: true });
		const prepared = await this.read();
		const isToSend = prepared && !this.dryRun.isAll(prepared.jobs);
		if (isToSend && !this.halt.signal.aborted) await this.carryOut(prepared);
		cancelSignal?.removeEventListener('abort', onCancel);
		if (cancelSignal?.aborted) throw nodeError(this.context.getNode(), cancelled());
		const failure = this.stopsOnFailure && this.outcomes.failure(this.sends);
		if (failure) throw failure;
		const unfinished = await this.conclude?.().catch((error: unknown) =>
			nodeError(this.context.getNode(), error),
		);
		if (unfinished) throw unfinished;
		this.dryRun.end(this.outcomes, this.hints);
		this.smsReport.end(this.hints);
		this.hints.show(this.context, this.outcomes.itemCount);
		const output = this.outcomes.output();
		if (this.acts && this.outcomes.looksFailed) rememberGiven(this.context, output, this.hints);
		return output;
	}

	/** Reads and checks all that is needed, before any request; gives nothing where that fails. */
	private async read(): Promise<Prepared | undefined> {
		const { itemCount } = this.outcomes;
		try {
			this.checkItemCount();
			const settings = readSettings(this.context, !this.operation.oneItemOnly);
			const { concurrency } = settings;
			const { signal } = this.halt;
			const service = await createClient(this.context, settings, { signal });
			const jobs = await this.prepare();
			const keys = jobs.map(({ sendOnceKey }) => sendOnceKey);
			const ledger = SendOnceLedger.open(this.context, keys, concurrency, signal);
			return { jobs, service, concurrency, ledger };
		} catch (error) {
			// What is wrong here is wrong for every item.
			for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) this.fail(itemIndex, error);
			return undefined;
		}
	}

	private checkItemCount(): void {
		const { name, oneItemOnly } = this.operation;
		const { itemCount } = this.outcomes;
		if (!oneItemOnly || itemCount <= 1) return;
		throw new InputError(
			`"${name}" ${oneItemOnly.reason}, but got ${itemCount} items`,
			oneItemOnly.wayOut,
		);
	}

	/** Reads and checks every item's input, before any request. */
	private async prepare(): Promise<PreparedJob[]> {
		const jobs: PreparedJob[] = [];
		const { fields, options } = this.operation;
		const source = new ExecutionParameters(this.context);
		for (let itemIndex = 0; itemIndex < this.outcomes.itemCount; itemIndex++) {
			if (this.halt.signal.aborted) break;
			if (itemIndex % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await sleep(0);
			try {
				const parameters = new ItemParameters(source, itemIndex, fields, options);
				const isDry = this.sends && this.dryRun.begin(parameters);
				const job = this.operation.prepare(parameters, this.context);
				const sendOnceKey = this.sends ? parameters.option(SEND_ONCE_KEY) : undefined;
				if (isDry) this.dryRun.add(itemIndex, job, sendOnceKey);
				else jobs.push({ ...job, itemIndex, sendOnceKey });
			} catch (error) {
				this.fail(itemIndex, error);
			}
		}
		return jobs;
	}

	/** Throws nothing: what was sent stays sent, whatever fails beside it. */
	private async carryOut({ jobs, service, concurrency, ledger }: Prepared): Promise<void> {
		this.acts = jobs.some(({ lane }) => lane !== undefined);
		this.report?.start(jobs.every(({ sendOnceKey }) => sendOnceKey !== undefined));
		await runPool({
			lanes: jobs.map(({ lane }) => lane),
			concurrency,
			stopped: () => this.halt.signal.aborted,
			run: async (position) => {
				await this.carryOutOne(jobs[position], position, service, ledger);
				this.report?.progress();
			},
		});
		const unwritten = await ledger?.close();
		for (const position of unwritten?.notGivenBack ?? []) {
			this.outcomes.note(jobs[position].itemIndex, NOT_GIVEN_BACK);
		}
		this.report?.end(unwritten);
	}

	private async carryOutOne(
		{ run, itemIndex, sendOnceKey, hint, sms, conclude }: PreparedJob,
		position: number,
		service: ServiceClient,
		ledger?: SendOnceLedger,
	): Promise<void> {
		try {
			const claim = await ledger?.claim(position);
			if (claim === 'sent' || claim === 'open') {
				this.outcomes.skipped(itemIndex, sendOnceKey, claim === 'open');
				return;
			}
			const result = await run(service);
			const items = Array.isArray(result) ? result : [result];
			const isUnclear = items.some(({ error }) => error);
			ledger?.settle(position, isUnclear ? 'open' : 'sent');
			this.outcomes.done(itemIndex, items, sendOnceKey);
			if (isUnclear) this.hints.add(ERROR_IN_ANSWER, itemIndex);
			if (hint) this.hints.add(hint, itemIndex);
			if (sms) this.smsReport.add(sms, itemIndex);
			this.conclude = conclude;
		} catch (error) {
			const unsent = error instanceof ServiceError && error.messageFate === 'notSent';
			ledger?.settle(position, unsent ? 'free' : 'open');
			this.fail(itemIndex, error);
		}
	}

	private fail(itemIndex: number, error: unknown): void {
		if (this.outcomes.failed(itemIndex, error) && this.stopsOnFailure) this.halt.abort();
	}
}

function readOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0) as string;
	const operation = context.getNodeParameter('operation', 0) as string;
	const found = findOperation(resource, operation);
	if (found) return found;
	throw nodeError(
		context.getNode(),
		new InputError(
			`The operation "${operation}" of the resource "${resource}" does not exist`,
			'Open the node and choose resource and operation again.',
		),
	);
}
