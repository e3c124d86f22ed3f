import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import type { SharedKeys } from './sharedKeys';

/** Most keys of one execution: the record that n8n rewrites at each call takes 54 bytes for each. */
export const MAX_KEYS = 250_000;

/** The count before the first key of an execution, and after the last one so far. */
interface Rounds {
	id: number;
	first: number;
	last: number;
}

type Context = Pick<IExecuteFunctions, 'getContext'>;

/**
 * Returns how many keys of the node had been used before the first one of the execution, in earlier rounds of a
 * loop too. n8n keeps that with the execution, also while it waits.
 */
export function firstOf(context: Context, { id, used }: SharedKeys): number {
	const rounds = context.getContext('node').sendOnceKeys as Rounds | undefined;
	if (!rounds) return used;
	// What another process has counted stands before all that this one has.
	return rounds.id === id ? rounds.first : rounds.first - rounds.last;
}

/** Notes for the next round what `firstOf` returns. */
export function noteRound(context: Context, first: number, { id, used }: SharedKeys): void {
	context.getContext('node').sendOnceKeys = { id, first, last: used } satisfies Rounds;
}

/**
 * Checks that n8n can keep the keys of an execution.
 * @param before keys that were used since its first one
 * @param own keys of this round
 * @throws InputError
 */
export function checkCount(before: number, own: number): void {
	const count = before + own;
	if (count <= MAX_KEYS) return;
	const earlier = before > 0 ? ' What earlier rounds of the loop have sent stays sent.' : '';
	throw new InputError(
		`n8n can keep at most ${MAX_KEYS} Send Once Keys while an execution runs, but this execution has ${count}`,
		`None of these items was sent.${earlier} Split the items over several executions, or record in your own database who was messaged, as the example "A night of messages, each once, with PostgreSQL" does.`,
	);
}
