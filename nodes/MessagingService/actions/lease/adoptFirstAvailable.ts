import { asServiceError, ServiceError, serviceError, VERDICTS } from '../../errors';
import { executionMemory } from '../../n8n/execution';
import { FILTERS_FIELD } from '../../fields/poolFilters';
import { ADOPT, byNumber, getPurchasable } from '../../service/leases';
import type { Service } from '../../service/connect';
import type { Operation } from '../operation';
import { adopted, ADOPTS } from './oneNumber';

/** Most numbers that are tried for an item: a refusal that is about all of them would be repeated for each. */
const MAX_TRIED = 10;

/** lease.adoptFirstAvailable: purchasable (section 4.5 of docs/service.md), then register (section 4.7) until one is adopted. */
export const adoptFirstAvailable: Operation = {
	name: 'Adopt First Available',
	action: 'Adopt first available number',
	description: "Lease the first phone number that fits. Requires your provider's Enterprise plan.",
	...ADOPTS,
	inOneLane: true,
	fields: [FILTERS_FIELD],
	options: [],
	prepare(read, context) {
		const filters = read(FILTERS_FIELD);
		// Numbers that this execution has adopted, or may have, or that it was asked to leave alone for long.
		const taken: Record<string, true> = executionMemory(context, 'takenNumbers', {});

		const carryOut = async (service: Service) => {
			const listed = byNumber(await getPurchasable(service, filters));
			const numbers = [...listed.keys()].filter((number) => !taken[number]);
			let lastRefusal: ServiceError | undefined;

			for (const target of numbers.slice(0, MAX_TRIED)) {
				const result = await service.request(ADOPT, { target }).catch(asServiceError);
				if (!(result instanceof ServiceError)) {
					taken[target] = true;
					return adopted(target, result);
				}

				const { about, endsAccount } = result.verdict;
				// A long limit may be of this number alone: the next item tries another one, which tells.
				if (result.data.outcome === 'possiblySent' || endsAccount === 'atSecondTarget')
					taken[target] = true;
				// A refusal about anything but the number would be the same for the next one.
				if (about !== 'number') throw result;
				lastRefusal = result;
			}

			if (!lastRefusal) throw serviceError('noneAvailable');
			throw lastRefusal.with({
				message: `No number that fits the filters could be adopted. The last refusal was: ${lastRefusal.message}`,
				description: VERDICTS.noneAvailable.nextStep,
			});
		};
		// They all take from the same pool: side by side they would fight over its first number.
		return { lane: 'all', carryOut };
	},
};
