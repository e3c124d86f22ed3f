import type { IExecuteFunctions } from 'n8n-workflow';

import type { Outcome } from '../errors';
import { Turns } from '../host/waiting';

/** The outcome of a message whose key is used. */
export type UsedOutcome = Exclude<Outcome, 'notSent'>;

/** n8n's helpers that read and write the record of a node. */
export type KeyStore = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed'
>;

/**
 * What this process knows of a key beside the record:
 * - `claimed`: it is in the record, for an item that is still to be started;
 * - a promise: its message is under way;
 * - an outcome that the record does not say yet.
 */
type KeyState = 'claimed' | Promise<Outcome> | Outcome;

/** What came of claiming keys. */
interface Claims {
	claimed: string[];
	used: Map<string, UsedOutcome>;
}

/** True where a key can be claimed, unless the record has it. */
export const isFree = (state?: KeyState) => state === undefined || state === 'notSent';

/** Entries that n8n keeps of a node. A key takes one; one whose outcome nobody knows takes two. */
const KEPT_ENTRIES = 50_000;

/** Most keys that are looked at in one call: ten times the highest concurrency. */
export const MAX_CHUNK = 1_000;

/** Looking at a chunk adds up to 2,000 entries: the room beside the keys keeps them from pushing keys out. */
const IN_RECORD = { mode: 'entries', maxEntries: KEPT_ENTRIES + 2 * MAX_CHUNK } as const;

/** Returns the entry that says: nobody knows whether this key's message was sent. */
const openMark = (key: string) => `open ${key}`;

const withMark = (key: string) => [key, openMark(key)];

/** The keys of each node that has used some in this process. */
const nodes = new Map<string, NodeKeys>();

/**
 * The keys of one node, in n8n's record and in this process, whose executions share them.
 *
 * The record keeps doubt, not certainty. Claiming a key adds it, and behind it the mark `open`; "sent" takes the mark
 * out, "not sent" takes out both. So the mark of a used key is there as long as nobody knows, and a crash at any moment
 * errs to "possibly sent". n8n tells whether an entry was there only by adding it, and rewrites the record as a whole:
 * of two calls at once one would be lost, so calls take turns.
 */
export class NodeKeys {
	private readonly states = new Map<string, KeyState>();

	private readonly turns = new Turns();

	/** Returns the keys of a node. @param node tells it from the nodes of all workflows */
	static of(node: string): NodeKeys {
		const keys = nodes.get(node) ?? new NodeKeys();
		nodes.set(node, keys);
		return keys;
	}

	/** Returns what this process knows of a key; undefined where the record alone knows. */
	stateOf(key: string): KeyState | undefined {
		return this.states.get(key);
	}

	/**
	 * Claims those of the keys that are free, and writes the outcomes that are known by now. Returns the keys that are
	 * claimed, and the outcome of each that was used. One that is claimed or under way already is in neither.
	 * @throws what n8n's database throws: the keys may be in the record all the same, as possibly sent
	 */
	async claim(keys: string[], store: KeyStore): Promise<Claims> {
		return await this.turns.take(async () => {
			await this.writeOutcomes(store);

			const free = keys.filter((key) => isFree(this.states.get(key)));
			return await this.addKeys(free, store);
		});
	}

	/** Starts the message of a claimed key. Returns a function that records the outcome. */
	start(key: string): (outcome: Outcome) => void {
		let tellOthers: (outcome: Outcome) => void = () => undefined;
		const underWay = new Promise<Outcome>((resolve) => {
			tellOthers = resolve;
		});
		this.states.set(key, underWay);

		return (outcome) => {
			// What nobody knows is what the record says already.
			if (outcome === 'possiblySent') this.states.delete(key);
			else this.states.set(key, outcome);
			tellOthers(outcome);
		};
	}

	/** Gives a claimed key back, unless its message was started since. */
	release(key: string): void {
		if (this.states.get(key) === 'claimed') this.states.set(key, 'notSent');
	}

	/** Writes the outcomes that are known by now. Returns whether n8n's database took them. */
	async write(store: KeyStore): Promise<boolean> {
		return await this.turns.take(async () => await this.writeOutcomes(store));
	}

	private async addKeys(keys: string[], store: KeyStore): Promise<Claims> {
		const claims: Claims = { claimed: [], used: new Map() };
		if (keys.length === 0) return claims;

		const added = await add(store, keys.flatMap(withMark));
		await this.renewMarks(
			keys.filter((key) => added.has(key) && !added.has(openMark(key))),
			store,
		);

		// Key new, or known here as not sent: claimed. Key old and mark new: sent. Both old: possibly sent.
		for (const key of keys) {
			const isMarkNew = added.has(openMark(key));
			if (added.has(key) || this.states.has(key)) {
				this.states.set(key, 'claimed');
				claims.claimed.push(key);
			} else {
				claims.used.set(key, isMarkNew ? 'sent' : 'possiblySent');
				// The mark was added to look, and goes out again.
				if (isMarkNew) this.states.set(key, 'sent');
			}
		}

		await this.writeOutcomes(store);
		return claims;
	}

	/** Puts marks that were left alone behind their new keys: n8n forgets what stands first, and the mark must not go first. */
	private async renewMarks(keys: string[], store: KeyStore): Promise<void> {
		if (keys.length === 0) return;
		await store.removeProcessed(keys.flatMap(withMark), 'node', IN_RECORD);
		await add(store, keys.flatMap(withMark));
	}

	/** Takes out the mark of what was sent, and key and mark of what was not. False where n8n's database failed: a later call does it. */
	private async writeOutcomes(store: KeyStore): Promise<boolean> {
		const sent = this.keysThatAre('sent');
		const notSent = this.keysThatAre('notSent');
		if (sent.length + notSent.length === 0) return true;

		const entries = [...sent.map(openMark), ...notSent.flatMap(withMark)];
		try {
			await store.removeProcessed(entries, 'node', IN_RECORD);
		} catch {
			return false;
		}
		for (const key of [...sent, ...notSent]) this.states.delete(key);
		return true;
	}

	private keysThatAre(outcome: Outcome): string[] {
		return [...this.states].flatMap(([key, state]) => (state === outcome ? key : []));
	}
}

/** Adds entries to the record. Returns those that were not there. */
async function add(store: KeyStore, entries: string[]): Promise<Set<string>> {
	const { new: added } = await store.checkProcessedAndRecord(entries, 'node', IN_RECORD);
	return new Set(added.map(String));
}
