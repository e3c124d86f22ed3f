import type { IExecuteFunctions } from 'n8n-workflow';

/** Other keys that are used, after an execution has ended, before its keys are forgotten. */
export const KEPT_KEYS = 10_000;

/** A key whose message was sent has two: one for its claim, one that says so. */
const ENTRIES_OF_A_KEY = 2;

/** n8n's helpers that read and write the record of a node. */
export type KeyStore = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

/** Whether the message of a key was sent; `possiblySent` where that is unknown, so sending it again could send it twice. */
export type SendStatus = 'sent' | 'notSent' | 'possiblySent';

/** The status of a key that is used. */
export type UsedStatus = Exclude<SendStatus, 'notSent'>;

/** The result of claiming a key: it is claimed now, or it was used by a message with this status. */
export type ClaimResult = 'claimed' | UsedStatus;

/** The results of claiming keys, by key. */
export type ClaimResults = ReadonlyMap<string, ClaimResult>;

/** The changes that one call writes. */
interface Changes {
	claims: string[];
	/** Keys that this process has claimed before, for messages that were not sent. */
	reclaims: string[];
	sent: string[];
	possiblySent: string[];
}

// Keys are trimmed, so none begins with a space. These stand in users' databases: they stay as they are.
const sentMark = (key: string) => ` sent ${key}`;
const filler = (_: unknown, index: number) => ` ${index}`;
const PROBE = ' looking';

/**
 * The Send Once Keys of one node in n8n's record, which outlives crashes. n8n rewrites the record as a whole, so of
 * two calls at once one would be lost: whoever calls this makes one call at a time.
 *
 * n8n tells whether an entry was there only by adding it. A key that was sent has a mark beside it, so reading a mark
 * means adding it and removing it again. Meanwhile PROBE stands behind the marks, so that n8n forgets it after them. If
 * a crash left PROBE behind, added marks may have stayed too: then no mark is read or added, and every used key is
 * possibly sent.
 *
 * n8n keeps the newest entries, as many as a call says. The record begins with entries without meaning, so that
 * n8n drops these first and no key too early.
 */
export class N8nRecord {
	/** Entries of a probe that are still to be removed. */
	private readonly leftBehind = new Set<string>();

	/** Whether PROBE is certainly not in the record. */
	private marksAreReliable = false;

	/** Entries that the record may have for good; 0 while its size is unknown. */
	private room = 0;

	/** Entries that n8n is told to keep in the next call. */
	private maxEntries = 0;

	/** Forgets the size of the record, since another process may have written to it. */
	reopen(): void {
		this.room = 0;
		this.marksAreReliable = false;
	}

	/**
	 * Makes room, before a call. It never becomes less than what is there, so that nothing of a large execution goes
	 * before 10,000 other keys were used.
	 * @param used keys since the first one of any execution under way
	 * @param claims keys whose status is not known yet: room for these comes on top, as they may be released
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

	/** Claims keys, and writes the status of others, by one call. @throws what n8n's database throws */
	async write(store: KeyStore, changes: Changes): Promise<ClaimResults> {
		const { claims, reclaims, sent, possiblySent } = changes;
		const marks = sent.map(sentMark);
		// The claims once more: where two processes wrote at once, they may be lost.
		const entries = [...claims, ...reclaims, ...possiblySent, ...sent, ...marks];
		if (entries.length === 0) return new Map();
		const added = await this.add(store, entries, this.maxEntries);
		// n8n may have forgotten a key and not yet its mark: the mark must be forgotten after the new claim.
		const old = marks.filter((mark) => !added.has(mark));
		if (old.length > 0 && (await this.remove(store, old))) {
			await this.add(store, old, this.maxEntries);
		}
		const known = claims.filter((key) => !added.has(key));
		const results = new Map<string, ClaimResult>();
		for (const key of [...claims, ...reclaims]) results.set(key, 'claimed');
		for (const [key, status] of await this.readMarks(store, known)) results.set(key, status);
		return results;
	}

	/**
	 * Removes entries, old marks of keys that are possibly sent now, and what probes have left behind.
	 * Returns whether n8n's database did it.
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
	private async readMarks(store: KeyStore, keys: string[]): Promise<Array<[string, UsedStatus]>> {
		if (keys.length === 0) return [];
		this.marksAreReliable ||= (await this.probeMarks(store, [])) !== undefined;
		const added = this.marksAreReliable
			? await this.probeMarks(store, keys.map(sentMark))
			: undefined;
		this.marksAreReliable = added !== undefined;
		return keys.map((key) => [key, !added || added.has(sentMark(key)) ? 'possiblySent' : 'sent']);
	}

	/**
	 * Adds marks, and PROBE behind them, and removes them again. Returns those that were not there; undefined where
	 * PROBE was there, or may have been.
	 */
	private async probeMarks(store: KeyStore, marks: string[]): Promise<Set<string> | undefined> {
		if (this.leftBehind.size > 0) return undefined;
		const entries = [...marks, PROBE];
		// The limit is raised, so that entries which are removed at once evict nothing.
		const limit = this.maxEntries + entries.length;
		const added = await this.add(store, entries, limit).catch(() => undefined);
		for (const entry of added ?? []) this.leftBehind.add(entry);
		await this.remove(store, []);
		return added?.has(PROBE) ? added : undefined;
	}

	/** Returns those of the entries that were not there. */
	private async add(store: KeyStore, entries: string[], maxEntries: number): Promise<Set<string>> {
		const options = { mode: 'entries', maxEntries } as const;
		const { new: added } = await store.checkProcessedAndRecord(entries, 'node', options);
		return new Set(added.map(String));
	}
}
