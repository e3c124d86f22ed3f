import type { IExecuteFunctions } from 'n8n-workflow';

import type { UsedOutcome } from '../outcome';
import type { ClaimResult, ClaimResults } from './keyState';

/** Other keys that are used, after an execution has ended, before its keys are forgotten. */
export const KEPT_KEYS = 10_000;

/** A key whose message was sent has two: one for its claim, one that says so. */
const ENTRIES_OF_A_KEY = 2;

/** n8n's helpers that read and write the record of a node. */
export type KeyStore = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

/** The changes that one call writes. */
interface Changes {
	/** Keys to claim that this process knows nothing of. */
	claims: string[];
	/** Keys to claim once more: this process has claimed them before, for messages that were not sent. */
	reclaims: string[];
	/** Keys whose messages were sent, or may have been. */
	sent: string[];
	possiblySent: string[];
}

/** How much room the keys need. */
interface Room {
	/** Keys that were used since the first one of any execution under way. */
	used: number;
	/** Keys whose outcome is not known yet: room for these comes on top, as they may be released. */
	unsettled: number;
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

	/** Entries that the record may have for good; undefined while its size is unknown. */
	private room?: number;

	/** Forgets the size of the record, since another process may have written to it. */
	reopen(): void {
		this.room = undefined;
		this.marksAreReliable = false;
	}

	/**
	 * Claims keys, and writes the outcome of others, with room for all that must be kept.
	 * @throws what n8n's database throws: the claims may be in the record all the same
	 */
	async write(store: KeyStore, changes: Changes, room: Room): Promise<ClaimResults> {
		const maxEntries = await this.makeRoom(store, room);
		return await this.claimAndMark(store, changes, maxEntries);
	}

	/**
	 * Takes keys out, and what probes have left behind. A message that is possibly sent may have the mark of an earlier one
	 * with its key: that goes, too. Returns whether n8n's database did it.
	 */
	async removeKeys(store: KeyStore, keys: string[], possiblySent: string[]): Promise<boolean> {
		return await this.remove(store, [...keys, ...possiblySent.map(sentMark)]);
	}

	/**
	 * Makes room before a call. Returns how many entries n8n is to keep in it. The room never shrinks below what the record
	 * holds, so no key of a large execution goes before 10,000 other keys were used.
	 */
	private async makeRoom(store: KeyStore, { used, unsettled }: Room): Promise<number> {
		const size = this.room ?? (await this.fill(store));
		this.room = Math.max(size, ENTRIES_OF_A_KEY * (KEPT_KEYS + used));
		return this.room + unsettled + this.leftBehind.size;
	}

	/** Fills an empty record with entries without meaning. Returns how many entries the record then has. */
	private async fill(store: KeyStore): Promise<number> {
		const size = await store.getProcessedDataCount('node', { mode: 'entries' });
		if (size !== 0) return size;

		const fillers = ENTRIES_OF_A_KEY * KEPT_KEYS;
		await this.add(store, Array.from({ length: fillers }, filler), fillers);
		return fillers;
	}

	/** Claims keys, and writes the outcome of others, by one call. @throws what n8n's database throws */
	private async claimAndMark(
		store: KeyStore,
		{ claims, reclaims, sent, possiblySent }: Changes,
		maxEntries: number,
	): Promise<ClaimResults> {
		const marks = sent.map(sentMark);
		// Keys that were claimed before are written once more: where two processes wrote at once, they may be lost.
		const entries = [...claims, ...reclaims, ...possiblySent, ...sent, ...marks];
		if (entries.length === 0) return new Map();

		const added = await this.add(store, entries, maxEntries);
		const oldMarks = marks.filter((mark) => !added.has(mark));
		await this.renew(store, oldMarks, maxEntries);

		const results = new Map<string, ClaimResult>();
		for (const key of [...claims, ...reclaims]) results.set(key, 'claimed');

		const used = claims.filter((key) => !added.has(key));
		const outcomes = await this.readMarks(store, used, maxEntries);
		for (const [key, outcome] of outcomes) results.set(key, outcome);
		return results;
	}

	/** Puts old marks behind their new claims: n8n may have forgotten a key, and would then forget its mark too early. */
	private async renew(store: KeyStore, marks: string[], maxEntries: number): Promise<void> {
		if (marks.length === 0) return;
		if (await this.remove(store, marks)) await this.add(store, marks, maxEntries);
	}

	/** Removes entries, and what probes have left behind. Returns whether n8n's database did it. */
	private async remove(store: KeyStore, entries: string[]): Promise<boolean> {
		const all = [...entries, ...this.leftBehind];
		if (all.length === 0) return true;

		const removed = store.removeProcessed(all, 'node', { mode: 'entries' });
		const isDone = await removed.then(
			() => true,
			() => false,
		);
		if (isDone) this.leftBehind.clear();
		return isDone;
	}

	/** Returns the outcome of each of the keys, which are in the record. */
	private async readMarks(
		store: KeyStore,
		keys: string[],
		maxEntries: number,
	): Promise<Array<[string, UsedOutcome]>> {
		if (keys.length === 0) return [];

		if (!this.marksAreReliable) this.marksAreReliable = await this.isProbeAbsent(store, maxEntries);
		const added = this.marksAreReliable
			? await this.probeMarks(store, keys.map(sentMark), maxEntries)
			: undefined;
		this.marksAreReliable = added !== undefined;

		// A mark that could be added was not there.
		const isMarked = (key: string) => added !== undefined && !added.has(sentMark(key));
		return keys.map((key) => [key, isMarked(key) ? 'sent' : 'possiblySent']);
	}

	/** Tells whether PROBE is certainly not in the record. */
	private async isProbeAbsent(store: KeyStore, maxEntries: number): Promise<boolean> {
		return (await this.probeMarks(store, [], maxEntries)) !== undefined;
	}

	/**
	 * Adds marks, and PROBE behind them, and removes them again. Returns those that were not there; undefined where
	 * PROBE was there, or may have been.
	 */
	private async probeMarks(
		store: KeyStore,
		marks: string[],
		maxEntries: number,
	): Promise<Set<string> | undefined> {
		if (this.leftBehind.size > 0) return undefined;

		const entries = [...marks, PROBE];
		// The limit is raised, so that entries which are removed at once evict nothing.
		const limit = maxEntries + entries.length;
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
