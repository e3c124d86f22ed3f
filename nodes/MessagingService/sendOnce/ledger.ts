import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { quote } from '../errors/quote';
import { cancelled } from '../errors/serviceError';
import { messageOf } from '../errors/thrown';
import type { StateContext } from '../executionState';
import { unlessStopped } from '../waiting';
import type { ClaimResult, ClaimResults, KeyStore, SendStatus, UsedStatus } from './n8nRecord';
import { checkCount, type Rounds, roundsOf } from './rounds';
import { type KeyState, type Settle, SharedKeys } from './sharedKeys';

/** The part of an execution that the ledger needs. */
type LedgerContext = StateContext & Pick<IExecuteFunctions, 'getWorkflow'> & { helpers: KeyStore };

/** How the messages of an execution are sent: at most so many at the same time, until the signal ends that. */
interface Limits {
	concurrency: number;
	signal: AbortSignal;
}

/** How much longer a chunk of keys should last than it takes to claim it. */
const CLAIM_SHARE = 10;

/**
 * Keeps the messages of one execution from being sent twice under one key: each key is claimed in n8n's
 * record before its request leaves, a chunk at a time, and released only where nothing was sent.
 *
 * The record is rewritten whole for each chunk. So the longer that takes, beside the time that the messages
 * of a chunk take, the more keys the next chunk has. After a crash, those of a chunk are possibly sent.
 */
export class SendOnceLedger {
	/** The status of each key, as far as this execution asked. */
	private readonly statuses = new Map<string, ClaimResult | 'notSent'>();

	/** Index of the first key of the next chunk. */
	private nextIndex = 0;

	private chunkSize: number;

	/** When the last chunk was claimed, in ms of performance.now(). */
	private claimedAt = -Infinity;

	/** The chunk that is being claimed. */
	private claiming?: Promise<ClaimResults>;

	private readonly shared: SharedKeys;

	private readonly rounds: Rounds;

	private readonly unsubscribe: () => void;

	/**
	 * Opens the ledger of an execution, or of a round of a loop. It has to be closed.
	 * @param keys of the items, in their order; undefined for an item without one
	 * @throws InputError when there are more keys than n8n can keep
	 */
	constructor(
		private readonly context: LedgerContext,
		private readonly keys: ReadonlyArray<string | undefined>,
		private readonly limits: Limits,
	) {
		this.shared = SharedKeys.of(`${context.getWorkflow().id} ${context.getNode().id}`);
		this.rounds = roundsOf(context, this.shared);
		checkCount(this.rounds.own, new Set(keys.filter((key) => key !== undefined)).size);
		this.chunkSize = limits.concurrency;
		this.unsubscribe = this.shared.subscribe(this.rounds.usedBefore);
	}

	/**
	 * Sends a message, unless its key was used: then it returns the status of the message that has the key. If that one
	 * is being sent, for another item or in another execution of this process, it waits for the result first.
	 * @param key undefined for an item without one, which is sent
	 * @throws InputError where n8n's database fails, and ServiceError about `stop`: the message was not sent
	 */
	async once<Result extends { status: SendStatus }>(
		key: string | undefined,
		send: () => Promise<Result>,
	): Promise<Result | UsedStatus> {
		if (key === undefined) return await send();
		const claimed = await this.claim(key);
		if (typeof claimed === 'string') return claimed;
		let status: SendStatus = 'possiblySent';
		try {
			const result = await send();
			({ status } = result);
			return result;
		} finally {
			this.statuses.set(key, status);
			if (status !== 'notSent') this.rounds.own++;
			claimed(status);
		}
	}

	/**
	 * Releases the keys that were claimed and not needed, and writes what is still to be written. Returns what failed: keys
	 * of items that were not sent, and how many messages were sent of which the record does not say so.
	 */
	async close() {
		for (const [key, status] of this.statuses) if (status === 'claimed') this.shared.release(key);
		// What fails twice is left over.
		for (let tries = 0; tries < 2 && this.shared.hasToWrite; tries++) {
			await this.shared.claim([], this.context.helpers).catch(() => undefined);
		}
		this.unsubscribe();
		this.rounds.usedAfter = this.shared.used;
		const inState = (state: KeyState) =>
			[...this.statuses.keys()].filter((key) => this.shared.stateOf(key) === state);
		return { notReleased: new Set(inState('notSent')), notMarked: inState('sent').length };
	}

	/** Returns the status of the message that has used a key; or starts one, and returns the function that settles it. */
	private async claim(key: string): Promise<UsedStatus | Settle> {
		const { signal } = this.limits;
		for (;;) {
			if (signal.aborted) throw cancelled();
			const status = this.statuses.get(key);
			if (status === 'sent' || status === 'possiblySent') return status;
			const state = this.shared.stateOf(key);
			if (state === 'claimed') return this.shared.start(key);
			if (state === undefined || state === 'notSent') await this.claimChunk(key);
			else {
				const other = await unlessStopped(Promise.resolve(state), signal);
				if (other !== 'notSent') this.statuses.set(key, other);
			}
		}
	}

	/** Claims a key and those that come next, unless a chunk is being claimed: then it waits. @throws InputError */
	private async claimChunk(key: string): Promise<void> {
		// Who waits looks at its key again.
		if (this.claiming) return void (await this.claiming.catch(() => undefined));
		const { nextIndex } = this;
		this.claiming = this.shared.claim(this.nextChunk(key), this.context.helpers);
		try {
			for (const [each, result] of await this.claiming) this.statuses.set(each, result);
		} catch (error) {
			// The others of the chunk are claimed when it is their turn.
			this.nextIndex = nextIndex;
			throw unclaimed(error);
		} finally {
			this.claiming = undefined;
			this.claimedAt = performance.now();
		}
	}

	/** Returns a key, and those of the items that come next. */
	private nextChunk(first: string): string[] {
		const { concurrency } = this.limits;
		const timeOfKey = (performance.now() - this.claimedAt) / this.chunkSize;
		const wanted = Math.round((CLAIM_SHARE * this.shared.claimTime) / timeOfKey) || 0;
		this.chunkSize = Math.max(concurrency, Math.min(wanted, 2 * this.chunkSize));
		const chunk = new Set([first]);
		for (; this.nextIndex < this.keys.length && chunk.size < this.chunkSize; this.nextIndex++) {
			const key = this.keys[this.nextIndex];
			if (key !== undefined && !this.statuses.has(key)) chunk.add(key);
		}
		return [...chunk];
	}
}

function unclaimed(error: unknown): InputError {
	return new InputError(
		'The Send Once Key could not be recorded, so this item was not sent',
		`n8n's database answered: "${quote(messageOf(error))}". Run the node again once the database works. If the database recorded the key anyway, that run skips the item as possibly sent.`,
	);
}
