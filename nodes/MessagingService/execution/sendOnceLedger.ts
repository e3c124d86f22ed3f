import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { quote, wordsOf } from '../errors/quote';
import { cancelled } from '../errors/serviceError';
import type { CountContext } from './keyCount';
import { countKeys } from './keyCount';
import type { Fate, Flight } from './sharedKeys';
import { SharedKeys } from './sharedKeys';
import type { KeyStore } from './storedKeys';
import { Turns } from './turns';

/** The part of an execution that the ledger needs. */
export type LedgerContext = CountContext &
	Pick<IExecuteFunctions, 'getNode' | 'getWorkflow'> & { helpers: KeyStore };

/** Keys of the items, in their order; undefined for an item without one. */
type Keys = ReadonlyArray<string | undefined>;

/** How much longer a chunk of keys should last than it takes to claim it. */
const CLAIM_SHARE = 10;

/** What is said of an item that was not sent and whose key stays used. */
export const NOT_GIVEN_BACK =
	"Its Send Once Key could not be given back, since n8n's database failed: another run may skip this item and say that it may have been sent, which it was not.";

/** What could not be written at the end of an execution. */
export interface Unwritten {
	/** Positions of items that were not sent and whose keys could not be given back. */
	notGivenBack: number[];
	/** Keys that were claimed for items which were then not started, and could not be given back. */
	notStarted: number;
	/** Keys of messages that were sent, which the record does not say. */
	notMarked: number;
}

/**
 * Keeps the messages of one execution from being sent twice under one key: each key is claimed in n8n's
 * record before its request leaves, a chunk at a time, and given back only where nothing was sent.
 *
 * The record is rewritten whole for each chunk. So the longer that takes, beside the time that the messages
 * of a chunk take, the more keys the next chunk has; after a crash, those of a chunk are open.
 */
export class SendOnceLedger {
	/** What is known of keys under which nothing may be sent any more. */
	private readonly fates = new Map<string, 'sent' | 'open'>();

	private readonly flights = new Map<number, Flight>();

	/** Keys that this execution has claimed for items which it has not started yet. */
	private readonly claimed = new Set<string>();

	/** Positions of the items whose messages were not sent. */
	private readonly refused: number[] = [];

	private readonly turns = new Turns();

	/** Where the next chunk starts. */
	private ahead = 0;

	private chunkSize: number;

	/** When the last chunk was claimed, in ms of performance.now(). */
	private claimedAt = -Infinity;

	private constructor(
		private readonly shared: SharedKeys,
		/** Keys for which there is room. */
		private readonly keyCount: number,
		private readonly keys: Keys,
		private readonly concurrency: number,
		private readonly signal: AbortSignal,
	) {
		this.chunkSize = concurrency;
	}

	/**
	 * Gives the ledger of an execution, where an item has a key. It has to be closed.
	 * @param concurrency most messages in flight
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
		const count = countKeys(context, own.size);
		const node = `${context.getWorkflow().id} ${context.getNode().id}`;
		const shared = SharedKeys.join(node, context.helpers, count);
		return new SendOnceLedger(shared, count, keys, concurrency, signal);
	}

	/**
	 * Claims the key of an item that is about to be sent. Where its message is under way already, for
	 * another item or in another execution of this process, it waits for what becomes of that.
	 * Gives `free` when the item is to be sent, else what became of the message that has its key.
	 * @throws what n8n's database throws, and ServiceError about `stop`: the item is not to be sent
	 */
	async claim(position: number): Promise<Fate> {
		const key = this.keys[position];
		if (key === undefined) return 'free';
		for (;;) {
			const fate = this.fates.get(key);
			if (fate) return fate;
			const holder = this.shared.holder(key);
			if (holder === 'ahead') {
				this.flights.set(position, this.shared.start(key));
				this.claimed.delete(key);
				return 'free';
			}
			if (holder) {
				const landed = await this.unlessStopped(holder.landed);
				if (landed !== 'free') this.fates.set(key, landed);
			} else {
				await this.turns.take(async () => {
					if (!this.fates.has(key) && !this.shared.holder(key)) await this.claimFrom(position);
				});
			}
		}
	}

	/** Tells what became of the message of an item that `claim` let go. */
	settle(position: number, fate: Fate): void {
		const key = this.keys[position];
		const flight = this.flights.get(position);
		if (key === undefined || flight === undefined) return;
		if (fate === 'free') this.refused.push(position);
		else this.fates.set(key, fate);
		flight.land(fate);
		this.flights.delete(position);
	}

	/** Gives back what was claimed and not needed, and writes what is still to be written. */
	async close(): Promise<Unwritten> {
		for (const key of this.claimed) this.shared.giveBack(key);
		const unwritten = (await this.flush()) && (await this.flush());
		this.shared.leave(this.keyCount);
		return unwritten ?? { notGivenBack: [], notStarted: 0, notMarked: 0 };
	}

	private async flush(): Promise<Unwritten | undefined> {
		// What fails here is told by what is left.
		await this.shared.flush().catch(() => undefined);
		const isDue = (key?: string) => key !== undefined && !this.shared.isGivenBack(key);
		const unwritten = {
			notGivenBack: this.refused.filter((position) => isDue(this.keys[position])),
			notStarted: [...this.claimed].filter(isDue).length,
			notMarked: [...this.fates.keys()].filter((key) => !this.shared.isMarked(key)).length,
		};
		const left = unwritten.notGivenBack.length + unwritten.notStarted + unwritten.notMarked;
		return left > 0 ? unwritten : undefined;
	}

	private async claimFrom(position: number): Promise<void> {
		const start = this.ahead;
		const chunk = this.nextChunk(position);
		const found = await this.shared.claim(chunk).catch(unclaimed);
		this.claimedAt = performance.now();
		if (found instanceof InputError) {
			// The others of the chunk are claimed when it is their turn.
			this.ahead = start;
			throw found;
		}
		for (const key of chunk) {
			const what = found.get(key);
			if (what === 'new') this.claimed.add(key);
			else if (what) this.fates.set(key, what);
		}
	}

	/** The key of an item, and keys of the items that come next. */
	private nextChunk(position: number): string[] {
		const timeOfKey = (performance.now() - this.claimedAt) / this.chunkSize;
		// Executions that share the record share the time that it may take.
		const claimTime = this.shared.claimTime * this.shared.executions;
		const wanted = Math.round((CLAIM_SHARE * claimTime) / timeOfKey) || 0;
		this.chunkSize = Math.max(this.concurrency, Math.min(wanted, 2 * this.chunkSize));
		const chunk = new Set([this.keys[position] as string]);
		for (; this.ahead < this.keys.length && chunk.size < this.chunkSize; this.ahead++) {
			const key = this.keys[this.ahead];
			if (key !== undefined && !this.fates.has(key) && !this.shared.holder(key)) chunk.add(key);
		}
		return [...chunk];
	}

	private async unlessStopped<T>(promise: Promise<T>): Promise<T> {
		let stop: () => void = () => undefined;
		const stopped = new Promise<void>((resolve) => {
			stop = resolve;
		});
		this.signal.addEventListener('abort', stop, { once: true });
		const result = await Promise.race([promise, stopped]);
		this.signal.removeEventListener('abort', stop);
		if (this.signal.aborted) throw cancelled();
		return result as T;
	}
}

function unclaimed(error: unknown): InputError {
	return new InputError(
		'The Send Once Key could not be recorded, so nothing was sent',
		`n8n's database answered: "${quote(wordsOf(error))}". Run the node again once the database works.`,
	);
}
