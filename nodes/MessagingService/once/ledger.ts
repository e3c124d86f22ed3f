import type { IExecuteFunctions } from 'n8n-workflow';

import { type Outcome, serviceError } from '../errors';
import { wait } from '../n8n/execution';
import { claimKeys, keysOfNode, type KeyState, settleKeys } from './nodeKeys';

/**
 * Keeps the items of one run from being done twice under one key: each key is claimed in n8n's record before its request
 * leaves, a chunk at a time, and given back only where nothing was sent.
 *
 * The state of a key is kept in three places: in n8n's record, which outlives the process; in `unsettled` of the node, for what
 * its executions in this process have claimed or have not written yet; and in `ended` of this ledger, so that the record need
 * not be asked again for a key of the run.
 * @param keys each key of the run once, in the order of its items
 * @param concurrency most items at the same time
 * @param signal ends all waiting
 */
export function newLedger(
	context: IExecuteFunctions,
	keys: string[],
	concurrency: number,
	signal: AbortSignal,
) {
	const { unsettled, oneAtATime } = keysOfNode(context);
	/** The outcome of each key of the run that is used. */
	const ended = new Map<string, Outcome>();
	const stateOf = (key: string) => ended.get(key) ?? unsettled.get(key) ?? 'free';

	/** Notes what became of a key. */
	function note(key: string, state: KeyState) {
		unsettled.set(key, state);
		if (state === 'sent' || state === 'possiblySent') ended.set(key, state);
	}

	/** Writes into the record what became of keys. What n8n's database does not take, a later call writes. */
	async function writeStates() {
		const settled = [...unsettled].filter(
			([, state]) => state !== 'claimed' && state !== 'underWay',
		);
		try {
			await settleKeys(context, settled);
			for (const [key] of settled) unsettled.delete(key);
		} catch {
			// Until then, the record says of them that they were possibly sent.
		}
	}

	/** Claims a key and those that come next. @throws InputError where n8n's database fails */
	async function claimChunk(key: string) {
		// Others may have claimed it by now.
		if (stateOf(key) !== 'free') return;

		// Ten times `concurrency` keys at a time. After a crash, those of a chunk are possibly sent.
		const first = keys.indexOf(key);
		const free = keys
			.slice(first, first + 10 * concurrency)
			.filter((one) => stateOf(one) === 'free');

		await writeStates();
		for (const [claimed, state] of await claimKeys(context, free)) note(claimed, state);
		await writeStates();
	}

	return {
		note,

		/**
		 * Begins an item under a key: its outcome must be noted. If an item with this key has been done, returns that one's outcome
		 * instead. While one is under way, here or in another execution of this process, it waits.
		 * @throws InputError where n8n's database fails, and ServiceError about `stop`: nothing was sent
		 */
		async begin(key: string) {
			// After each step another item, or the user, may have changed what holds: so it looks again. A claimed key is for any item
			// of this process: the first one to come takes it, in one step.
			while (!signal.aborted) {
				const state = stateOf(key);
				if (state === 'free') await oneAtATime(claimChunk, key);
				else if (state === 'underWay') await wait(50, signal);
				else if (state === 'claimed') {
					note(key, 'underWay');
					return undefined;
				} else return state;
			}
			throw serviceError('stopped');
		},

		/** Gives back what was claimed and not needed. */
		close() {
			for (const key of keys) if (stateOf(key) === 'claimed') note(key, 'free');
			return oneAtATime(writeStates);
		},
	};
}
