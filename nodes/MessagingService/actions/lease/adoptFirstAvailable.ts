import { asServiceError, ServiceError, serviceError, VERDICTS } from '../../errors';
import { executionMemory } from '../../n8n/execution';
import { FILTERS_FIELD } from '../../fields/poolFilters';
import { ADOPT, byNumber, getPurchasable } from '../../service/leases';
import type { Service } from '../../service/connect';
import type { Operation } from '../operation';
import { adopted, ADOPTS } from './oneNumber';

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
			let refusal = serviceError('noneAvailable');

			// A refusal that is about all of them would be repeated for each: so not all are tried.
			for (const target of numbers.slice(0, 10)) {
				taken[target] = true;
				const result = await service.request(ADOPT, { target }).catch(asServiceError);
				if (!(result instanceof ServiceError)) return adopted(target, result);

				const { about, endsAccount } = result.verdict;
				// A long limit may be of this number alone: the next item tries another one, which tells.
				if (result.data.outcome === 'notSent' && endsAccount !== 'atSecondTarget')
					delete taken[target];
				// A refusal about anything but the number would be the same for the next one.
				if (about !== 'number') throw result;

				refusal = result.with({
					message: `No number that fits the filters could be adopted. The last refusal was: ${result.message}`,
					description: VERDICTS.noneAvailable.nextStep,
				});
			}
			throw refusal;
		};
		// They all take from the same pool: side by side they would fight over its first number.
		return { lane: 'all', carryOut };
	},
};
