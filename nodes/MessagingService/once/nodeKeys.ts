import type { IExecuteFunctions } from 'n8n-workflow';
import pLimit from 'p-limit';

import type { Outcome } from '../errors';

/** The outcome of a message whose key is used. */
export type UsedOutcome = Exclude<Outcome, 'notSent'>;

/**
 * What is known of a key:
 * - `claimed`: n8n's record has it, for an item that is still to be started;
 * - a promise: its message is under way;
 * - `notSent`: it is free, unless the record says otherwise;
 * - another outcome: it is used.
 */
export type KeyState = 'claimed' | Promise<Outcome> | Outcome;

/** The keys of one node that its executions in this process work on. */
export interface NodeKeys {
	/** Keys that are claimed or under way, and outcomes that the record does not say yet. */
	states: Map<string, KeyState>;
	/** Lets one call to the record run at a time. */
	takeTurn: pLimit.Limit;
}

/** The keys of each node that has used some in this process. */
const nodes = new Map<string, NodeKeys>();

/** Returns the keys of a node, which all its executions in this process share. */
export function keysOfNode(context: IExecuteFunctions): NodeKeys {
	const id = `${context.getWorkflow().id} ${context.getNode().id}`;
	const keys = nodes.get(id) ?? { states: new Map<string, KeyState>(), takeTurn: pLimit(1) };
	nodes.set(id, keys);
	return keys;
}

/** Entries that n8n keeps of a node. A key takes one; one whose outcome nobody knows takes two. */
const KEPT_ENTRIES = 50_000;

/** Most entries that one call adds: those of a chunk at the highest concurrency. The room for them keeps them from pushing keys out. */
const ADDED_ENTRIES = 2_000;

const IN_RECORD = { mode: 'entries', maxEntries: KEPT_ENTRIES + ADDED_ENTRIES } as const;

/** Returns the entry that says: nobody knows whether this key's message was sent. */
const openMark = (key: string) => `open ${key}`;

const withMark = (key: string) => [key, openMark(key)];

// The record of a node's keys in n8n's database keeps doubt, not certainty. Claiming a key adds it, and behind it the mark
// `open`; "sent" takes the mark out, "not sent" takes out both. So the mark of a used key is there as long as nobody
// knows, and a crash at any moment errs to "possibly sent". n8n reads, changes and writes the record as a whole, so of
// two calls at once one would be lost.

/** n8n's deduplication table. */
type Database = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/**
 * Adds keys to the record, each with its mark. Returns which are claimed by that, and the outcome of each other:
 * `settleKeys` takes out again what was added only to look, since n8n tells in no other way whether an entry was there.
 * @throws what n8n's database throws: the keys may be in the record all the same, as possibly sent
 */
export async function claimKeys(
	database: Database,
	keys: string[],
): Promise<Array<[string, 'claimed' | Outcome]>> {
	const entries = keys.flatMap(withMark);
	const result = await database.checkProcessedAndRecord(entries, 'node', IN_RECORD);
	const added = new Set(result.new.map(String));

	return keys.map((key) => {
		const isMarkNew = added.has(openMark(key));
		if (!added.has(key)) return [key, isMarkNew ? 'sent' : 'possiblySent'];

		// n8n forgets what stands first, and a mark must not go before its key. An old mark goes out with the new key,
		// so that both are added again, in order.
		return [key, isMarkNew ? 'claimed' : 'notSent'];
	});
}

/** Takes out the mark of each key that was sent, and key and mark of all others. @throws what n8n's database throws */
export async function settleKeys(
	database: Database,
	outcomes: Array<[string, KeyState]>,
): Promise<void> {
	const entries = outcomes.flatMap(([key, outcome]) =>
		outcome === 'sent' ? openMark(key) : withMark(key),
	);
	if (entries.length > 0) await database.removeProcessed(entries, 'node', IN_RECORD);
}
