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
		settings: RunSettings = {},
	) {
		const {
			concurrency = 10,
			stop = new AbortController(),
			execution = new Execution(),
		} = settings;
		const { signal } = stop;
		const ledger = new SendOnceLedger(this.contextOf(execution), keys, {
			concurrency,
			signal,
			keyName: 'Send Once Key',
			done: 'sent',
		});
		const said = new Array<Said>(keys.length).fill('not started');

		/** Carries an item out under its key, and returns what is said of it. */
		const carryOut = async (position: number): Promise<Said> => {
			const key = keys[position];
			let sent: Outcome | undefined;
			const work = async () => {
				sent = await send(position);
				return { status: sent };
			};
			const earlier = key === undefined ? await work() : await ledger.sendOnce(key, work);
			if (sent) return SAID[sent];
			return 'usedBy' in earlier && earlier.usedBy === 'sent'
				? 'skipped'
				: 'skipped, possibly sent';
		};

		const positions = keys.keys();
		const worker = async () => {
			for (const position of positions) {
				if (signal.aborted) return;
				said[position] = await carryOut(position).catch(({ message }: Error) =>
					signal.aborted ? 'not started' : message,
				);
			}
		};
		await Promise.all(Array.from({ length: concurrency }, worker));

		const unwritten = await ledger.close();
		return { said, unwritten };
	}

	/** Returns what n8n hands to the node. */
	private contextOf(execution: Execution) {
		return {
			helpers: this.store.helpers(),
			getContext: () => execution.getContext(),
			getExecutionId: () => execution.id,
			getNode: () => ({ id: 'node' }) as INode,
			// What a process keeps in memory goes by this name; the row in the store has one of its own.
			getWorkflow: () => ({ id: this.name, active: true }),
		};
	}
}

/** What is said of an item. */
export type Said = string;

const SAID = { sent: 'done', possiblySent: 'may be done', notSent: 'refused' } satisfies Record<
	Outcome,
	Said
>;
