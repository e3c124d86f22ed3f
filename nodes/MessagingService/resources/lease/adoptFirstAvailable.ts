import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../errors/inputError';
import { asServiceError, ServiceError } from '../../errors/serviceError';
import { enterpriseNotice } from '../../parameters/enterpriseNotice';
import { FILTERS, readFilters } from '../../parameters/poolFilters';
import type { ServiceClient } from '../../service/client';
import { flattenPools, numberOf } from '../../service/numbers';
import type { PurchasableFilters } from '../../service/types';
import type { Operation } from '../operation';
import { adopted, costNotice } from './adopt';

/** Adopts the first number of the pool, in the pool's order, that the service does not refuse. */
async function adoptFirst(
	service: ServiceClient,
	filters: PurchasableFilters,
): Promise<IDataObject> {
	const numbers = new Set(flattenPools(await service.getPurchasable(filters)).map(numberOf));
	numbers.delete(undefined);
	let lastRefusal: ServiceError | undefined;
	for (const number of numbers as Set<string>) {
		const outcome = await service.register(number).catch(asServiceError);
		if (!(outcome instanceof ServiceError)) return adopted(number, outcome);
		// Any other refusal would be the same for the next number.
		if (outcome.about !== 'number') throw outcome;
		lastRefusal = outcome;
	}
	throw noneLeft(numbers.size, lastRefusal);
}

function noneLeft(tried: number, lastRefusal?: ServiceError): Error {
	const wayOut = 'Use fewer filters, or run the workflow again later.';
	if (!lastRefusal) {
		return new InputError('No number that fits the filters can be adopted', wayOut);
	}
	const message =
		tried === 1
			? `The one number that fits the filters could not be adopted: ${lastRefusal.message}`
			: `None of the ${tried} numbers that fit the filters could be adopted. The last refusal was: ${lastRefusal.message}`;
	return lastRefusal.with({ message, description: `${wayOut} ${lastRefusal.description}` });
}

/** lease.adoptFirstAvailable: purchasable (section 4.5), then register (section 4.7) until one is adopted. */
export const adoptFirstAvailable: Operation = {
	value: 'adoptFirstAvailable',
	name: 'Adopt First Available',
	action: 'Adopt first available number (costs money)',
	subtitle: 'Adopt first available number',
	description:
		'Adopt the first phone number of the pool that fits the filters and can still be had, which costs money',
	fields: [enterpriseNotice('Leasing numbers'), costNotice, FILTERS],
	options: [],
	prepare(parameters) {
		const filters = readFilters(parameters);
		return {
			// All items take from the same pool: side by side they would fight over its first number.
			lane: 'pool',
			run: async (service) => await adoptFirst(service, filters),
		};
	},
};
