import { flag, number } from '../../parameters/parameter';
import { FILTERS, readFilters } from '../../parameters/poolFilters';
import { flattenPools } from '../../service/numbers';
import type { Operation } from '../operation';

const RETURN_ALL = flag({
	displayName: 'Return All',
	name: 'returnAll',
	description: 'Whether to return all results or only up to a given limit',
});

const LIMIT = number({
	displayName: 'Limit',
	name: 'limit',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
});

/** lease.getAll: GET /enterprise/lease/purchasable (section 4.5 of docs/service.md). */
export const getAll: Operation = {
	name: 'Get Many',
	action: 'Get many numbers',
	subtitle: 'Get Many Numbers',
	description: 'List the phone numbers that can be adopted, which are not those that you lease',
	effect: 'reads',
	parameters: [RETURN_ALL, LIMIT, FILTERS],
	prepare(read) {
		const filters = readFilters(read);
		const limit = read(RETURN_ALL) ? undefined : read(LIMIT);
		return {
			run: async (service) => flattenPools(await service.getPurchasable(filters)).slice(0, limit),
		};
	},
};
