import { FILTERS, readFilters } from '../../parameters/poolFilters';
import { flattenPools } from '../../service/numbers';
import type { Operation } from '../operation';

/** lease.getAll: GET /enterprise/lease/purchasable (section 4.5). */
export const getAll: Operation = {
	name: 'Get Many',
	action: 'Get many numbers',
	subtitle: 'Get numbers',
	description: 'List the phone numbers that can be adopted',
	fields: [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { returnAll: [false] } },
		},
		FILTERS,
	],
	options: [],
	prepare(parameters) {
		const filters = readFilters(parameters);
		const limit = parameters.flag('returnAll') ? undefined : parameters.count('limit');
		return {
			run: async (service) => flattenPools(await service.getPurchasable(filters)).slice(0, limit),
		};
	},
};
