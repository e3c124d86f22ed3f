import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError, type Outcome, serviceError } from '../errors';
import { executionMemory } from '../n8n/execution';
import { claimKeys, keysOfNode, settleKeys } from './nodeKeys';

/** How many times `concurrency` keys are claimed at a time. After a crash, the keys of a chunk are possibly sent. */
const CHUNK_FACTOR = 10;

/** Most keys of one execution, so that the record still has the first ones when the last ones come. */
const MAX_KEYS = 25_000;

/** How the items of a run are carried out. */
interface LedgerOptions {
	/** Most items at the same time. */
	concurrency: number;
	/** Ends all waiting. */
	signal: AbortSignal;
	/** The option that holds the key, as the panel shows it: "Send Once Key". */
	keyLabel: string;
	/** The word for what a key keeps from happening twice: "sent". */
	done: string;
}

/**
 * Keeps the items of one run from being done twice under one key: each key is claimed in n8n's record before its request
 * leaves, a chunk at a time, and given back only where nothing was sent.
 * @param keys of the items, in their order
 * @throws InputError when the execution has more keys than n8n can keep
 */
export function newLedger(
	context: IExecuteFunctions,
	keys: string[],
	{ concurrency, signal, keyLabel, done }: LedgerOptions,
) {
	// Of all rounds of a loop together.
	const counted = executionMemory<Record<string, true>>(context, 'onceKeys', {});
	const total = new Set([...Object.keys(counted), ...keys]).size;
	if (total > MAX_KEYS) {
		throw new InputError(
			`One execution can have at most ${MAX_KEYS} ${keyLabel}s, but this one has ${total}`,
			`None of these items was ${done}. Read only new rows, or keep the keys in your own database, as the example with PostgreSQL does.`,
		);
	}
	for (const key of keys) counted[key] = true;

	/** Each key of the run once, in the order of its items. */
	const ownKeys = [...new Set(keys)];
	const { states, oneAtATime } = keysOfNode(context);
	const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
	/** The outcome of each key of the run that is used. */
	const used = new Map<string, Outcome>();
	const stateOf = (key: string) => used.get(key) ?? states.get(key) ?? 'notSent';

	/** Notes what became of a key. */
	function mark(key: string, state: Outcome | 'claimed') {
		if (state === 'sent' || state === 'possiblySent') used.set(key, state);
		// The mark in the record says already that it is possibly sent.
		if (state === 'possiblySent') states.delete(key);
		else states.set(key, state);
	}

	/** Writes which keys were sent or are free. False where n8n's database failed: a later call does it. */
	async function writeStates() {
		const settled = [...states].filter(([, state]) => state === 'sent' || state === 'notSent');
		try {
			await settleKeys(context, settled);
		} catch {
			return false;
		}
		for (const [key] of settled) states.delete(key);
		return true;
	}

	/** Claims a key and those that come next. @throws InputError where n8n's database fails */
	async function claimChunk(key: string) {
		// Others may have claimed it by now.
		if (stateOf(key) !== 'notSent') return;

		const first = ownKeys.indexOf(key);
		const chunk = ownKeys.slice(first, first + CHUNK_FACTOR * concurrency);
		const free = chunk.filter((one) => stateOf(one) === 'notSent');

		await writeStates();
		for (const claimed of await claimKeys(context, free)) mark(claimed.key, claimed.state);
		await writeStates();
	}

	return {
		/**
		 * Does a job, unless its key was used: then it returns the outcome of the item that has used it. If that one is under
		 * way, here or in another execution of this process, it waits for the outcome first.
		 * @param job must not throw
		 * @throws InputError where n8n's database fails, and ServiceError about `stop`: nothing was sent
		 */
		async doOnce<Result extends { status: Outcome }>(key: string, job: () => Promise<Result>) {
			// After each step another item, or the user, may have changed what holds: so it looks again.
			for (;;) {
				if (signal.aborted) throw serviceError('stopped');

				const state = stateOf(key);
				if (state === 'claimed') break;
				else if (state === 'notSent') await oneAtATime(claimChunk, key);
				else if (typeof state === 'string') return state;
				else await Promise.race([state, stopped]);
			}

			// Started at once, so that no other item starts under the same key.
			const work = job();
			states.set(key, work);
			const result = await work;
			mark(key, result.status);
			return result;
		},

		/** Gives back what was claimed and not needed. Returns whether n8n's database took all that was to be written. */
		close() {
			for (const key of ownKeys) if (stateOf(key) === 'claimed') mark(key, 'notSent');
			return oneAtATime(writeStates);
		},
	};
}
