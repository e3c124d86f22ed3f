import type { IExecuteFunctions } from 'n8n-workflow';

import { type Outcome, serviceError } from '../errors';
import { claimKeys, keysOfNode, type KeyState, settleKeys } from './nodeKeys';

/** How many times `concurrency` keys are claimed at a time. After a crash, the keys of a chunk are possibly sent. */
const CHUNK_FACTOR = 10;

/**
 * Keeps the items of one run from being done twice under one key: each key is claimed in n8n's record before its request
 * leaves, a chunk at a time, and given back only where nothing was sent.
 * @param keys of the items, in their order
 * @param concurrency most items at the same time
 * @param signal ends all waiting
 */
export function newLedger(
	context: IExecuteFunctions,
	keys: string[],
	concurrency: number,
	signal: AbortSignal,
) {
	/** Each key of the run once, in the order of its items. */
	const ownKeys = [...new Set(keys)];
	const { unrecorded, underWay, oneAtATime } = keysOfNode(context);
	const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
	/** The outcome of each key of the run that is used. */
	const used = new Map<string, Outcome>();
	const stateOf = (key: string) =>
		underWay.has(key) ? 'underWay' : (used.get(key) ?? unrecorded.get(key) ?? 'free');

	/** Notes what became of a key. */
	function mark(key: string, state: KeyState) {
		if (state === 'sent' || state === 'possiblySent') used.set(key, state);
		// The mark in the record says already that it is possibly sent.
		if (state === 'possiblySent') unrecorded.delete(key);
		else unrecorded.set(key, state);
	}

	/** Writes which keys were sent or are free. False where n8n's database failed: a later call does it. */
	async function writeStates() {
		const settled = [...unrecorded].filter(([, state]) => state !== 'claimed');
		try {
			await settleKeys(context, settled);
		} catch {
			return false;
		}
		for (const [key] of settled) unrecorded.delete(key);
		return true;
	}

	/** Claims a key and those that come next. @throws InputError where n8n's database fails */
	async function claimChunk(key: string) {
		// Others may have claimed it by now.
		if (stateOf(key) !== 'free') return;

		const first = ownKeys.indexOf(key);
		const chunk = ownKeys.slice(first, first + CHUNK_FACTOR * concurrency);
		const free = chunk.filter((one) => stateOf(one) === 'free');

		await writeStates();
		for (const claimed of await claimKeys(context, free)) mark(claimed.key, claimed.state);
		await writeStates();
	}

	return {
		/**
		 * Does a job, unless its key was used: then the item is skipped. If the key is under way, here or in another execution of
		 * this process, it waits for the outcome first.
		 * @param job must not throw
		 * @param skip is told the outcome of the item that has used the key
		 * @throws InputError where n8n's database fails, and ServiceError about `stop`: nothing was sent
		 */
		async doOnce<Result extends { status: Outcome }, Skipped>(
			key: string,
			job: () => Promise<Result>,
			skip: (outcome: Outcome) => Skipped,
		) {
			// After each step another item, or the user, may have changed what holds: so it looks again.
			while (!signal.aborted) {
				const state = stateOf(key);
				switch (state) {
					case 'free':
						await oneAtATime(claimChunk, key);
						break;
					case 'underWay':
						await Promise.race([underWay.get(key), stopped]);
						break;
					case 'claimed': {
						// Started at once, so that no other item starts under the same key.
						const work = job();
						underWay.set(key, work);
						const result = await work;
						underWay.delete(key);
						mark(key, result.status === 'notSent' ? 'free' : result.status);
						return result;
					}
					default:
						return skip(state);
				}
			}
			throw serviceError('stopped');
		},

		/** Gives back what was claimed and not needed. Returns whether n8n's database took all that was to be written. */
		close() {
			for (const key of ownKeys) if (stateOf(key) === 'claimed') mark(key, 'free');
			return oneAtATime(writeStates);
		},
	};
}
