import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError, messageOf, type Outcome, quote, serviceError } from '../errors';
import { executionMemory } from '../host/executionMemory';
import { unlessStopped } from '../host/waiting';
import { isFree, type KeyStore, MAX_CHUNK, NodeKeys, type UsedOutcome } from './nodeKeys';

/** The part of an execution that the ledger needs. */
type LedgerContext = Pick<IExecuteFunctions, 'getContext' | 'getNode' | 'getWorkflow'> & {
	helpers: KeyStore;
};

/** How the items of a run are carried out. */
interface LedgerOptions {
	/** Most items at the same time. */
	concurrency: number;
	/** Ends all waiting. */
	signal: AbortSignal;
	/** The option that holds the key, as the panel shows it: "Send Once Key". */
	keyLabel: string;
	/** The word for what a key keeps from happening twice: "sent". */
	done: string;
}

/** The start of an item under its key, or the outcome of the item that has used the key. */
type Start = { settle: (outcome: Outcome) => void } | { usedBy: UsedOutcome };

/** How many times `concurrency` keys are claimed at a time. After a crash, the keys of a chunk are possibly sent. */
const CHUNK_FACTOR = 10;

/** Most keys of one execution, so that the record still has the first ones when the last ones come. */
const MAX_KEYS = 25_000;

/**
 * Keeps the items of one run from being done twice under one key: each key is claimed in n8n's record before its request
 * leaves, a chunk at a time, and given back only where nothing was sent.
 */
export class Ledger {
	/** The outcome of each key of this run that is used. */
	private readonly used = new Map<string, UsedOutcome>();

	/** Keys that this run has claimed. */
	private readonly claimed = new Set<string>();

	/** Index of the first key of the next chunk. */
	private nextKeyIndex = 0;

	/** The chunk that is being claimed. */
	private claiming?: Promise<void>;

	private readonly nodeKeys: NodeKeys;

	/**
	 * @param keys of the items, in their order
	 * @throws InputError when the execution has more keys than n8n can keep
	 */
	constructor(
		private readonly context: LedgerContext,
		private readonly keys: string[],
		private readonly options: LedgerOptions,
	) {
		countKeys(context, keys, options);
		this.nodeKeys = NodeKeys.of(`${context.getWorkflow().id} ${context.getNode().id}`);
	}

	/**
	 * Does what an item asks for, unless its key was used: then it returns the outcome of the item that has used it. If that
	 * one is under way, here or in another execution of this process, it waits for the outcome first.
	 * @throws InputError where n8n's database fails, and ServiceError about `stop`: nothing was sent
	 */
	async doOnce<Result extends { status: Outcome }>(
		key: string,
		job: () => Promise<Result>,
	): Promise<Result | { usedBy: UsedOutcome }> {
		const start = await this.start(key);
		if ('usedBy' in start) return start;

		// What throws, and should not, leaves the outcome unknown.
		let outcome: Outcome = 'possiblySent';
		try {
			const result = await job();
			outcome = result.status;
			return result;
		} finally {
			if (outcome !== 'notSent') this.used.set(key, outcome);
			start.settle(outcome);
		}
	}

	/** Gives back what was claimed and not needed. Returns whether n8n's database took all that was to be written. */
	async close(): Promise<boolean> {
		for (const key of this.claimed) this.nodeKeys.release(key);
		return await this.nodeKeys.write(this.context.helpers);
	}

	/** Claims a key and starts its message; returns the outcome of the item that has used it, where one has. */
	private async start(key: string): Promise<Start> {
		const { signal } = this.options;
		for (;;) {
			if (signal.aborted) throw serviceError('stopped');

			const usedBy = this.used.get(key);
			if (usedBy) return { usedBy };

			const state = this.nodeKeys.stateOf(key);
			// Started at once: another item may look at the same key meanwhile.
			if (state === 'claimed') return { settle: this.nodeKeys.start(key) };

			if (isFree(state)) {
				await this.claimChunk(key);
				continue;
			}
			const outcome = await unlessStopped(Promise.resolve(state), signal);
			if (outcome !== 'notSent') this.used.set(key, outcome);
		}
	}

	/** Claims a key and those that come next; the caller then looks at its key again. @throws InputError */
	private async claimChunk(key: string): Promise<void> {
		if (this.claiming) return await this.claiming.catch(() => undefined);

		const { nextKeyIndex } = this;
		this.claiming = this.claimKeys(this.nextChunk(key));
		try {
			await this.claiming;
		} catch (error) {
			// The others of the chunk are claimed when it is their turn.
			this.nextKeyIndex = nextKeyIndex;
			throw this.notRecorded(error);
		} finally {
			this.claiming = undefined;
		}
	}

	private async claimKeys(chunk: string[]): Promise<void> {
		const { claimed, used } = await this.nodeKeys.claim(chunk, this.context.helpers);
		for (const key of claimed) this.claimed.add(key);
		for (const [key, outcome] of used) this.used.set(key, outcome);
	}

	/** Returns a key, and those of the items that come next; a key that was passed already comes alone. */
	private nextChunk(first: string): string[] {
		const size = Math.min(CHUNK_FACTOR * this.options.concurrency, MAX_CHUNK);
		const chunk = new Set([first]);
		if (!this.keys.includes(first, this.nextKeyIndex)) return [first];

		while (this.nextKeyIndex < this.keys.length && chunk.size < size) {
			chunk.add(this.keys[this.nextKeyIndex]);
			this.nextKeyIndex++;
		}
		return [...chunk];
	}

	private notRecorded(error: unknown): InputError {
		const { keyLabel, done } = this.options;
		return new InputError(
			`The ${keyLabel} could not be recorded, so this item was not ${done}`,
			`n8n's database answered: "${quote(messageOf(error))}". Run the node again once the database works. If the database recorded the key anyway, that run skips the item as possibly ${done}.`,
		);
	}
}

/** Counts the keys of an execution, all rounds of a loop together. @throws InputError where there are too many */
function countKeys(
	context: LedgerContext,
	keys: string[],
	{ keyLabel, done }: LedgerOptions,
): void {
	const memory = executionMemory(context, 'onceKeys', () => ({
		count: 0,
		seen: {} as Record<string, true>,
	}));
	const newKeys = [...new Set(keys)].filter((key) => !(key in memory.seen));

	const total = memory.count + newKeys.length;
	if (total > MAX_KEYS) {
		throw new InputError(
			`One execution can have at most ${MAX_KEYS} ${keyLabel}s, but this one has ${total}`,
			`None of these items was ${done}. Read only new rows, or keep the keys in your own database, as the example with PostgreSQL does.`,
		);
	}

	memory.count = total;
	for (const key of newKeys) memory.seen[key] = true;
}
