import type { Read } from '../fields/parameter';
import { FILTERS_FIELD } from '../fields/poolFilters';
import { getPurchasable } from '../service/leases';
import { byNumber } from '../service/numbers';
import type { Watch } from './poll';

/** The numbers of the pool, in E.164, as the last two polls have seen it. */
type KnownPool = { last: string[]; before: string[] };

/** Watches the pool (section 4.5 of `docs/service.md`) for numbers that neither of the last two polls has seen. */
export function watchPool(read: Read): Watch {
	const filters = read(FILTERS_FIELD);

	return {
		scope: ['numberAvailable', filters],
		async look(service, known) {
			const pool = byNumber(await getPurchasable(service, filters));
			const numbers = [...pool.keys()];
			// The first record of each number, with the keys of all its arrays.
			const items = [...pool.values()].map((records) => ({
				...records[0],
				pools: [...new Set(records.map((record) => record.pool))],
			}));

			const { last, before } = (known as KnownPool | undefined) ?? { last: numbers, before: [] };
			const seen = new Set([...last, ...before]);
			return {
				fired: items.filter((_, index) => !seen.has(numbers[index])),
				known: { last: numbers, before: last },
				sample: items[0],
			};
		},
	};
}
