import { asServiceError, ServiceError, serviceError } from '../../errors';
import { executionMemory } from '../../n8n/execution';
import { FILTERS_FIELD } from '../../fields/poolFilters';
import { ADOPT, byNumber, getPurchasable } from '../../service/leases';
import type { Service } from '../../service/service';
import type { Operation } from '../operation';
import { adopted, ADOPTS } from './oneNumber';

/** lease.adoptFirstAvailable: purchasable (section 4.5 of docs/service.md), then register (section 4.7) until one is adopted. */
export const adoptFirstAvailable: Operation = {
	name: 'Adopt First Available',
	action: 'Adopt first available number',
	description: "Lease the first phone number that fits. Requires your provider's Enterprise plan.",
	...ADOPTS,
	// They all take from the same pool: side by side they would fight over its first number.
	inOneLane: true,
	fields: [FILTERS_FIELD],
	options: [],
	prepare(read, context) {
		const filters = read(FILTERS_FIELD);
		const perform = async (service: Service) => {
			const leftAlone: Record<string, true> = executionMemory(context, 'numbersLeftAlone', {});
			const listed = byNumber(await getPurchasable(service, filters));
			const numbers = [...listed.keys()].filter((number) => !leftAlone[number]);
			let lastRefusal: ServiceError | undefined;

			// A refusal that is about all of them would be repeated for each: so not all are tried.
			for (const target of numbers.slice(0, 10)) {
				// For the rest of the execution, a number is left alone that was adopted or possibly adopted, or that is limited for
				// long: the limit may be of this number alone, and the next item tells by trying another one.
				leftAlone[target] = true;
				const result = await service.request(ADOPT, { target }).catch(asServiceError);
				if (!(result instanceof ServiceError)) return adopted(target, result);

				const { outcome, row } = result.data;
				if (outcome === 'notSent' && row !== 'longLimit') delete leftAlone[target];

				// A refusal about anything but the number would be the same for the next one.
				if (result.verdict.about !== 'number') throw result;
				lastRefusal = result;
			}

			const none = serviceError('noneAvailable');
			if (!lastRefusal) throw none;

			throw lastRefusal.with({
				message: `${none.message}. The last refusal was: ${lastRefusal.message}`,
				description: none.description,
			});
		};
		return { perform };
	},
};
