import type { IDataObject } from 'n8n-workflow';

import type { Read } from '../parameters/parameter';
import { readFilters } from '../parameters/poolFilters';
import { groupPools, numberOf, type PoolNumber } from '../service/numbers';
import { canonical } from './record';
import type { Watch } from './watch';

/** Keys of numbers, each kind in one text: there may be 100,000 of them. */
interface KnownPool {
	/** Those of the last poll. */
	seen: string;
	/** Those that the last poll has missed, and the one before has seen. */
	missed: string;
}

/** Watches the pool (section 4.5) for numbers that neither of the last two polls has seen. */
export function watchPool(read: Read): Watch<KnownPool> {
	const filters = readFilters(read);
	// The order in which features were added to Supports means nothing.
	const supports = [...new Set(filters.supports)].sort();
	return {
		scope: ['numberAvailable', { ...filters, supports }],
		async look(service, _signal, before) {
			const numbers = groupPools(await service.getPurchasable(filters), keyOf);
			const seen = split(before?.seen);
			const known = new Set([...seen, ...split(before?.missed)]);
			const isNew = ([key]: [string, PoolNumber[]]) => before && !known.has(key);
			const [first] = numbers.values();
			return {
				fired: [...numbers].filter(isNew).map(([, records]) => itemOf(records)),
				known: {
					// In order, so that the same pool gives the same text.
					seen: [...numbers.keys()].sort().join(' '),
					missed: seen.filter((key) => !numbers.has(key)).join(' '),
				},
				sample: first && itemOf(first),
			};
		},
	};
}

/** Returns a key without spaces. A record without a number stands for itself alone, in whatever array. */
function keyOf(record: PoolNumber): string {
	return (
		numberOf(record)?.slice(1) ?? encodeURIComponent(canonical({ ...record, pool: undefined }))
	);
}

/** Returns the item of a number: its first record, with the keys of all its arrays. */
function itemOf(records: PoolNumber[]): IDataObject {
	return { ...records[0], pools: [...new Set(records.map(({ pool }) => pool))] };
}

function split(keys = ''): string[] {
	return keys.split(' ').filter(Boolean);
}
