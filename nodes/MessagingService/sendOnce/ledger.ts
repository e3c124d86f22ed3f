import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError, messageOf, quote, stopped } from '../errors';
import { executionMemory, type MemoryContext } from '../host/executionMemory';
import { unlessStopped } from '../host/waiting';
import {
	isFree,
	type KeyStore,
	MAX_CHUNK,
	NodeKeys,
	type Outcome,
	type UsedOutcome,
} from './nodeKeys';

/** The part of an execution that the ledger needs. */
type LedgerContext = MemoryContext &
	Pick<IExecuteFunctions, 'getNode' | 'getWorkflow'> & { helpers: KeyStore };

/** How the items of a run are carried out. */
interface LedgerOptions {
	/** Most items at the same time. */
	concurrency: number;
	/** Ends all waiting. */
	signal: AbortSignal;
	/** The option that holds the key, as the panel shows it: "Send Once Key". */
	keyLabel: string;
}

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
		countKeys(context, keys, options.keyLabel);
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
		const usedBy = await this.claim(key);
		if (usedBy) return { usedBy };

		const settle = this.nodeKeys.start(key);
		// What throws, and should not, leaves the outcome unknown.
		let outcome: Outcome = 'possiblySent';
		try {
			const result = await job();
			outcome = result.status;
			return result;
		} finally {
			if (outcome !== 'notSent') this.used.set(key, outcome);
			settle(outcome);
		}
	}

	/** Gives back what was claimed and not needed. Returns whether n8n's database took all that was to be written. */
	async close(): Promise<boolean> {
		for (const key of this.claimed) this.nodeKeys.release(key);
		return await this.nodeKeys.settle(this.context.helpers);
	}

	/** Claims a key, to be started at once. Returns its outcome where it is used. */
	private async claim(key: string): Promise<UsedOutcome | undefined> {
		const { signal } = this.options;
		for (;;) {
			if (signal.aborted) throw stopped();

			const usedBy = this.used.get(key);
			if (usedBy) return usedBy;

			const state = this.nodeKeys.stateOf(key);
			if (state === 'claimed') return undefined;

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

		const chunk = this.nextChunk(key);
		const claim = this.nodeKeys.claim(chunk, this.context.helpers).then((used) => {
			for (const [usedKey, outcome] of used) this.used.set(usedKey, outcome);
			for (const claimedKey of chunk) this.claimed.add(claimedKey);
		});

		this.claiming = claim;
		try {
			await claim;
		} catch (error) {
			throw this.notRecorded(error);
		} finally {
			this.claiming = undefined;
		}
	}

	/** Returns a key, and those of the items that come next. */
	private nextChunk(first: string): string[] {
		const size = Math.min(CHUNK_FACTOR * this.options.concurrency, MAX_CHUNK);
		const chunk = new Set([first]);
		for (; this.nextKeyIndex < this.keys.length && chunk.size < size; this.nextKeyIndex++) {
			const key = this.keys[this.nextKeyIndex];
			if (!this.claimed.has(key)) chunk.add(key);
		}
		return [...chunk];
	}

	private notRecorded(error: unknown): InputError {
		return new InputError(
			`The ${this.options.keyLabel} could not be recorded, so this item was not sent`,
			`n8n's database answered: "${quote(messageOf(error))}". Run the node again once the database works. If the database recorded the key anyway, that run skips the item as possibly sent.`,
		);
	}
}

/** Counts the keys of an execution, all rounds of a loop together. @throws InputError where there are too many */
function countKeys(context: MemoryContext, keys: string[], keyLabel: string): void {
	const memory = executionMemory(context, 'onceKeys', () => ({
		count: 0,
		seen: {} as Record<string, true>,
	}));
	const newKeys = [...new Set(keys)].filter((key) => !(key in memory.seen));

	const total = memory.count + newKeys.length;
	if (total > MAX_KEYS) {
		throw new InputError(
			`One execution can have at most ${MAX_KEYS} ${keyLabel}s, but this one has ${total}`,
			'None of these items was sent. Read only new rows, or record in your own database who was messaged, as the example with PostgreSQL does.',
		);
	}

	memory.count = total;
	for (const key of newKeys) memory.seen[key] = true;
}
