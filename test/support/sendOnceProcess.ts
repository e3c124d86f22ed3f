import type { IDataObject, INode } from 'n8n-workflow';

import type { SendStatus } from '../../nodes/MessagingService/sendOnce/storedKeys';
import { SendOnceLedger } from '../../nodes/MessagingService/sendOnce/ledger';
import { KeyStore } from './keyStore';

/** Processes so far: a new one knows nothing of what an earlier one had in memory. */
let processes = 0;

export interface RunSettings {
	concurrency?: number;
	stop?: AbortController;
	/** What the node keeps over the rounds of a loop. */
	loop?: IDataObject;
}

/** One process of n8n, at the database. */
export class Process {
	private readonly name = `process ${processes++}`;

	constructor(readonly store = new KeyStore()) {}

	/** Runs an execution: sends what may be sent, and tells of each item what was said of it. */
	async run(
		keys: Array<string | undefined>,
		send: (position: number) => Promise<SendStatus> = async () => 'sent',
		{ concurrency = 10, stop = new AbortController(), loop = {} }: RunSettings = {},
	) {
		const { signal } = stop;
		const context = {
			helpers: this.store.helpers(),
			getContext: () => loop,
			getNode: () => ({ id: 'node' }) as INode,
			// What a process keeps in memory goes by this name; the row in the store has one of its own.
			getWorkflow: () => ({ id: this.name, active: true }),
		};
		const ledger = SendOnceLedger.open(context, keys, concurrency, signal);
		if (!ledger) throw new Error('There are no keys');
		const said = new Array<Said>(keys.length).fill('not started');
		let next = 0;
		const work = async () => {
			while (next < keys.length && !signal.aborted) {
				const position = next++;
				try {
					const claim = await ledger.claim(position);
					if (claim === 'sent') said[position] = 'skipped';
					else if (claim === 'possiblySent') said[position] = 'skipped, possibly sent';
					else {
						const status = await send(position);
						said[position] = SAID[status];
						claim?.(status);
					}
				} catch (error) {
					said[position] = signal.aborted ? 'not started' : (error as Error).message;
				}
			}
		};
		await Promise.all(Array.from({ length: concurrency }, work));
		const unwritten = await ledger.close();
		return { said, unwritten };
	}
}

/** What is said of an item. */
export type Said = string;

const SAID = { sent: 'done', possiblySent: 'may be done', notSent: 'refused' } satisfies Record<
	SendStatus,
	Said
>;
