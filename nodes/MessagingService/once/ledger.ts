import type { IExecuteFunctions } from 'n8n-workflow';

import { serviceError } from '../errors';
import { wait } from '../n8n/execution';
import { claimKeys, keysOfNode, type KeyState, settleKeys } from './nodeKeys';

/**
 * Keeps the items of one run from being done twice under one key: each key is claimed in n8n's record before its request
 * leaves, a chunk at a time, and given back only where nothing was sent. `KeyState` lists the states of a key, and who changes it.
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
	const { unsettled, settled, oneAtATime } = keysOfNode(context);
	const stateOf = (key: string) => unsettled.get(key) ?? settled.get(key) ?? 'free';

	/** Settles keys: writes into the record how they ended. What n8n's database does not take, a later call writes. */
	async function settle() {
		const ended = [...unsettled].filter(([, state]) => state !== 'claimed' && state !== 'underWay');
		try {
			await settleKeys(context, ended);
		} catch {
			// Until then, the record says of them that they were possibly sent.
			return;
		}
		for (const [key, state] of ended) {
			unsettled.delete(key);
			settled.set(key, state);
		}
	}

	/** Claims a free key and those that come next. @throws InputError where n8n's database fails */
	async function claimChunk(key: string) {
		// While this call waited for its turn, another one may have claimed it.
		if (stateOf(key) !== 'free') return;

		// Ten times `concurrency` keys at a time. After a crash, those of a chunk are possibly sent.
		const first = keys.indexOf(key);
		const free = keys
			.slice(first, first + 10 * concurrency)
			.filter((one) => stateOf(one) === 'free');

		// What was given back must leave the record first, or its mark would say that it was possibly sent.
		await settle();
		for (const [one, state] of await claimKeys(context, free)) unsettled.set(one, state);
		// What `claimKeys` has added only to look goes at once, so that a crash puts none of it in doubt.
		await settle();
	}

	return {
		/**
		 * Begins an item under a key: how it ended must be noted. If an item with this key has been done, returns that one's outcome
		 * instead. While one is under way, here or in another execution of this process, it waits.
		 * @throws InputError where n8n's database fails, and ServiceError about `stop`: nothing was sent
		 */
		async begin(key: string) {
			// All executions of this process change the states, so after each wait it looks again.
			while (!signal.aborted) {
				const state = stateOf(key);
				switch (state) {
					case 'free':
						await oneAtATime(claimChunk, key);
						break;
					case 'underWay':
						await wait(50, signal);
						break;
					case 'claimed':
						// The first item to come takes it, whoever claimed it.
						unsettled.set(key, 'underWay');
						return undefined;
					default:
						return state;
				}
			}
			throw serviceError('stopped');
		},

		/** Notes how an item that has begun ended. */
		note(key: string, state: KeyState) {
			unsettled.set(key, state);
		},

		/** Gives back what was claimed and not needed. */
		async close() {
			for (const key of keys) if (stateOf(key) === 'claimed') unsettled.set(key, 'free');
			await oneAtATime(settle);
			for (const key of keys) settled.delete(key);
		},
	};
}
