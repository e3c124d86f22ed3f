import { Turns } from '../waiting';
import { sharedInProcess } from '../sharedInProcess';
import { isUsed, type Outcome } from '../outcome';
import type { ClaimResults, KeyState } from './keyState';
import { type KeyStore, N8nRecord } from './n8nRecord';

/**
 * Knowledge of this process about a key, from its claim until the record says all there is to say:
 * - `claimed`: it is in the record, for an item that is still to be started;
 * - a promise: its message is under way;
 * - the outcome of its message, which the record does not say yet: a key of one that was not sent is taken out of it.
 * A key that is not here is used if the record has it.
 */
export type SharedState = KeyState | Promise<Outcome>;

/** Tells what became of a message that was started, once that is known. */
export type Settle = (outcome: Outcome) => void;

/**
 * The keys of each node that has used some in this process; an idle node keeps only a counter. Older modules of this
 * package may still send with the same object. If its methods or states change, raise the number in the name: then older
 * modules and this one do not know each other's keys, and the package must be updated while no execution sends.
 */
const nodes = sharedInProcess('sendOnceKeys 1', () => new Map<string, SharedKeys>());

/**
 * The Send Once Keys of one node, shared by all its executions in this process: they take their turns at n8n's
 * record, and what comes while a call is under way goes with the next one together.
 */
export class SharedKeys {
	private readonly states = new Map<string, SharedState>();

	private readonly record = new N8nRecord();

	/** Executions, and rounds of loops, under way. */
	private readonly subscribers = new Set<{ usedBefore: number }>();

	private readonly turns = new Turns();

	/** Keys to claim with the next call. */
	private wanted = new Set<string>();

	private next?: Promise<ClaimResults>;

	/** Tells this process from another one. */
	readonly processId = Math.random();

	/** Keys that were used in this process, which only grows. */
	used = 0;

	/** ms that the last call took which claimed keys. */
	private lastClaim = 0;

	static of(node: string): SharedKeys {
		const keys = nodes.get(node) ?? new SharedKeys();
		nodes.set(node, keys);
		return keys;
	}

	/**
	 * Keeps the keys of an execution, or of a round of a loop, in the record until the returned function is called.
	 * @param usedBefore keys of the node that had been used in this process before the first one of the execution
	 */
	subscribe(usedBefore: number): () => void {
		if (this.subscribers.size === 0) this.record.reopen();
		const subscriber = { usedBefore };
		this.subscribers.add(subscriber);
		return () => void this.subscribers.delete(subscriber);
	}

	/** ms that a call takes which claims keys, once for each execution: they share the time that it may take. */
	get claimTime(): number {
		return this.lastClaim * this.subscribers.size;
	}

	get hasToWrite(): boolean {
		return this.keysIn('sent', 'possiblySent', 'notSent').length > 0;
	}

	stateOf(key: string): SharedState | undefined {
		return this.states.get(key);
	}

	/**
	 * Claims keys, and writes whatever is to be written. One that is claimed or being sent in this process has no result.
	 * @throws what n8n's database throws
	 */
	async claim(keys: string[], store: KeyStore): Promise<ClaimResults> {
		for (const key of keys) this.wanted.add(key);
		this.next ??= this.turns.take(async () => {
			const { wanted } = this;
			this.wanted = new Set();
			this.next = undefined;
			return await this.call(wanted, store);
		});
		return await this.next;
	}

	/** Starts the message of a claimed key. Returns the function that settles it. */
	start(key: string): Settle {
		let settle: Settle = () => undefined;
		const settled = new Promise<Outcome>((resolve) => {
			settle = resolve;
		});
		this.states.set(key, settled);

		return (outcome) => {
			this.states.set(key, outcome);
			if (isUsed(outcome)) this.used++;
			settle(outcome);
		};
	}

	/** Releases a claimed key, unless its message was started since. */
	release(key: string): void {
		if (this.states.get(key) === 'claimed') this.states.set(key, 'notSent');
	}

	private keysIn(...states: SharedState[]): string[] {
		return [...this.states].flatMap(([key, state]) => (states.includes(state) ? key : []));
	}

	private async call(wanted: Set<string>, store: KeyStore): Promise<ClaimResults> {
		const start = performance.now();
		const sent = this.keysIn('sent');
		const possiblySent = this.keysIn('possiblySent');
		const released = this.keysIn('notSent');

		const claims = [...wanted].filter((key) => !this.states.has(key));
		// A released key that could not be removed may be in the record or not: it is written once more.
		const reclaims = released.filter((key) => wanted.has(key));
		const removals = released.filter((key) => !wanted.has(key));

		const settled = sent.length + possiblySent.length;
		const unsettled = this.states.size - settled + claims.length;
		const room = { used: usedSinceOldest(this.used, this.subscribers), unsettled };

		if (await this.record.removeKeys(store, removals, possiblySent)) {
			for (const key of removals) this.states.delete(key);
		}
		const changes = { claims, reclaims, sent, possiblySent };
		const results = await this.record.write(store, changes, room).catch((error: unknown) => {
			// They may be in the record all the same.
			this.used += claims.length;
			throw error;
		});

		for (const key of [...sent, ...possiblySent]) this.states.delete(key);
		for (const [key, result] of results) {
			if (result === 'claimed') this.states.set(key, result);
		}
		if (claims.length > 0) this.lastClaim = performance.now() - start;
		return results;
	}
}

/**
 * Returns how many keys were used since the first one of any execution under way.
 * @param used keys that were used in this process
 */
function usedSinceOldest(used: number, underWay: Iterable<{ usedBefore: number }>): number {
	const counts = [...underWay].map(({ usedBefore }) => usedBefore);
	return used - Math.min(used, ...counts);
}
