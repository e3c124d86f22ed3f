import type { NumberRecord } from '../protocol/schemas';
import type { PoolNumber } from '../settings/fictionalPool';
import type { SentMessage, State } from '../state/state';

/** A number's record with what the record does not say. */
export interface ListedNumber extends NumberRecord {
	/** The arrays of the purchasable list in which it stands while it is available. */
	pools: PoolNumber['pools'];
	/** The words in `data.status` are for the caller to choose. */
	available: boolean;
}

/** Content of the inbox page. */
export interface Snapshot {
	/** Oldest first. */
	messages: readonly SentMessage[];
	pool: ListedNumber[];
}

export function snapshot(state: State): Snapshot {
	return { messages: state.messages.kept, pool: listedNumbers(state) };
}

export function listedNumbers({ pool, settings }: State): ListedNumber[] {
	return pool.records.map((record, index) => ({
		...record,
		pools: settings.pool[index]?.pools ?? [],
		available: record.data.status === settings.statuses.available,
	}));
}
