import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { findOperation } from '../resources';
import { optionsField } from '../parameters/options';
import type { Job, Operation } from '../resources/operation';
import { ItemParameters } from '../parameters/itemParameters';
import { ExecutionParameters } from '../parameters/expressionShortcuts';
import { AskedQuestion } from '../sendAndWait/answerLinks';
import type { ServiceClient } from '../service/client';
import { ServiceError } from '../errors/serviceError';
import { createClient } from '../service/createClient';
import { nodeError } from '../errors/nodeError';
import type { Outcome } from './outcomes';
import { mayHaveActed, toOutputItems, wasNotStarted } from './outcomes';
import { runPool } from './pool';
import { describeProgress } from './progress';
import { SendOnceLedger } from './sendOnceLedger';
import type { ExecutionSettings } from '../service/settings';
import { readSettings } from '../service/settings';
import { cancelled } from '../transport/wait';

/** Items that are read before other work of n8n gets its turn. */
const ITEMS_PER_TURN = 500;

/**
 * Runs the operation that is set on the node over all input items.
 * @throws NodeApiError or NodeOperationError, where the node is set to stop on failure
 */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const execution = new Execution(context);
	await execution.run();
	return [execution.output()];
}

interface PreparedJob extends Job {
	itemIndex: number;
	sendOnceKey?: string;
}

class Execution {
	private readonly itemCount: number;

	private readonly stopsOnFailure: boolean;

	private readonly operation: Operation;

	private readonly outcomes: Array<Outcome | undefined>;

	/** Ends what waits: on the first failure where the node stops on failure, or when the user stops. */
	private readonly halt = new AbortController();

	private readonly asked: AskedQuestion;

	/** Until when the execution waits for an answer, where it does. */
	private waitTill?: Date;

	private firstFailure?: { itemIndex: number; error: unknown };

	constructor(private readonly context: IExecuteFunctions) {
		this.itemCount = context.getInputData().length;
		this.stopsOnFailure = !context.continueOnFail();
		this.operation = readOperation(context);
		this.asked = new AskedQuestion(context);
		this.outcomes = new Array<Outcome | undefined>(this.itemCount).fill(undefined);
	}

	async run(): Promise<void> {
		const cancelSignal = this.context.getExecutionCancelSignal();
		const onCancel = () => this.halt.abort();
		cancelSignal?.addEventListener('abort', onCancel, { once: true });
		await this.readAndSend();
		cancelSignal?.removeEventListener('abort', onCancel);
		if (cancelSignal?.aborted) throw nodeError(this.context.getNode(), cancelled());
		if (this.firstFailure && this.stopsOnFailure) throw this.failure(this.firstFailure);
		if (this.waitTill) await this.asked.wait(this.waitTill);
	}

	output(): INodeExecutionData[] {
		const node = this.context.getNode();
		const items: INodeExecutionData[] = [];
		this.outcomes.forEach((outcome, itemIndex) => {
			if (outcome) items.push(...toOutputItems(outcome, itemIndex, node));
		});
		return items;
	}

	private async readAndSend(): Promise<void> {
		try {
			this.checkItemCount();
			const settings = readSettings(this.context);
			const service = await createClient(this.context, settings, this.halt.signal);
			const jobs = await this.prepare();
			if (this.halt.signal.aborted) return;
			await this.carryOut(jobs, service, settings);
		} catch (error) {
			// Nothing was sent. What is wrong here is wrong for every item.
			for (let itemIndex = 0; itemIndex < this.itemCount; itemIndex++) this.fail(itemIndex, error);
		}
	}

	private checkItemCount(): void {
		if (!this.operation.waits || this.itemCount <= 1) return;
		throw new InputError(
			`"${this.operation.name}" can wait for one answer at a time, but got ${this.itemCount} items`,
			'Nothing was sent. To ask one after the other, put a "Loop Over Items" node with a batch size of 1 before this node and lead this node\'s output back to it. To ask only for the first item, turn on "Execute Once" in the settings of this node.',
		);
	}

	/** Reads and checks every item's input, before any request. */
	private async prepare(): Promise<PreparedJob[]> {
		const jobs: PreparedJob[] = [];
		const { options } = this.operation;
		const fields = [...this.operation.fields, optionsField(this.operation)];
		const source = new ExecutionParameters(this.context);
		for (let itemIndex = 0; itemIndex < this.itemCount; itemIndex++) {
			if (this.halt.signal.aborted) break;
			if (itemIndex % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await sleep(0);
			try {
				const parameters = new ItemParameters(source, itemIndex, fields);
				const job = this.operation.prepare(parameters, this.asked);
				const sendOnceKey = options.includes('sendOnceKey') ? parameters.sendOnceKey() : undefined;
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
		{ concurrency }: ExecutionSettings,
	): Promise<void> {
		const keys = jobs.map(({ sendOnceKey }) => sendOnceKey);
		const ledger = keys.some(Boolean)
			? new SendOnceLedger(this.context.helpers, keys, concurrency)
			: undefined;
		const tasks = jobs.map((job, position) => ({
			lane: job.lane,
			run: async () => await this.carryOutOne(job, position, service, ledger),
		}));
		await runPool(tasks, concurrency, () => this.halt.signal.aborted);
		await ledger?.releaseUnused();
	}

	private async carryOutOne(
		{ run, itemIndex, sendOnceKey, waitTill }: PreparedJob,
		position: number,
		service: ServiceClient,
		ledger?: SendOnceLedger,
	): Promise<void> {
		try {
			if (ledger && !(await ledger.claim(position))) {
				this.outcomes[itemIndex] = { items: [{ skipped: true, sendOnceKey }] };
				return;
			}
			const result: IDataObject | IDataObject[] = await run(service);
			this.outcomes[itemIndex] = { items: Array.isArray(result) ? result : [result] };
			this.waitTill = waitTill;
		} catch (error) {
			this.fail(itemIndex, error);
			if (error instanceof ServiceError && error.acted === 'no') await ledger?.release(position);
		}
	}

	private fail(itemIndex: number, error: unknown): void {
		this.outcomes[itemIndex] = { error };
		if (wasNotStarted(this.outcomes[itemIndex])) return;
		this.firstFailure ??= { itemIndex, error };
		if (this.stopsOnFailure) this.halt.abort();
	}

	private failure({ itemIndex, error }: { itemIndex: number; error: unknown }): Error {
		const failed: number[] = [];
		const done: number[] = [];
		this.outcomes.forEach((outcome, index) => {
			if (index === itemIndex || wasNotStarted(outcome)) return;
			(outcome && 'items' in outcome ? done : failed).push(index);
		});
		const open = failed.filter((index) => {
			const outcome = this.outcomes[index];
			return outcome && 'error' in outcome && mayHaveActed(outcome.error);
		});
		const addition = describeProgress({
			total: this.itemCount,
			done,
			alsoFailed: failed,
			open,
			hasSendOnceKey: this.operation.options.includes('sendOnceKey'),
		});
		return nodeError(this.context.getNode(), error, { itemIndex, addition });
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
