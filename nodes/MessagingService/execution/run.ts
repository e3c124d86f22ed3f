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
import { Outcomes } from './outcomes';
import { runPool } from './pool';
import { SendOnceLedger } from './sendOnceLedger';

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

class Execution {
	private readonly operation: Operation;

	private readonly outcomes: Outcomes;

	private readonly stopsOnFailure: boolean;

	/** Whether the operation has the option Send Once Key. */
	private readonly hasSendOnceKey: boolean;

	/** Ends what waits: on the first failure where the node stops on failure, or when the user stops. */
	private readonly halt = new AbortController();

	/** What is left to do once all items are done. */
	private conclude?: () => Promise<void>;

	constructor(private readonly context: IExecuteFunctions) {
		this.operation = readOperation(context);
		this.outcomes = new Outcomes(context.getNode(), context.getInputData().length);
		this.stopsOnFailure = !context.continueOnFail();
		this.hasSendOnceKey = this.operation.options.includes(SEND_ONCE_KEY);
	}

	async run(): Promise<INodeExecutionData[]> {
		const cancelSignal = this.context.getExecutionCancelSignal();
		const onCancel = () => this.halt.abort();
		cancelSignal?.addEventListener('abort', onCancel, { once: true });
		await this.readAndSend();
		cancelSignal?.removeEventListener('abort', onCancel);
		if (cancelSignal?.aborted) throw nodeError(this.context.getNode(), cancelled());
		const failure = this.stopsOnFailure && this.outcomes.failure(this.hasSendOnceKey);
		if (failure) throw failure;
		await this.conclude?.();
		return this.outcomes.output();
	}

	private async readAndSend(): Promise<void> {
		const { itemCount } = this.outcomes;
		try {
			this.checkItemCount();
			const settings = readSettings(this.context);
			const service = await createClient(this.context, settings, this.halt.signal);
			const jobs = await this.prepare();
			if (this.halt.signal.aborted) return;
			await this.carryOut(jobs, service, settings.concurrency);
		} catch (error) {
			// Nothing was sent. What is wrong here is wrong for every item.
			for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) this.fail(itemIndex, error);
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
		const { fields } = this.operation;
		const source = new ExecutionParameters(this.context);
		for (let itemIndex = 0; itemIndex < this.outcomes.itemCount; itemIndex++) {
			if (this.halt.signal.aborted) break;
			if (itemIndex % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await sleep(0);
			try {
				const parameters = new ItemParameters(source, itemIndex, fields);
				const job = this.operation.prepare(parameters, this.context);
				const sendOnceKey = this.hasSendOnceKey ? parameters.option(SEND_ONCE_KEY) : undefined;
				jobs.push({ ...job, itemIndex, sendOnceKey });
			} catch (error) {
				this.fail(itemIndex, error);
			}
		}
		return jobs;
	}

	private async carryOut(
		jobs: PreparedJob[],
		service: ServiceClient,
		concurrency: number,
	): Promise<void> {
		const keys = jobs.map(({ sendOnceKey }) => sendOnceKey);
		const ledger = keys.some(Boolean)
			? new SendOnceLedger(this.context.helpers, keys, concurrency)
			: undefined;
		await runPool({
			lanes: jobs.map(({ lane }) => lane),
			concurrency,
			stopped: () => this.halt.signal.aborted,
			run: async (position) => await this.carryOutOne(jobs[position], position, service, ledger),
		});
		await ledger?.releaseUnused();
	}

	private async carryOutOne(
		{ run, itemIndex, sendOnceKey, conclude }: PreparedJob,
		position: number,
		service: ServiceClient,
		ledger?: SendOnceLedger,
	): Promise<void> {
		try {
			if (ledger && !(await ledger.claim(position))) {
				this.outcomes.done(itemIndex, [{ skipped: true, sendOnceKey }]);
				return;
			}
			const result = await run(service);
			this.outcomes.done(itemIndex, Array.isArray(result) ? result : [result]);
			this.conclude = conclude;
		} catch (error) {
			this.fail(itemIndex, error);
			if (error instanceof ServiceError && error.acted === 'no') await ledger?.release(position);
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
