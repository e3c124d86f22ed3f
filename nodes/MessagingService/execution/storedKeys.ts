import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';

/** Keys of before that are kept, beside those of the executions under way. */
export const KEPT_KEYS = 10_000;

/** A key whose message was sent has two: one for its claim, one that says so. */
const ENTRIES_OF_A_KEY = 2;

/** Keys of a run that is to be remembered whole, until 10,000 others were used after it. */
const MANY_KEYS = 1_000;

/** What n8n offers of its record of a node. */
export type KeyStore = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

/** What the record says of a key: nothing, that its message was sent, or only that it was claimed. */
export type Found = 'new' | 'sent' | 'open';

// Keys are trimmed, so none begins with a blank.
const sentMark = (key: string) => ` sent ${key}`;
const LOOKING = ' looking';

/**
 * The Send Once Keys of one node in n8n's record, which outlives crashes. Of two calls at once one would be
 * lost, since n8n rewrites the record as a whole: whoever calls this makes one call at a time.
 *
 * Of an entry n8n tells whether it was there only by recording it. So what tells sent from open is a mark
 * that is added, and to read it means to set it and to take it back. While that lasts the record holds
 * LOOKING: whoever finds it left behind, by a crash in between, trusts no mark and takes every key for open.
 */
export class StoredKeys {
	/** Entries to be taken out; those that could not be are tried again with the next call. */
	private readonly toRemove = new Set<string>();

	/** Entries that n8n is told to keep, the newest. */
	private room = 0;

	/** @param store of any execution of the node */
	constructor(public store: KeyStore) {}

	/**
	 * Makes room for the keys of executions under way, beside those of before. The room never falls below
	 * what is there, so that a small run pushes out as few keys of a large one as it adds itself.
	 * @param keyCount keys of all executions under way
	 */
	async makeRoom(keyCount: number): Promise<void> {
		const entries = ENTRIES_OF_A_KEY * (KEPT_KEYS + keyCount);
		if (this.room === 0) {
			const there = await this.store.getProcessedDataCount('node', this.options());
			this.room = Math.max(entries, there);
			if (keyCount >= MANY_KEYS) await this.fillUp(there);
		}
		this.room = Math.max(this.room, entries);
	}

	/** Adds entries that mean nothing before those of a large run: they are pushed out first. */
	private async fillUp(there: number): Promise<void> {
		const missing = ENTRIES_OF_A_KEY * KEPT_KEYS - there;
		if (missing > 0) await this.add(Array.from({ length: missing }, (_, index) => ` ${index}`));
	}

	/**
	 * Claims keys, and marks those whose messages were sent, by one call.
	 * Gives what stood in the record of the keys to claim.
	 */
	async write(claims: string[], sent: string[]): Promise<Map<string, Found>> {
		await this.removeDue();
		// The claim once more: where two processes wrote at once, it may be lost.
		const entries = [...claims, ...sent.flatMap((key) => [key, sentMark(key)])];
		if (entries.length === 0) return new Map();
		const added = await this.add(entries);
		for (const entry of added) this.toRemove.delete(entry);
		const known = claims.filter((key) => !added.has(key));
		const found = known.length > 0 ? await this.look(known) : new Map<string, Found>();
		for (const key of claims) if (added.has(key)) found.set(key, 'new');
		return found;
	}

	/** Takes a key out with the next call. */
	remove(key: string): void {
		this.toRemove.add(key);
	}

	/** Tells whether a key has still to be taken out; without one, whether any entry has. */
	isDue(key?: string): boolean {
		return key === undefined ? this.toRemove.size > 0 : this.toRemove.has(key);
	}

	/** Tells of claimed keys whether their messages were sent. */
	private async look(keys: string[]): Promise<Map<string, Found>> {
		// Once LOOKING is taken out, every mark is trusted: so none is set while it is still to be taken out.
		if (this.isDue(LOOKING)) return new Map(keys.map((key) => [key, 'open']));
		// What goes again at once pushes nothing out.
		const entries = [LOOKING, ...keys.map(sentMark)];
		const added = await this.add(entries, entries.length).catch(() => undefined);
		const trusted = added?.has(LOOKING);
		for (const entry of added ?? []) this.remove(entry);
		await this.removeDue();
		return new Map(
			keys.map((key) => [key, trusted && !added?.has(sentMark(key)) ? 'sent' : 'open']),
		);
	}

	private async removeDue(): Promise<void> {
		if (this.toRemove.size === 0) return;
		const entries = [...this.toRemove];
		try {
			await this.store.removeProcessed(entries, 'node', this.options());
			for (const entry of entries) this.toRemove.delete(entry);
		} catch {
			// Kept, and said by whoever asks isDue at the end.
		}
	}

	/** Gives those of the entries that were not there. */
	private async add(entries: string[], more = 0): Promise<Set<string>> {
		const options = this.options(more);
		const result = await this.store.checkProcessedAndRecord(entries, 'node', options);
		return new Set(result.new.map(String));
	}

	private options(more = 0): ICheckProcessedOptions {
		return { mode: 'entries', maxEntries: this.room + more };
	}
}
