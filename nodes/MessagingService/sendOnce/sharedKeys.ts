import { Turns } from '../waiting';
import { type Found, type KeyStore, type SendStatus, StoredKeys } from './storedKeys';

/**
 * What this process knows of a key, from its claim until the record says all there is to say:
 * - `claimed`: it is in the record, for an item that is still to be started;
 * - a promise: its message is under way;
 * - the status of its message, which the record does not say yet: a key of one that was not sent is taken out of it.
 * A key that is not here is used if the record has it. What it says then: see StoredKeys.
 */
export type KeyState = 'claimed' | SendStatus | Promise<SendStatus>;

/** Of each node that has used keys in this process. What stays of one that does nothing is a number. */
const nodes = new Map<string, SharedKeys>();

/**
 * The Send Once Keys of one node, shared by all its executions in this process: they take their turns at n8n's
 * record, and what comes while a call is under way goes with the next one together.
 */
export class SharedKeys {
	private readonly states = new Map<string, KeyState>();

	private readonly stored = new StoredKeys();

	/** Executions, and rounds of loops, under way. */
	private readonly underWay = new Set<{ first: number }>();

	private readonly turns = new Turns();

	/** What is to be claimed with the next call. */
	private wanted = new Set<string>();

	private next?: Promise<ReadonlyMap<string, Found>>;

	/** Tells this process from another one. */
	readonly id = Math.random();

	/** Keys that were used in this process, which only grows. */
	used = 0;

	/** ms that the last call took which claimed keys. */
	private lastClaim = 0;

	/** Returns the keys of a node. */
	static of(node: string): SharedKeys {
		const keys = nodes.get(node) ?? new SharedKeys();
		nodes.set(node, keys);
		return keys;
	}

	/**
	 * Begins to share: what is claimed from then on is kept as long as the rule says. Returns what ends that.
	 * @param first keys of the node that had been used in this process before the first one of the execution
	 */
	join(first: number): () => void {
		if (this.underWay.size === 0) this.stored.reopen();
		const sharing = { first };
		this.underWay.add(sharing);
		return () => void this.underWay.delete(sharing);
	}

	/** ms that a call takes which claims keys, once for each execution: they share the time that it may take. */
	get claimTime(): number {
		return this.lastClaim * this.underWay.size;
	}

	/** Whether something is left to be written. */
	get hasToWrite(): boolean {
		return this.keysIn('sent', 'possiblySent', 'notSent').length > 0;
	}

	stateOf(key: string): KeyState | undefined {
		return this.states.get(key);
	}

	/**
	 * Claims keys, and writes whatever is to be written. Returns what claiming gave; a key that somebody else holds in
	 * this process is left out.
	 * @throws what n8n's database throws
	 */
	async claim(keys: string[], store: KeyStore): Promise<ReadonlyMap<string, Found>> {
		for (const key of keys) this.wanted.add(key);
		this.next ??= this.turns.take(async () => {
			const { wanted } = this;
			this.wanted = new Set();
			this.next = undefined;
			return await this.call(wanted, store);
		});
		return await this.next;
	}

	/** Starts the message of a claimed key. Returns what is to be called with its status, once that is known. */
	start(key: string): (status: SendStatus) => void {
		let land: (status: SendStatus) => void = () => undefined;
		const landed = new Promise<SendStatus>((resolve) => {
			land = resolve;
		});
		this.states.set(key, landed);
		return (status) => {
			this.states.set(key, status);
			if (status !== 'notSent') this.used++;
			land(status);
		};
	}

	/** Gives back a claimed key, unless its message was started since. */
	giveBack(key: string): void {
		if (this.states.get(key) === 'claimed') this.states.set(key, 'notSent');
	}

	private keysIn(...states: KeyState[]): string[] {
		return [...this.states].flatMap(([key, state]) => (states.includes(state) ? key : []));
	}

	private async call(wanted: Set<string>, store: KeyStore): Promise<ReadonlyMap<string, Found>> {
		const start = performance.now();
		const [sent, possiblySent, free] = [
			this.keysIn('sent'),
			this.keysIn('possiblySent'),
			this.keysIn('notSent'),
		];
		const claims = [...wanted].filter((key) => !this.states.has(key));
		// Nobody knows whether one that could not be taken out is there: it is written once more.
		const again = free.filter((key) => wanted.has(key));
		const over = free.filter((key) => !wanted.has(key));
		const open = this.states.size - sent.length - possiblySent.length + claims.length;
		const oldest = Math.min(this.used, ...[...this.underWay].map(({ first }) => first));
		await this.stored.makeRoom(store, this.used - oldest, open);
		if (await this.stored.remove(store, over, possiblySent)) {
			for (const key of over) this.states.delete(key);
		}
		const changes = { claims, again, sent, possiblySent };
		const found = await this.stored.write(store, changes).catch((error) => {
			// They may be in the record all the same.
			this.used += claims.length;
			throw error as Error;
		});
		for (const key of [...sent, ...possiblySent]) this.states.delete(key);
		for (const [key, what] of found) if (what === 'claimed') this.states.set(key, what);
		if (claims.length > 0) this.lastClaim = performance.now() - start;
		return found;
	}
}
