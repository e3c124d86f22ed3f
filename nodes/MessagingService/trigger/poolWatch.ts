import type { IDataObject } from 'n8n-workflow';

import type { ItemParameters } from '../parameters/itemParameters';
import { readFilters } from '../parameters/poolFilters';
import type { Pool, PurchasableNumbers } from '../service/numbers';
import { flattenPools, numberOf } from '../service/numbers';
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
export function watchPool(parameters: ItemParameters): Watch<KnownPool> {
	const filters = readFilters(parameters);
	// The order in which features were added to Supports means nothing.
	const supports = [...new Set(filters.supports)].sort();
	return {
		scope: ['numberAvailable', { ...filters, supports }],
		async look(service, _signal, before) {
			const items = itemsByKey(await service.getPurchasable(filters));
			const seen = split(before?.seen);
			const known = new Set([...seen, ...split(before?.missed)]);
			const isNew = ([key]: [string, IDataObject]) => before && !known.has(key);
			return {
				fired: [...items].filter(isNew).map(([, item]) => item),
				known: {
					// In order, so that the same pool gives the same text.
					seen: [...items.keys()].sort().join(' '),
					missed: seen.filter((key) => !items.has(key)).join(' '),
				},
				sample: items.values().next().value,
				failures: new Map(),
			};
		},
	};
}

/** Returns one item per number, also where it is in several arrays: the first record, with all their keys. */
function itemsByKey(answer: PurchasableNumbers): Map<string, IDataObject> {
	const items = new Map<string, IDataObject & { pools: Pool[] }>();
	for (const { pool, ...record } of flattenPools(answer)) {
		// Keys hold no spaces. A record without a number stands for itself alone.
		const key = numberOf(record)?.slice(1) ?? encodeURIComponent(canonical(record));
		const first = items.get(key);
		if (!first) items.set(key, { ...record, pool, pools: [pool] });
		else if (!first.pools.includes(pool)) first.pools.push(pool);
	}
	return items;
}

function split(keys = ''): string[] {
	return keys.split(' ').filter(Boolean);
}
