import type { Found, KeyStore } from './storedKeys';
import { StoredKeys } from './storedKeys';
import { Turns } from './turns';

/** What became of a message; free: certainly not sent, so that another may be sent under its key. */
export type Fate = 'sent' | 'open' | 'free';

/** A message under way: under its key nothing else is sent until it is known what became of it. */
export interface Flight {
	readonly landed: Promise<Fate>;
	land(fate: Fate): void;
}

/** Of each node that has executions under way, or something left to write. */
const shared = new Map<string, SharedKeys>();

/**
 * The Send Once Keys of one node, shared by all its executions in this process: they take their turns at
 * n8n's record, and what comes while a call is under way goes with the next one together.
 */
export class SharedKeys {
	private readonly turns = new Turns();

	private readonly stored: StoredKeys;

	/** Keys that this process has claimed: `ahead` for items that are still to be started. */
	private readonly held = new Map<string, 'ahead' | Flight>();

	/** Keys whose messages were sent, which the record does not say yet. */
	private readonly toMark = new Set<string>();

	/** What goes with the next call. */
	private next?: { claims: Set<string>; found: Promise<ReadonlyMap<string, Found>> };

	/** Executions under way that share these keys. */
	executions = 0;

	private expected = 0;

	/** ms that the last call took which claimed keys. */
	claimTime = 0;

	private constructor(
		private readonly node: string,
		store: KeyStore,
	) {
		this.stored = new StoredKeys(store);
	}

	/**
	 * Gives the keys of a node to an execution, which has to leave them at its end.
	 * @param keyCount keys that it may claim
	 */
	static join(node: string, store: KeyStore, keyCount: number): SharedKeys {
		const keys = shared.get(node) ?? new SharedKeys(node, store);
		shared.set(node, keys);
		keys.stored.store = store;
		keys.executions++;
		keys.expected += keyCount;
		return keys;
	}

	/** Ends what `join` began. */
	leave(keyCount: number): void {
		this.executions--;
		this.expected -= keyCount;
		// What could not be written is tried again with the node's next execution.
		if (this.executions === 0 && this.toMark.size === 0 && !this.stored.isDue()) {
			shared.delete(this.node);
		}
	}

	/** Tells who holds a key in this process. */
	holder(key: string): 'ahead' | Flight | undefined {
		return this.held.get(key);
	}

	/**
	 * Claims keys. Those that are free are held `ahead` then; of the others it gives what became of them.
	 * @throws what n8n's database throws
	 */
	async claim(keys: string[]): Promise<ReadonlyMap<string, Found>> {
		this.next ??= this.nextCall();
		for (const key of keys) this.next.claims.add(key);
		return await this.next.found;
	}

	/** Starts the message of a key that is held ahead. */
	start(key: string): Flight {
		let landed: (fate: Fate) => void = () => undefined;
		const flight: Flight = {
			landed: new Promise((resolve) => {
				landed = resolve;
			}),
			land: (fate) => {
				if (fate === 'sent') this.toMark.add(key);
				else this.held.delete(key);
				if (fate === 'free') this.stored.remove(key);
				landed(fate);
			},
		};
		this.held.set(key, flight);
		return flight;
	}

	/** Gives a key back that was claimed ahead, unless its message was started since. */
	giveBack(key: string): void {
		if (this.held.get(key) !== 'ahead') return;
		this.held.delete(key);
		this.stored.remove(key);
	}

	/**
	 * Writes what is still to be written.
	 * @throws what n8n's database throws; what was not given back is told by `isGivenBack` alone
	 */
	async flush(): Promise<void> {
		await this.claim([]);
	}

	isMarked(key: string): boolean {
		return !this.toMark.has(key);
	}

	isGivenBack(key: string): boolean {
		return !this.stored.isDue(key);
	}

	private nextCall() {
		const claims = new Set<string>();
		const found = this.turns.take(async () => {
			this.next = undefined;
			return await this.write([...claims].filter((key) => !this.held.has(key)));
		});
		return { claims, found };
	}

	private async write(claims: string[]): Promise<ReadonlyMap<string, Found>> {
		const start = performance.now();
		const sent = [...this.toMark];
		await this.stored.makeRoom(this.expected);
		const found = await this.stored.write(claims, sent);
		for (const key of sent) {
			this.toMark.delete(key);
			this.held.delete(key);
		}
		for (const [key, what] of found) if (what === 'new') this.held.set(key, 'ahead');
		if (claims.length > 0) this.claimTime = performance.now() - start;
		return found;
	}
}
