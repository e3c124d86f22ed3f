import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';

/** The newest keys that n8n keeps for a node. */
export const MAX_KEYS = 10_000;

const STORE_OPTIONS: ICheckProcessedOptions = { mode: 'entries', maxEntries: MAX_KEYS };

type KeyStore = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/**
 * Keeps a key from being sent twice, over the runs of a node: each is recorded in n8n's store before
 * its request leaves, and taken out again only when the request certainly was not acted on.
 *
 * n8n keeps the keys of a node in one database row and rewrites it whole, so keys are recorded in
 * chunks, ahead of the items that need them, and never by two calls at once.
 */
export class SendOnceLedger {
	/** What became of a key in this run; a key that is not there has not been looked at. */
	private readonly claims = new Map<string, 'recorded' | 'taken' | 'used'>();

	/** Where the next chunk starts. */
	private ahead = 0;

	/** The store is read and written by one call at a time. */
	private turn: Promise<unknown> = Promise.resolve();

	/**
	 * @param keys of the items, in item order; undefined for an item without a key
	 * @param chunkSize most keys that are recorded ahead
	 */
	constructor(
		private readonly store: KeyStore,
		private readonly keys: Array<string | undefined>,
		private readonly chunkSize: number,
	) {}

	/**
	 * Claims the key of an item that is about to be sent.
	 * Gives false when the key was used before, in an earlier run or by an earlier item of this one.
	 */
	async claim(itemIndex: number): Promise<boolean> {
		const key = this.keys[itemIndex];
		if (key === undefined) return true;
		if (!this.claims.has(key)) {
			await this.inTurn(async () => {
				if (!this.claims.has(key)) await this.recordFrom(itemIndex);
			});
		}
		if (this.claims.get(key) !== 'recorded') return false;
		this.claims.set(key, 'used');
		return true;
	}

	/** Takes the key of an item out again: its request certainly was not acted on. */
	async release(itemIndex: number): Promise<void> {
		const key = this.keys[itemIndex];
		if (key === undefined) return;
		await this.inTurn(async () => await this.remove([key]));
	}

	/** Takes out the keys that were recorded ahead for items that were then never started. */
	async releaseUnused(): Promise<void> {
		const unused = [...this.claims].filter(([, claim]) => claim === 'recorded').map(([key]) => key);
		if (unused.length > 0) await this.inTurn(async () => await this.remove(unused));
	}

	private async recordFrom(itemIndex: number): Promise<void> {
		const chunk = new Set<string>([this.keys[itemIndex] as string]);
		for (; this.ahead < this.keys.length && chunk.size < this.chunkSize; this.ahead++) {
			const key = this.keys[this.ahead];
			if (key !== undefined && !this.claims.has(key)) chunk.add(key);
		}
		const result = await this.store.checkProcessedAndRecord([...chunk], 'node', STORE_OPTIONS);
		for (const key of chunk) this.claims.set(key, 'taken');
		for (const key of result.new) this.claims.set(String(key), 'recorded');
	}

	private async remove(keys: string[]): Promise<void> {
		await this.store.removeProcessed(keys, 'node', STORE_OPTIONS);
		for (const key of keys) this.claims.delete(key);
	}

	private async inTurn(work: () => Promise<void>): Promise<void> {
		const done = this.turn.then(work);
		// One call that fails must not keep the next from its turn; it fails for its own item.
		this.turn = done.catch(() => undefined);
		await done;
	}
}
