import type { Cell } from './cell';
import { retriesOf } from './cell';

/** What a cell must come out as. */
export interface Expectation {
	/** Attempts that the node makes. */
	attempts: number;
	/** How often the service carries the request out. */
	acted: number;
	/** Absent where the item is done in the end. */
	error?: { message: RegExp; httpCode?: string; mayHaveBeenSent: boolean };
}

/** Gives what is expected of a cell, from its row, the class of its endpoint and how long the fault stays. */
export function expectationOf({ row, endpoint, mode }: Cell): Expectation {
	const isOnce = endpoint.retryClass === 'once';
	const isRepeated = isOnce ? row.onceRetried : row.safeRetried;
	const isGoodAnswer =
		row.succeeds === 'always' || (row.succeeds === 'withoutNeeds' && !endpoint.needsFields);
	const recovers = isRepeated && mode === 'first answer only';

	const faults = isRepeated && mode === 'lasting' ? 1 + retriesOf(row) : 1;
	const attempts = recovers ? 2 : faults;
	const acted = (row.acts ? faults : 0) + (recovers ? 1 : 0);
	if (isGoodAnswer || recovers) return { attempts, acted };
	return {
		attempts,
		acted,
		error: {
			message: row.message,
			httpCode: row.statusCode?.toString(),
			mayHaveBeenSent: row.mayHaveBeenSent && isOnce && !endpoint.sendsLater,
		},
	};
}
