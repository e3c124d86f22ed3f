import type { IExecuteFunctions } from 'n8n-workflow';
import pLimit from 'p-limit';

import { InputError, messageOf, type Outcome, quote } from '../errors';

/**
 * What is known of a key: the outcome of its message (`notSent`: the key is free), or that it is claimed for an item that is
 * still to be started. A promise: the message is under way.
 */
export type KeyState = Outcome | 'claimed' | Promise<unknown>;

const newNodeKeys = () => ({
	/** Keys that are claimed or under way, and what the record does not say yet. */
	states: new Map<string, KeyState>(),
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

/** Most entries that one call adds: those of a chunk at the highest concurrency. The room for them keeps them from pushing keys out. */
const ADDED_ENTRIES = 2_000;

const IN_RECORD = { mode: 'entries', maxEntries: KEPT_ENTRIES + ADDED_ENTRIES } as const;

const markOf = (key: string) => `open ${key}`;

/**
 * What the record says of a key, by whether the key was new to it, and the mark. n8n forgets what stands first, and a mark
 * must not go before its key. So a mark that has outlived its key goes out with the key, and both are added anew.
 */
const STATES = {
	newKey: { newMark: 'claimed', knownMark: 'notSent' },
	knownKey: { newMark: 'sent', knownMark: 'possiblySent' },
} as const;

/**
 * Adds keys to the record, each with its mark, and returns what it said of them. `settleKeys` takes out again what was
 * added only to look, since n8n tells in no other way whether an entry was there.
 * @throws what n8n's database throws: the keys may be in the record all the same, as possibly sent
 */
export async function claimKeys({ helpers }: IExecuteFunctions, keys: string[]) {
	const entries = keys.flatMap((key) => [key, markOf(key)]);
	const result = await helpers.checkProcessedAndRecord(entries, 'node', IN_RECORD);
	const added = new Set(result.new);

	return keys.map((key) => {
		const { newMark, knownMark } = added.has(key) ? STATES.newKey : STATES.knownKey;
		return { key, state: added.has(markOf(key)) ? newMark : knownMark };
	});
}

/** Records an entry that is no key. Returns whether the record did not have it yet. @throws InputError where n8n's database fails */
export async function recordOnce(context: IExecuteFunctions, entry: string) {
	const result = await keysOfNode(context)
		.oneAtATime(() => context.helpers.checkProcessedAndRecord([entry], 'node', IN_RECORD))
		.catch((error: unknown) => {
			throw new InputError(
				`n8n's database could not record this try: ${quote(messageOf(error))}`,
				"Press 'Retry' on this execution once the database works.",
			);
		});
	return result.new.length > 0;
}

/** Takes out the mark of each key that was sent, and key and mark of those that are free. @throws what n8n's database throws */
export async function settleKeys(
	{ helpers }: IExecuteFunctions,
	states: Array<[key: string, state: KeyState]>,
) {
	const entries = states.flatMap(([key, state]) =>
		state === 'sent' ? markOf(key) : [key, markOf(key)],
	);
	if (entries.length > 0) await helpers.removeProcessed(entries, 'node', IN_RECORD);
}
