import type { IExecuteFunctions } from 'n8n-workflow';
import pLimit from 'p-limit';

import { InputError, messageOf, quote } from '../errors';

/**
 * What is known of a key:
 * - `free`: it is not claimed here, or was given back and is still in the record.
 * - `claimed`: for an item that is still to start.
 * - `underWay`: with an item.
 * - `sent`, `possiblySent`: the outcome of its item.
 */
export type KeyState = 'claimed' | 'free' | 'possiblySent' | 'sent' | 'underWay';

const newNodeKeys = () => ({
	/** The states of keys that are claimed or under way, or of which the record does not say yet what became of them. */
	unsettled: new Map<string, KeyState>(),
	/** Lets one call to the record run at a time. */
	oneAtATime: pLimit(1),
});

/** The keys of each node that has used some in this process. */
const nodes = new Map<string, ReturnType<typeof newNodeKeys>>();

/** Returns the keys of a node that its executions in this process work on. They all share them. */
export function keysOfNode(context: IExecuteFunctions) {
	const id = `${context.getWorkflow().id} ${context.getNode().id}`;
	const keys = nodes.get(id) ?? newNodeKeys();
	nodes.set(id, keys);
	return keys;
}

// The record of a node's keys in n8n's database keeps doubt, not certainty. Claiming a key adds it, and behind it its mark,
// which says that nobody knows whether the message was sent. "Sent" takes the mark out, "not sent" takes out both. So a
// crash at any moment errs to "possibly sent". n8n reads, changes and writes the record as a whole, so of two calls at the
// same time one would be lost.

/** Entries that n8n keeps of a node. A key takes one, and its mark another. */
const KEPT_ENTRIES = 50_000;

/**
 * Most entries that one call adds: those of a chunk at the highest concurrency. The room for them keeps them from
 * pushing keys out.
 */
const ADDED_ENTRIES = 2_000;

const IN_RECORD = { mode: 'entries', maxEntries: KEPT_ENTRIES + ADDED_ENTRIES } as const;

const markOf = (key: string) => `open ${key}`;

/**
 * Adds entries to the record. Returns those that it did not have.
 * @throws InputError where n8n's database fails: the entries may be in the record all the same
 */
async function record({ helpers }: IExecuteFunctions, entries: string[]) {
	const result = await helpers
		.checkProcessedAndRecord(entries, 'node', IN_RECORD)
		.catch((error: unknown) => {
			throw new InputError(
				`n8n's database could not be written, so this was not done: ${quote(messageOf(error))}`,
				"Press 'Retry' on this execution once the database works. What it recorded anyway counts as possibly done then.",
			);
		});
	return new Set(result.new);
}

/**
 * Adds keys to the record, each with its mark, and returns what it said of them. `settleKeys` takes out again what was
 * added only to look, since n8n tells in no other way whether an entry was there.
 * @throws InputError where n8n's database fails
 */
export async function claimKeys(context: IExecuteFunctions, keys: string[]) {
	const added = await record(
		context,
		keys.flatMap((key) => [key, markOf(key)]),
	);
	return keys.map((key): [key: string, state: KeyState] => {
		const isMarked = !added.has(markOf(key));
		if (!added.has(key)) return [key, isMarked ? 'possiblySent' : 'sent'];

		// A mark without its key has outlived it: n8n forgets what stands first, and a mark must not go before its key. So both are
		// taken out, and the key is claimed again.
		return [key, isMarked ? 'free' : 'claimed'];
	});
}

/**
 * Records an entry that is no key. Returns whether the record did not have it yet.
 * @throws InputError where n8n's database fails
 */
export const recordOnce = async (context: IExecuteFunctions, entry: string) =>
	(await keysOfNode(context).oneAtATime(record, context, [entry])).size > 0;

/**
 * Takes out the mark of each key that was sent, and key and mark of those that are free. Of those that were possibly sent, the
 * record says so already.
 * @throws what n8n's database throws
 */
export async function settleKeys(
	{ helpers }: IExecuteFunctions,
	states: Array<[key: string, state: KeyState]>,
) {
	const entries = states.flatMap(([key, state]) => {
		if (state === 'possiblySent') return [];
		return state === 'sent' ? markOf(key) : [key, markOf(key)];
	});
	if (entries.length > 0) await helpers.removeProcessed(entries, 'node', IN_RECORD);
}
