import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError, messageOf, type Outcome, quote, serviceError } from '../errors';
import { executionMemory, unlessStopped } from '../n8n/execution';
import {
	claimKeys,
	keysOfNode,
	type KeyState,
	type NodeKeys,
	settleKeys,
	type UsedOutcome,
} from './nodeKeys';

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

	/** Keys of this run, each once, in the order of its items. */
	private readonly keys: string[];

	private readonly nodeKeys: NodeKeys;

	/**
	 * @param keys of the items, in their order
	 * @throws InputError when the execution has more keys than n8n can keep
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		keys: string[],
		private readonly options: LedgerOptions,
	) {
		this.keys = [...new Set(keys)];
		this.nodeKeys = keysOfNode(context);

		// Of all rounds of a loop together.
		const counted = executionMemory<Record<string, true>>(context, 'onceKeys', {});
		const total = new Set([...Object.keys(counted), ...keys]).size;
		if (total > MAX_KEYS) {
			const { keyLabel, done } = options;
			throw new InputError(
				`One execution can have at most ${MAX_KEYS} ${keyLabel}s, but this one has ${total}`,
				`None of these items was ${done}. Read only new rows, or keep the keys in your own database, as the example with PostgreSQL does.`,
			);
		}
		for (const key of keys) counted[key] = true;
	}

	/**
	 * Does a job, unless its key was used: then it returns the outcome of the item that has used it. If that one is under
	 * way, here or in another execution of this process, it waits for the outcome first.
	 * @param job must not throw
	 * @throws InputError where n8n's database fails, and ServiceError about `stop`: nothing was sent
	 */
	async doOnce<Result extends { status: Outcome }>(
		key: string,
		job: () => Promise<Result>,
	): Promise<Result | UsedOutcome> {
		const { signal } = this.options;
		// After each step another item, or the user, may have changed what holds: so it looks again.
		for (;;) {
			if (signal.aborted) throw serviceError('stopped');

			const state = this.stateOf(key);
			if (state === 'claimed') break;
			else if (state === 'free') await this.claimChunk(key);
			else if (typeof state === 'string') return state;
			else await unlessStopped(state, signal);
		}

		// Started at once, so that no other item starts under the same key.
		const work = job();
		this.nodeKeys.states.set(key, work);
		const result = await work;
		if (result.status === 'notSent') this.markFree(key);
		else this.markUsed(key, result.status);
		return result;
	}

	/** Gives back what was claimed and not needed. Returns whether n8n's database took all that was to be written. */
	async close(): Promise<boolean> {
		for (const key of this.keys) if (this.stateOf(key) === 'claimed') this.markFree(key);
		return await this.nodeKeys.oneAtATime(async () => await this.writeStates());
	}

	private stateOf(key: string): KeyState {
		return this.used.get(key) ?? this.nodeKeys.states.get(key) ?? 'free';
	}

	private markClaimed(key: string): void {
		this.nodeKeys.states.set(key, 'claimed');
	}

	private markFree(key: string): void {
		this.nodeKeys.states.set(key, 'free');
	}

	private markUsed(key: string, outcome: UsedOutcome): void {
		this.used.set(key, outcome);
		// The mark in the record says already that it is possibly sent.
		if (outcome === 'possiblySent') this.nodeKeys.states.delete(key);
		else this.nodeKeys.states.set(key, outcome);
	}

	/** Claims a key and those that come next; the caller then looks at its key again. @throws InputError */
	private async claimChunk(key: string): Promise<void> {
		await this.nodeKeys.oneAtATime(async () => {
			// Others may have claimed it by now.
			if (this.stateOf(key) !== 'free') return;

			const first = this.keys.indexOf(key);
			const chunk = this.keys.slice(first, first + CHUNK_FACTOR * this.options.concurrency);
			const free = chunk.filter((one) => this.stateOf(one) === 'free');

			await this.writeStates();
			for (const [claimed, state] of await this.claim(free)) {
				if (state === 'claimed') this.markClaimed(claimed);
				else if (state === 'free') this.markFree(claimed);
				else this.markUsed(claimed, state);
			}
			await this.writeStates();
		});
	}

	/** Writes which keys were sent or are free. False where n8n's database failed: a later call does it. */
	private async writeStates(): Promise<boolean> {
		const { states } = this.nodeKeys;
		const settled = [...states].filter(([, state]) => state === 'sent' || state === 'free');
		try {
			await settleKeys(this.context, settled);
		} catch {
			return false;
		}
		for (const [key] of settled) states.delete(key);
		return true;
	}

	/** Claims keys, and returns what the record says of them. @throws InputError where n8n's database fails */
	private async claim(keys: string[]) {
		const { keyLabel, done } = this.options;
		return await claimKeys(this.context, keys).catch((error: unknown) => {
			throw new InputError(
				`The ${keyLabel} could not be recorded, so this item was not ${done}`,
				`n8n's database answered: "${quote(messageOf(error))}". Run the node again once the database works. If the database recorded the key anyway, that run skips the item as possibly ${done}.`,
			);
		});
	}
}
