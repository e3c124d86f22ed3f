import type { IDataObject } from 'n8n-workflow';

import { memberOf } from '../object';
import type { Read } from '../parameters/parameter';
import { readFilters } from '../parameters/poolFilters';
import { groupPools, numberOf, type PoolNumber } from '../service/numbers';
import { canonical } from './canonical';
import type { Watch } from './watch';

/** Keys of numbers as they are stored, each kind in one text: there may be 100,000 of them. */
type StoredPool = {
	/** Those of the last poll. */
	seen: string;
	/** Those that the last poll has missed, and the one before has seen. */
	missed: string;
};

/** Watches the pool (section 4.5 of `docs/service.md`) for numbers that neither of the last two polls has seen. */
export function watchPool(read: Read): Watch {
	const filters = readFilters(read);
	// The order in which features were added to Supports means nothing.
	const supports = [...new Set(filters.supports)].sort();

	return {
		scope: ['numberAvailable', { ...filters, supports }],
		async look(service, _signal, stored) {
			const before = readStored(stored);
			const numbers = groupPools(await service.getPurchasable(filters), keyOf);
			const [first] = numbers.values();

			return {
				fired: before ? newIn(numbers, before).map(itemOf) : [],
				findings: toStore(numbers, before),
				sample: first && itemOf(first),
			};
		},
	};
}

/** The keys of earlier polls. */
type EarlierPool = Record<keyof StoredPool, string[]>;

/** Reads what was stored; undefined where there is nothing to compare with. */
function readStored(stored: unknown): EarlierPool | undefined {
	const seen = memberOf(stored, 'seen');
	const missed = memberOf(stored, 'missed');
	if (typeof seen !== 'string') return undefined;

	return { seen: split(seen), missed: typeof missed === 'string' ? split(missed) : [] };
}

function toStore(numbers: ReadonlyMap<string, unknown>, before?: EarlierPool): StoredPool {
	const missed = before ? before.seen.filter((key) => !numbers.has(key)) : [];
	// In order, so that the same pool gives the same text.
	return { seen: [...numbers.keys()].sort().join(' '), missed: missed.join(' ') };
}

/** Returns the records of each number that is new. */
function newIn(numbers: ReadonlyMap<string, PoolNumber[]>, before: EarlierPool): PoolNumber[][] {
	const earlier = new Set([...before.seen, ...before.missed]);
	return [...numbers].filter(([key]) => !earlier.has(key)).map(([, records]) => records);
}

/** Returns a key without spaces. A record without a number stands for itself alone, in whatever array. */
function keyOf(record: PoolNumber): string {
	const digits = numberOf(record)?.slice(1);
	return digits ?? encodeURIComponent(canonical({ ...record, pool: undefined }));
}

/** Returns the item of a number: its first record, with the keys of all its arrays. */
function itemOf(records: PoolNumber[]): IDataObject {
	return { ...records[0], pools: [...new Set(records.map(({ pool }) => pool))] };
}

const split = (keys: string): string[] => keys.split(' ').filter(Boolean);
