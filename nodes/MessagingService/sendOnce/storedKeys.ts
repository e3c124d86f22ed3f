import type { IExecuteFunctions } from 'n8n-workflow';

/** So many other keys are used, after an execution has ended, before its keys are forgotten. */
export const KEPT_KEYS = 10_000;

/** A key whose message was sent has two: one for its claim, one that says so. */
const ENTRIES_OF_A_KEY = 2;

/** What n8n offers of its record of a node. */
export type KeyStore = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

/** Whether the message of a key was sent; `possiblySent` where that is unknown, so sending it again could send it twice. */
export type SendStatus = 'sent' | 'notSent' | 'possiblySent';

/** The status of a key that is used. */
export type Settled = Exclude<SendStatus, 'notSent'>;

/** The result of claiming a key: it is claimed now, or it was used by a message with this status. */
export type Found = 'claimed' | Settled;

/** What one call writes. */
interface Changes {
	claims: string[];
	/** Keys that this process has claimed before, for messages that were not sent. */
	again: string[];
	sent: string[];
	possiblySent: string[];
}

// Keys are trimmed, so none begins with a space.
const sentMark = (key: string) => ` sent ${key}`;
const filler = (_: unknown, index: number) => ` ${index}`;
const LOOKING = ' looking';

/**
 * The Send Once Keys of one node in n8n's record, which outlives crashes. n8n rewrites the record as a whole, so of
 * two calls at once one would be lost: whoever calls this makes one call at a time.
 *
 * n8n tells whether an entry was there only by recording it. So what tells "sent" from "possibly sent" is a mark that is
 * added, and to read it means to set it and to take it back. While that lasts, LOOKING stands behind the marks, so that
 * it is forgotten after them. Whoever finds it left behind by a crash trusts no mark, sets none, and takes every used
 * key for "possibly sent".
 *
 * Of its entries n8n keeps the newest, as many as a call says. The record begins with entries that mean nothing, so
 * that they go first and no key before its time.
 */
export class StoredKeys {
	/** Entries of a look that are still to be taken out. */
	private readonly leftBehind = new Set<string>();

	/** Whether LOOKING is certainly not in the record. */
	private trusts = false;

	/** Entries that the record may have for good; 0 before it was looked at. */
	private room = 0;

	/** Entries that n8n is told to keep in the next call. */
	private maxEntries = 0;

	/** Looks at the record anew, as another process may have written since. */
	reopen(): void {
		this.room = 0;
		this.trusts = false;
	}

	/**
	 * Makes room, before a call. It never becomes less than what is there, so that nothing of a large execution goes
	 * before 10,000 other keys were used.
	 * @param used keys since the first one of any execution under way
	 * @param claims keys whose status is not known yet: room for these comes on top, as they may be given back
	 */
	async makeRoom(store: KeyStore, used: number, claims: number): Promise<void> {
		if (this.room === 0) {
			const there = await store.getProcessedDataCount('node', { mode: 'entries' });
			const fillers = ENTRIES_OF_A_KEY * KEPT_KEYS;
			if (there === 0) await this.add(store, Array.from({ length: fillers }, filler), fillers);
			this.room = there || fillers;
		}
		this.room = Math.max(this.room, ENTRIES_OF_A_KEY * (KEPT_KEYS + used));
		this.maxEntries = this.room + claims + this.leftBehind.size;
	}

	/**
	 * Claims keys, and writes the status of others, by one call. Returns what stood in the record of those to claim.
	 * @throws what n8n's database throws
	 */
	async write(
		store: KeyStore,
		{ claims, again, sent, possiblySent }: Changes,
	): Promise<Map<string, Found>> {
		const marks = sent.map(sentMark);
		// The claims once more: where two processes wrote at once, they may be lost.
		const entries = [...claims, ...again, ...possiblySent, ...sent, ...marks];
		if (entries.length === 0) return new Map();
		const added = await this.add(store, entries, this.maxEntries);
		// Of a key that was just forgotten, the mark was there still: it is to go after the new claim.
		const old = marks.filter((mark) => !added.has(mark));
		if (old.length > 0 && (await this.remove(store, old))) {
			await this.add(store, old, this.maxEntries);
		}
		const known = claims.filter((key) => !added.has(key));
		const found = new Map<string, Found>();
		for (const key of [...claims, ...again]) found.set(key, 'claimed');
		for (const [key, status] of await this.look(store, known)) found.set(key, status);
		return found;
	}

	/**
	 * Takes out entries, marks of before on keys that are possibly sent now, and what looks have left behind.
	 * Tells whether that went well.
	 */
	async remove(store: KeyStore, entries: string[], possiblySent: string[] = []): Promise<boolean> {
		const all = [...entries, ...possiblySent.map(sentMark), ...this.leftBehind];
		if (all.length === 0) return true;
		const removed = store.removeProcessed(all, 'node', { mode: 'entries' });
		const isDone = await removed.then(
			() => true,
			() => false,
		);
		if (isDone) this.leftBehind.clear();
		return isDone;
	}

	/** Returns the status of each of the keys, which are in the record. */
	private async look(store: KeyStore, keys: string[]): Promise<Array<[string, Settled]>> {
		if (keys.length === 0) return [];
		this.trusts ||= (await this.tryOut(store, [])) !== undefined;
		const added = this.trusts ? await this.tryOut(store, keys.map(sentMark)) : undefined;
		this.trusts = added !== undefined;
		return keys.map((key) => [key, !added || added.has(sentMark(key)) ? 'possiblySent' : 'sent']);
	}

	/**
	 * Adds marks, and LOOKING behind them, and takes them out again. Returns what was not there; undefined where LOOKING
	 * was, or may have been.
	 */
	private async tryOut(store: KeyStore, marks: string[]): Promise<Set<string> | undefined> {
		if (this.leftBehind.size > 0) return undefined;
		const entries = [...marks, LOOKING];
		// What goes again at once pushes nothing out.
		const added = await this.add(store, entries, this.maxEntries + entries.length).catch(
			() => undefined,
		);
		for (const entry of added ?? []) this.leftBehind.add(entry);
		await this.remove(store, []);
		return added?.has(LOOKING) ? added : undefined;
	}

	/** Returns those of the entries that were not there. */
	private async add(store: KeyStore, entries: string[], maxEntries: number): Promise<Set<string>> {
		const options = { mode: 'entries', maxEntries } as const;
		const { new: added } = await store.checkProcessedAndRecord(entries, 'node', options);
		return new Set(added.map(String));
	}
}
