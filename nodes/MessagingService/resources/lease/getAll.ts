import type { IDataObject } from 'n8n-workflow';

import type { PurchasableNumbers } from '../../service/types';
import { POOLS } from '../../service/types';
import { enterpriseNotice, FILTERS } from '../../parameters/enterpriseNotice';
import type { Operation } from '../operation';

/** Gives the records of the four arrays one after the other, each with the key of its array as `pool`. */
export function flattenPools(pools: PurchasableNumbers): IDataObject[] {
	return POOLS.flatMap((pool) => pools[pool].map((record) => ({ ...record, pool })));
}

/** lease.getAll: GET /enterprise/lease/purchasable (section 4.5). */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many numbers',
	description: 'List the phone numbers that can be adopted',
	fields: [
		enterpriseNotice('Leasing numbers'),
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
		const filters = parameters.filters();
		const limit = parameters.flag('returnAll') ? undefined : parameters.count('limit');
		return {
			run: async (service) => flattenPools(await service.getPurchasable(filters)).slice(0, limit),
		};
	},
};
