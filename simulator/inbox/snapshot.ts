import type { NumberRecord } from '../protocol/schemas';
import type { PoolNumber } from '../settings/fictionalPool';
import type { SentMessage, State } from '../state/state';

/** A number's record with more about it. */
export interface ListedNumber extends NumberRecord {
	/** The arrays of the purchasable list that hold it while it is available. */
	pools: PoolNumber['pools'];
	/** Whether it can be adopted. */
	available: boolean;
}

/** Content of the inbox page. */
export interface Snapshot {
	/** Oldest first. */
	messages: readonly SentMessage[];
	pool: ListedNumber[];
}

/** Returns the content of the inbox page. */
export function snapshot(state: State): Snapshot {
	return { messages: state.messages.kept, pool: listedNumbers(state) };
}

/** Returns every number, leased or not. */
export function listedNumbers({ pool, settings }: State): ListedNumber[] {
	return pool.records.map((record, index) => ({
		...record,
		pools: settings.pool[index]?.pools ?? [],
		available: record.data.status === 'available',
	}));
}
