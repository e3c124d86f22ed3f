import { randomUUID } from 'node:crypto';

import type { IDataObject, INode } from 'n8n-workflow';

import type { Outcome } from '../../nodes/MessagingService/outcome';
import { SendOnceLedger } from '../../nodes/MessagingService/sendOnce/ledger';
import { KeyStore } from './keyStore';

/** An execution, by what n8n hands to the node in each round of its loop. */
export class Execution {
	readonly id: string;

	private readonly memory: IDataObject = {};

	/** @param isEngine2 whether Engine 2.0 runs it, which hands over an empty memory in each round */
	constructor(private readonly isEngine2 = false) {
		this.id = isEngine2 ? randomUUID() : '7';
	}

	getContext(): IDataObject {
		return this.isEngine2 ? {} : this.memory;
	}
}

export interface RunSettings {
	concurrency?: number;
	stop?: AbortController;
	/** The execution that this is a round of; one of its own by default. */
	execution?: Execution;
}

/** One process of n8n, at the database. */
export class Process {
	/** Tells it from all others: a new process knows nothing of what an earlier one had in memory. */
	private readonly name = `process ${randomUUID()}`;

	constructor(readonly store = new KeyStore()) {}

	/** Runs an execution: sends what may be sent, and tells of each item what was said of it. */
	async run(
		keys: Array<string | undefined>,
		send: (position: number) => Promise<Outcome> = async () => 'sent',
		{
			concurrency = 10,
			stop = new AbortController(),
			execution = new Execution(),
		}: RunSettings = {},
	) {
		const { signal } = stop;
		const context = {
			helpers: this.store.helpers(),
			getContext: () => execution.getContext(),
			getExecutionId: () => execution.id,
			getNode: () => ({ id: 'node' }) as INode,
			// What a process keeps in memory goes by this name; the row in the store has one of its own.
			getWorkflow: () => ({ id: this.name, active: true }),
		};
		const ledger = new SendOnceLedger(context, keys, {
			concurrency,
			signal,
			keyName: 'Send Once Key',
			done: 'sent',
		});
		const said = new Array<Said>(keys.length).fill('not started');
		let next = 0;
		const worker = async () => {
			while (next < keys.length && !signal.aborted) {
				const position = next++;
				try {
					const key = keys[position];
					const work = async () => {
						const status = await send(position);
						said[position] = SAID[status];
						return { status };
					};
					const result = key === undefined ? await work() : await ledger.once(key, work);
					if (result === 'sent') said[position] = 'skipped';
					else if (result === 'possiblySent') said[position] = 'skipped, possibly sent';
				} catch (error) {
					said[position] = signal.aborted ? 'not started' : (error as Error).message;
				}
			}
		};
		await Promise.all(Array.from({ length: concurrency }, worker));
		const unwritten = await ledger.close();
		return { said, unwritten };
	}
}

/** What is said of an item. */
export type Said = string;

const SAID = { sent: 'done', possiblySent: 'may be done', notSent: 'refused' } satisfies Record<
	Outcome,
	Said
>;
