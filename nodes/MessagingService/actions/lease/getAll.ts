import { flag, number } from '../../fields/parameter';
import { OPTIONAL_FILTERS_FIELD } from '../../fields/poolFilters';
import { onlyReads } from '../../request/endpoint';
import { getPurchasable, PURCHASABLE } from '../../service/leases';
import type { Operation } from '../operation';

const RETURN_ALL = flag({
	displayName: 'Return All',
	path: 'returnAll',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

const LIMIT = number({
	displayName: 'Limit',
	path: 'limit',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
});

/** lease.getAll: GET /enterprise/lease/purchasable (section 4.5 of docs/service.md). */
export const getAll: Operation = {
	name: 'Get Many',
	action: 'Get many available numbers',
	description:
		"List numbers that you can lease, not your leased ones. Requires your provider's Enterprise plan.",
	reads: onlyReads(PURCHASABLE),
	fields: [RETURN_ALL, LIMIT, OPTIONAL_FILTERS_FIELD],
	options: [],
	prepare(read) {
		const filters = read(OPTIONAL_FILTERS_FIELD);
		const limit = read(RETURN_ALL) ? undefined : read(LIMIT);
		return {
			perform: async (service) => (await getPurchasable(service, filters)).slice(0, limit),
		};
	},
};
