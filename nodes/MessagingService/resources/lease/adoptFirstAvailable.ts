import type { IDataObject } from 'n8n-workflow';

import { asServiceError, ServiceError } from '../../errors/serviceError';
import { executionState, type StateKey } from '../../executionState';
import { ADOPT_ONCE_KEY } from '../../parameters/onceKey';
import { FILTERS, readFilters } from '../../parameters/poolFilters';
import type { PurchasableFilters, ServiceClient } from '../../service/client';
import { groupPools, numberOf } from '../../service/numbers';
import type { Operation } from '../operation';
import { adopted, PRICE } from './adopt';

/** Numbers that this execution has adopted, or may have. */
type TakenNumbers = Record<string, true>;

const TAKEN_NUMBERS: StateKey<TakenNumbers> = {
	name: 'takenNumbers',
	initial: () => ({}),
	// Each member is a number that was taken.
	members: {},
};

/** Adopts the first number of the pool, in its order, that this execution has not `taken` and that the service does not refuse. */
async function adoptFirst(
	service: ServiceClient,
	filters: PurchasableFilters,
	taken: TakenNumbers,
): Promise<IDataObject> {
	const listed = groupPools(await service.getPurchasable(filters), numberOf);
	const numbers = [...listed.keys()].filter((number) => !taken[number]);
	let lastRefusal: ServiceError | undefined;

	for (const number of numbers) {
		const outcome = await service.register(number).catch(asServiceError);
		if (!(outcome instanceof ServiceError)) {
			taken[number] = true;
			return adopted(number, outcome);
		}

		if (outcome.mayHaveBeenSent) taken[number] = true;
		// Any other refusal would be the same for the next number.
		if (outcome.about !== 'number') throw outcome;
		lastRefusal = outcome;
	}

	throw noneLeft(numbers.length, lastRefusal);
}

function noneLeft(tried: number, lastRefusal?: ServiceError): ServiceError {
	const nextStep = 'Use fewer filters, or run the workflow again later.';
	if (!lastRefusal) {
		return new ServiceError('No number that fits the filters can be adopted', {
			mayHaveBeenSent: false,
			description: nextStep,
		});
	}

	const message =
		tried === 1
			? `The one number that fits the filters could not be adopted: ${lastRefusal.message}`
			: `None of the ${tried} numbers that fit the filters could be adopted. The last refusal was: ${lastRefusal.message}`;
	return lastRefusal.with({ message, description: `${nextStep} ${lastRefusal.description}` });
}

/** lease.adoptFirstAvailable: purchasable (section 4.5 of docs/service.md), then register (section 4.7) until one is adopted. */
export const adoptFirstAvailable: Operation = {
	name: 'Adopt First Available',
	action: 'Adopt first available number',
	subtitle: 'Adopt First Available Number',
	description: 'Adopt the first available phone number that fits the filters. This costs money.',
	effect: 'changes',
	costsMoney: PRICE,
	parameters: [FILTERS, ADOPT_ONCE_KEY],
	prepare(read, context) {
		const filters = readFilters(read);
		return {
			// All items take from the same pool: side by side they would fight over its first number.
			lane: 'pool',
			run: async (service) =>
				await adoptFirst(service, filters, executionState(context, TAKEN_NUMBERS)),
		};
	},
};
