import type { IDataObject } from 'n8n-workflow';

import type { ItemParameters } from '../parameters/itemParameters';
import { readFilters } from '../parameters/poolFilters';
import type { Pool, PurchasableNumbers } from '../service/numbers';
import { flattenPools, numberOf } from '../service/numbers';
import { available } from './identity';
import type { Observation, Watch } from './watch';

/** Watches the pool (section 4.5) for numbers that were not in it at the poll before. */
export function watchPool(parameters: ItemParameters): Watch {
	const filters = readFilters(parameters);
	return {
		watched: available(filters),
		async observe(service) {
			const numbers = observations(await service.getPurchasable(filters));
			return { numbers, failures: new Map(), unread: [] };
		},
		fires: ({ key, item }, { numbers }) => (Object.hasOwn(numbers, key) ? undefined : item),
		shows: ({ item }) => item,
	};
}

/** One for each number, also where it stands in several arrays: the first record, with all their keys. */
function observations(answer: PurchasableNumbers): Observation[] {
	const found = new Map<string, IDataObject & { pools: Pool[] }>();
	for (const record of flattenPools(answer)) {
		// Without blanks, as the record wants its keys. A record without a number stands for itself alone.
		const key = numberOf(record)?.slice(1) ?? encodeURIComponent(JSON.stringify(record));
		const first = found.get(key);
		if (!first) found.set(key, { ...record, pools: [record.pool] });
		else if (!first.pools.includes(record.pool)) first.pools.push(record.pool);
	}
	return [...found].map(([key, item]) => ({ key, state: [], item }));
}
