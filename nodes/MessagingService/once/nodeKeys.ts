import type { IExecuteFunctions } from 'n8n-workflow';
import pLimit from 'p-limit';

import { InputError, messageOf, quote } from '../errors';

/**
 * The states of a key, and who changes them. n8n's record, which outlives the process, has each key that is used, and behind it a
 * mark for as long as nobody knows whether the message was sent: so a crash at any moment errs to "possibly sent".
 *
 * | state          | means                          | in the record          | becomes                                     |
 * | -------------- | ------------------------------ | ---------------------- | ------------------------------------------- |
 * | `free`         | not used, as far as is known   | nothing, once settled  | what the record says of it, by `claimChunk` |
 * | `claimed`      | for the next item that begins  | key and mark           | `underWay` by `begin`, `free` by `close`    |
 * | `underWay`     | an item has begun with it      | key and mark           | `free`, `sent`, `possiblySent` by `note`    |
 * | `sent`         | used                           | the key, once settled  | nothing else                                |
 * | `possiblySent` | used: nobody knows             | key and mark           | nothing else                                |
 */
export type KeyState = 'free' | 'claimed' | 'underWay' | 'sent' | 'possiblySent';

const newNodeKeys = () => ({
	/** The states that the record does not tell: of keys that are claimed or under way, or have ended and are not settled yet. */
	unsettled: new Map<string, KeyState>(),
	/** A copy of what the record says of other keys, so that a run asks once for each. It goes when the run ends. */
	settled: new Map<string, KeyState>(),
	/** Lets one call to the record run at a time: n8n reads, changes and writes it as a whole, so one of two would be lost. */
	oneAtATime: pLimit(1),
});

/** The keys of each node that has used some in this process. */
const nodes: Record<string, ReturnType<typeof newNodeKeys>> = {};

/** Returns the keys of a node that its executions in this process work on. They all share them. */
export function keysOfNode(context: IExecuteFunctions) {
	const id = `${context.getWorkflow().id} ${context.getNode().id}`;
	return (nodes[id] ??= newNodeKeys());
}

/**
 * n8n keeps the newest entries of a node: 50,000, and room for the 2,000 that a chunk adds at the highest concurrency, so that these
 * push no key out. A key takes one, and its mark another.
 */
const IN_RECORD = { mode: 'entries', maxEntries: 52_000 } as const;

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
 * Adds keys to the record, each with its mark, and returns what it said of them before. n8n tells in no other way whether an entry
 * was there, so `settleKeys` takes out again what was added only to look.
 * @throws InputError where n8n's database fails
 */
export async function claimKeys(context: IExecuteFunctions, keys: string[]) {
	const added = await record(
		context,
		keys.flatMap((key) => [key, markOf(key)]),
	);
	return keys.map((key): [string, KeyState] => {
		const hadMark = !added.has(markOf(key));
		if (!added.has(key)) return [key, hadMark ? 'possiblySent' : 'sent'];

		// A mark without its key has outlived it: n8n forgets what stands first, and a mark must not go before its key. So both are
		// taken out, and the key is claimed again.
		return [key, hadMark ? 'free' : 'claimed'];
	});
}

/**
 * Records an entry that is no key. Returns whether the record did not have it yet.
 * @throws InputError where n8n's database fails
 */
export const recordOnce = async (context: IExecuteFunctions, entry: string) =>
	(await keysOfNode(context).oneAtATime(record, context, [entry])).size > 0;

/**
 * Writes into the record how keys ended: takes out the mark of each that was sent, and key and mark of those that are free. Of
 * those that were possibly sent, it says so already.
 * @throws what n8n's database throws
 */
export async function settleKeys(
	{ helpers }: IExecuteFunctions,
	states: Array<[string, KeyState]>,
) {
	const entries = states.flatMap(([key, state]) => {
		if (state === 'possiblySent') return [];
		return state === 'sent' ? markOf(key) : [key, markOf(key)];
	});
	if (entries.length > 0) await helpers.removeProcessed(entries, 'node', IN_RECORD);
}
