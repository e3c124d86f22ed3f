import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { quote } from '../errors/quote';
import { cancelled } from '../errors/serviceError';
import { messageOf } from '../errors/thrown';
import type { StateContext } from '../executionState';
import { isUsed, type Outcome, type UsedOutcome } from '../outcome';
import { unlessStopped } from '../waiting';
import type { ClaimResults, KeyState } from './keyState';
import type { KeyStore } from './n8nRecord';
import { checkCount, type Rounds, roundsOf } from './rounds';
import { type Settle, SharedKeys } from './sharedKeys';

/** The part of an execution that the ledger needs. */
type LedgerContext = StateContext & Pick<IExecuteFunctions, 'getWorkflow'> & { helpers: KeyStore };

/** How the items of an execution are carried out, and how errors name their key. */
interface LedgerOptions {
	/** Most items at the same time. */
	concurrency: number;
	/** Ends all waiting. */
	signal: AbortSignal;
	/** The option that holds the key: "Send Once Key". */
	keyName: string;
	/** The word for what a key keeps from happening twice: "sent". */
	done: string;
}

/** How much longer a chunk of keys should last than it takes to claim it. */
const CLAIM_SHARE = 10;

/**
 * Keeps the items of one execution from being done twice under one key: each key is claimed in n8n's
 * record before its request leaves, a chunk at a time, and released only where nothing was sent.
 *
 * The record is rewritten whole for each chunk. So the longer that takes, beside the time that the messages
 * of a chunk take, the more keys the next chunk has. After a crash, those of a chunk are possibly sent.
 */
export class SendOnceLedger {
	/** The state of each key that this execution asked for. It outlives `shared`, which forgets what the record says. */
	private readonly states = new Map<string, KeyState>();

	/** Index of the first key of the next chunk. */
	private nextKeyIndex = 0;

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
		private readonly options: LedgerOptions,
	) {
		this.shared = SharedKeys.of(`${context.getWorkflow().id} ${context.getNode().id}`);
		this.rounds = roundsOf(context, this.shared);

		const newKeys = new Set(keys.filter((key) => key !== undefined));
		checkCount(this.rounds.own, newKeys.size, options);

		this.chunkSize = options.concurrency;
		this.unsubscribe = this.shared.subscribe(this.rounds.usedBefore);
	}

	/**
	 * Does what an item asks for, unless its key was used: then it returns what became of the item that has used it. If
	 * that one is under way, here or in another execution of this process, it waits for the outcome first.
	 * @throws InputError where n8n's database fails, and ServiceError about `stop`: nothing was sent
	 */
	async sendOnce<Result extends { status: Outcome }>(
		key: string,
		send: () => Promise<Result>,
	): Promise<Result | { usedBy: UsedOutcome }> {
		const claim = await this.claim(key);
		if ('usedBy' in claim) return claim;

		// What throws, and should not, leaves the outcome unknown.
		let outcome: Outcome = 'possiblySent';
		try {
			const result = await send();
			outcome = result.status;
			return result;
		} finally {
			this.states.set(key, outcome);
			if (isUsed(outcome)) this.rounds.own++;
			claim.settle(outcome);
		}
	}

	/**
	 * Releases the keys that were claimed and not needed, and writes what is still to be written. Returns what failed: keys
	 * of items that were not sent, and how many messages were sent of which the record does not say so.
	 */
	async close(): Promise<{ notReleased: Set<string>; notMarked: number }> {
		for (const [key, state] of this.states) {
			if (state === 'claimed') this.shared.release(key);
		}

		await this.writeAll();
		this.unsubscribe();
		this.rounds.usedAfter = this.shared.used;

		return {
			notReleased: new Set(this.keysStill('notSent')),
			notMarked: this.keysStill('sent').length,
		};
	}

	/** Writes what is to be written; what fails twice is left over. */
	private async writeAll(): Promise<void> {
		for (let tries = 0; tries < 2 && this.shared.hasToWrite; tries++) {
			await this.shared.claim([], this.context.helpers).catch(() => undefined);
		}
	}

	/** Returns the keys of this execution that are still in a state that the record does not say. */
	private keysStill(state: KeyState): string[] {
		return [...this.states.keys()].filter((key) => this.shared.stateOf(key) === state);
	}

	/**
	 * Claims a key for an item, whatever state it is in:
	 * - used, as this execution knows: its outcome is returned;
	 * - claimed: its item starts;
	 * - free, or not asked for yet: it is claimed, and looked at again;
	 * - under way: its outcome is waited for, and it is looked at again.
	 */
	private async claim(key: string): Promise<{ usedBy: UsedOutcome } | { settle: Settle }> {
		const { signal } = this.options;
		for (;;) {
			if (signal.aborted) throw cancelled();

			const state = this.states.get(key);
			if (state === 'sent' || state === 'possiblySent') return { usedBy: state };

			const shared = this.shared.stateOf(key);
			if (shared === 'claimed') return { settle: this.shared.start(key) };

			const isFree = shared === undefined || shared === 'notSent';
			if (isFree) {
				await this.claimChunk(key);
				continue;
			}

			const outcome = await unlessStopped(Promise.resolve(shared), signal);
			if (outcome !== 'notSent') this.states.set(key, outcome);
		}
	}

	/** Claims a key and those that come next. If a chunk is being claimed already, it waits for that. @throws InputError */
	private async claimChunk(key: string): Promise<void> {
		if (this.claiming) {
			// The caller then looks at its key again, whatever became of the chunk.
			await this.claiming.catch(() => undefined);
			return;
		}

		const { nextKeyIndex } = this;
		this.claiming = this.shared.claim(this.nextChunk(key), this.context.helpers);
		try {
			for (const [claimed, result] of await this.claiming) this.states.set(claimed, result);
		} catch (error) {
			// The others of the chunk are claimed when it is their turn.
			this.nextKeyIndex = nextKeyIndex;
			throw this.unclaimed(error);
		} finally {
			this.claiming = undefined;
			this.claimedAt = performance.now();
		}
	}

	/** Returns a key, and those of the items that come next. */
	private nextChunk(first: string): string[] {
		this.chunkSize = this.nextChunkSize();

		const chunk = new Set([first]);
		while (this.nextKeyIndex < this.keys.length && chunk.size < this.chunkSize) {
			const key = this.keys[this.nextKeyIndex];
			if (key !== undefined && !this.states.has(key)) chunk.add(key);
			this.nextKeyIndex++;
		}
		return [...chunk];
	}

	/** Returns how many keys the next chunk has: so many that claiming it is a small part of the time that it lasts. */
	private nextChunkSize(): number {
		const { concurrency } = this.options;
		const isFirst = this.claimedAt === -Infinity;
		if (isFirst) return concurrency;

		const most = 2 * this.chunkSize;
		const timeOfKey = (performance.now() - this.claimedAt) / this.chunkSize;
		const lasting = timeOfKey > 0 ? (CLAIM_SHARE * this.shared.claimTime) / timeOfKey : most;
		return Math.max(concurrency, Math.min(Math.round(lasting), most));
	}

	private unclaimed(error: unknown): InputError {
		const { keyName, done } = this.options;
		return new InputError(
			`The ${keyName} could not be recorded, so this item was not ${done}`,
			`n8n's database answered: "${quote(messageOf(error))}". Run the node again once the database works. If the database recorded the key anyway, that run skips the item as possibly ${done}.`,
		);
	}
}
