import type { IDataObject } from 'n8n-workflow';

import { asServiceError, ServiceError } from '../../errors';
import { executionMemory } from '../../host/executionMemory';
import { ADOPT_ONCE_KEY } from '../../parameters/onceKey';
import { FILTERS_FIELD } from '../../parameters/poolFilters';
import { adoptNumber, getPurchasable, type PurchasableFilters } from '../../service/leases';
import { groupPools, numberOf } from '../../service/numbers';
import type { Service } from '../../service/connect';
import type { Operation } from '../operation';
import { ADOPTING_TOOL } from '../agentTexts';
import { adopted, PRICE } from './adopt';

/** Numbers that this execution has adopted, or may have. */
type TakenNumbers = Record<string, true>;

/** Adopts the first number of the pool, in its order, that this execution has not `taken` and that the service does not refuse. */
async function adoptFirst(
	service: Service,
	filters: PurchasableFilters,
	taken: TakenNumbers,
): Promise<IDataObject> {
	const listed = groupPools(await getPurchasable(service, filters), numberOf);
	const numbers = [...listed.keys()].filter((number) => !taken[number]);
	let lastRefusal: ServiceError | undefined;

	for (const number of numbers) {
		const outcome = await adoptNumber(service, number).catch(asServiceError);
		if (!(outcome instanceof ServiceError)) {
			taken[number] = true;
			return adopted(number, outcome);
		}

		if (outcome.mayHaveActed) taken[number] = true;
		// A refusal about anything but the number would be the same for the next one.
		if (outcome.about !== 'number') throw outcome;
		lastRefusal = outcome;
	}
	throw noneLeft(lastRefusal);
}

function noneLeft(lastRefusal?: ServiceError): ServiceError {
	const nextStep = 'Use fewer filters, or run the workflow again later.';
	if (!lastRefusal) {
		return new ServiceError('No number that fits the filters can be adopted', {
			description: nextStep,
		});
	}

	return lastRefusal.with({
		message: `No number that fits the filters could be adopted. The last refusal was: ${lastRefusal.message}`,
		description: nextStep,
	});
}

/** lease.adoptFirstAvailable: purchasable (section 4.5 of docs/service.md), then register (section 4.7) until one is adopted. */
export const adoptFirstAvailable: Operation = {
	name: 'Adopt First Available',
	action: 'Adopt first available number',
	subtitle: 'Adopt First Available Number',
	description: 'Lease the first available phone number that fits the filters (Enterprise plan)',
	effect: 'changes',
	notice: PRICE,
	toolNotice: ADOPTING_TOOL,
	fields: [FILTERS_FIELD],
	options: [],
	rules: [],
	onceKey: ADOPT_ONCE_KEY,
	prepare(read, context) {
		const filters = read(FILTERS_FIELD);
		const taken = executionMemory(context, 'takenNumbers', (): TakenNumbers => ({}));
		return {
			// All items take from the same pool: side by side they would fight over its first number.
			lane: 'pool',
			run: async (service) => await adoptFirst(service, filters, taken),
		};
	},
};
