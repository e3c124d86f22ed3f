import { InputError } from '../errors/inputError';
import { executionState, isCount, isNumber, type StateContext } from '../executionState';
import { isObject } from '../object';
import type { SharedKeys } from './sharedKeys';

/** Most keys of one execution: the record that n8n rewrites at each call takes 54 bytes for each. */
export const MAX_KEYS = 250_000;

/**
 * Memory of an execution about its keys, from one round of a loop to the next.
 *
 * A key is kept until 10,000 others were used after its execution ended. So the record needs room for 10,000 keys, and
 * for all that the node has used since the execution began. Each process counts the keys that it uses. For example:
 *
 * - Round 1 begins when process A has counted 40 keys, and uses 3: `usedBefore` is 40, `usedAfter` 43.
 * - Others use 5. Round 2 begins in process A at 48: the record needs room for 48 - 40 = 8 more keys.
 * - If round 2 begins in process B instead, which has counted 7 keys, `usedBefore` becomes 40 - 43 = -3: the record needs
 *   room for 7 + 3 = 10 more keys, since any of the 7 may have come after round 1.
 */
export interface Rounds {
	/** The process of the last round. */
	processId: number;
	/** Keys that this process had counted before the first key of the execution. */
	usedBefore: number;
	/** Keys that it had counted after the last round. */
	usedAfter: number;
	/** Keys that the execution has used itself. n8n stores it under this name. */
	own: number;
}

const NAME = 'sendOnceKeys';

/** Returns the memory of the execution, as the process of this round counts. */
export function roundsOf(context: StateContext, { processId, used }: SharedKeys): Rounds {
	const beforeFirst: Rounds = { processId, usedBefore: used, usedAfter: used, own: 0 };
	const rounds = executionState(context, {
		name: NAME,
		initial: () => roundsBeforeUpdate(context) ?? beforeFirst,
		members: { processId: isNumber, usedBefore: isNumber, usedAfter: isNumber, own: isCount },
	});

	if (rounds.processId !== processId) {
		Object.assign(rounds, { processId, usedBefore: rounds.usedBefore - rounds.usedAfter });
	}
	return rounds;
}

/**
 * Returns the memory that the build of `test/stored/1.json` has left in an execution that waited over an update: beside the
 * state, with other names, and without the number of keys that the execution has used itself.
 */
function roundsBeforeUpdate(context: StateContext): Rounds | undefined {
	const stored: unknown = context.getContext('node')[NAME];
	if (!isObject(stored)) return undefined;

	const member = (name: string) => Number(stored[name]);
	const rounds = {
		processId: member('id'),
		usedBefore: member('first'),
		usedAfter: member('last'),
		own: 0,
	};
	return Object.values(rounds).every(Number.isFinite) ? rounds : undefined;
}

/**
 * Checks that n8n can keep the keys of an execution: those that earlier rounds used, and those of this one.
 * @param keyName the option that holds a key, as errors name it, and what it keeps from being `done` twice
 * @throws InputError
 */
export function checkCount(
	earlier: number,
	ofThisRound: number,
	{ keyName, done }: { keyName: string; done: string },
): void {
	const count = earlier + ofThisRound;
	if (count <= MAX_KEYS) return;

	throw new InputError(
		`n8n can keep at most ${MAX_KEYS} ${keyName}s while an execution runs, but this execution has ${count}`,
		`None of these items was ${done}. Split the items over several executions, or record in your own database who was messaged, as the example "A night of messages, each once, with PostgreSQL" does.`,
	);
}
