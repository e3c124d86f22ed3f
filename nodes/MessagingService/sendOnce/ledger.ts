import type { IExecuteFunctions } from 'n8n-workflow';

import { messageOf, quote } from '../errors/quote';
import { cancelled, ServiceError } from '../errors/serviceError';
import { unlessStopped } from '../waiting';
import { checkCount, firstOf, noteRound } from './rounds';
import { type KeyState, SharedKeys } from './sharedKeys';
import type { Found, KeyStore, SendStatus, Settled } from './storedKeys';

/** The part of an execution that the ledger needs. */
type LedgerContext = Pick<IExecuteFunctions, 'getContext' | 'getNode' | 'getWorkflow'> & {
	helpers: KeyStore;
};

/** Keys of the items, in their order; undefined for an item without one. */
type Keys = ReadonlyArray<string | undefined>;

/** How much longer a chunk of keys should last than it takes to claim it. */
const CLAIM_SHARE = 10;

/**
 * Keeps the messages of one execution from being sent twice under one key: each key is claimed in n8n's
 * record before its request leaves, a chunk at a time, and given back only where nothing was sent.
 *
 * The record is rewritten whole for each chunk. So the longer that takes, beside the time that the messages
 * of a chunk take, the more keys the next chunk has. After a crash, those of a chunk are possibly sent.
 */
export class SendOnceLedger {
	/** The status of each key, as far as this execution asked. */
	private readonly found = new Map<string, Found | 'notSent'>();

	/** Where the next chunk starts. */
	private ahead = 0;

	private chunkSize: number;

	/** When the last chunk was claimed, in ms of performance.now(). */
	private claimedAt = -Infinity;

	/** Ends when the chunk that is being claimed is. */
	private claiming?: Promise<void>;

	/** Ends the sharing. */
	private readonly leave: () => void;

	private constructor(
		private readonly context: LedgerContext,
		private readonly shared: SharedKeys,
		/** How many keys of the node had been used in this process before the first one of the execution. */
		private readonly first: number,
		private readonly keys: Keys,
		private readonly concurrency: number,
		private readonly signal: AbortSignal,
	) {
		this.chunkSize = concurrency;
		this.leave = shared.join(first);
	}

	/**
	 * Returns the ledger of an execution, or of a round of a loop, where an item has a key. It has to be closed.
	 * @param concurrency most requests at the same time
	 * @throws InputError when there are more keys than n8n can keep
	 */
	static open(
		context: LedgerContext,
		keys: Keys,
		concurrency: number,
		signal: AbortSignal,
	): SendOnceLedger | undefined {
		const own = new Set(keys);
		own.delete(undefined);
		if (own.size === 0) return undefined;
		const shared = SharedKeys.of(`${context.getWorkflow().id} ${context.getNode().id}`);
		const first = firstOf(context, shared);
		checkCount(shared.used - first, own.size);
		return new SendOnceLedger(context, shared, first, keys, concurrency, signal);
	}

	/**
	 * Claims the key of an item that is about to be sent. Where its message is under way already, for
	 * another item or in another execution of this process, it waits for the status of that.
	 * Returns the status of the message that has the key; or a function that is to be told the status of this one,
	 * which is to be sent then; undefined for an item without a key.
	 * @throws ServiceError where n8n's database fails, or about `stop`: the item is not to be sent
	 */
	async claim(position: number): Promise<Settled | ((status: SendStatus) => void) | undefined> {
		const key = this.keys[position];
		if (key === undefined) return undefined;
		for (;;) {
			if (this.signal.aborted) throw cancelled();
			const found = this.found.get(key);
			if (found === 'sent' || found === 'possiblySent') return found;
			const state = this.shared.stateOf(key);
			if (state === 'claimed') {
				const land = this.shared.start(key);
				return (status) => {
					this.found.set(key, status);
					land(status);
				};
			}
			if (state === undefined || state === 'notSent') await this.claimFrom(position);
			else {
				const status = await unlessStopped(Promise.resolve(state), this.signal);
				if (status !== 'notSent') this.found.set(key, status);
			}
		}
	}

	/**
	 * Gives back what was claimed and not needed, and writes what is still to be written. Returns what failed: keys of
	 * items that were not sent, and how many messages were sent of which the record does not say so.
	 */
	async close() {
		for (const [key, what] of this.found) if (what === 'claimed') this.shared.giveBack(key);
		// What fails twice is left over.
		for (let tries = 0; tries < 2 && this.shared.hasToWrite; tries++) {
			await this.shared.claim([], this.context.helpers).catch(() => undefined);
		}
		this.leave();
		noteRound(this.context, this.first, this.shared);
		const inState = (state: KeyState) =>
			[...this.found.keys()].filter((key) => this.shared.stateOf(key) === state);
		return { notGivenBack: new Set(inState('notSent')), notMarked: inState('sent').length };
	}

	/** @throws ServiceError */
	private async claimFrom(position: number): Promise<void> {
		// Whoever waits looks again.
		if (this.claiming) return await this.claiming.catch(() => undefined);
		this.claiming = this.claimChunk(position).finally(() => {
			this.claiming = undefined;
		});
		await this.claiming;
	}

	private async claimChunk(position: number): Promise<void> {
		const start = this.ahead;
		try {
			const found = await this.shared.claim(this.nextChunk(position), this.context.helpers);
			for (const [key, what] of found) this.found.set(key, what);
		} catch (error) {
			// The others of the chunk are claimed when it is their turn.
			this.ahead = start;
			throw unclaimed(error);
		} finally {
			this.claimedAt = performance.now();
		}
	}

	/** Returns the key of an item, and keys of the items that come next. */
	private nextChunk(position: number): string[] {
		const timeOfKey = (performance.now() - this.claimedAt) / this.chunkSize;
		const wanted = Math.round((CLAIM_SHARE * this.shared.claimTime) / timeOfKey) || 0;
		this.chunkSize = Math.max(this.concurrency, Math.min(wanted, 2 * this.chunkSize));
		const chunk = new Set([this.keys[position] as string]);
		for (; this.ahead < this.keys.length && chunk.size < this.chunkSize; this.ahead++) {
			const key = this.keys[this.ahead];
			if (key !== undefined && !this.found.has(key)) chunk.add(key);
		}
		return [...chunk];
	}
}

function unclaimed(error: unknown): ServiceError {
	return new ServiceError('The Send Once Key could not be recorded, so this item was not sent', {
		mayHaveBeenSent: false,
		description: `n8n's database answered: "${quote(messageOf(error))}". Run the node again once the database works. If the database recorded the key anyway, that run skips the item as possibly sent.`,
	});
}
