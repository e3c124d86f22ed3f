import type { IDataObject } from 'n8n-workflow';
import pLimit from 'p-limit';

import { asServiceError, ServiceError } from '../errors/serviceError';
import type { ItemParameters } from '../parameters/itemParameters';
import { leasedNumbers } from '../parameters/leasedNumber';
import { readFilters } from '../parameters/poolFilters';
import type { ServiceClient } from '../service/client';
import type { NumberRecord, PoolNumber } from '../service/numbers';
import { flattenPools, numberOf, POOLS } from '../service/numbers';
import type { Observation, PollRecord } from './record';

/** Most status requests in flight at once. */
const CONCURRENCY = 10;

/** What a poll found: the numbers that could be read, and why the others could not. */
export interface Observed {
	numbers: Observation[];
	failures: Map<string, ServiceError>;
}

/** What the trigger watches, read and checked from its parameters. */
export interface Watch {
	/** Tells this watch from another one: a change of parameters starts a new record. */
	watched: string;
	/** Reads the present state from the service. */
	observe(service: ServiceClient): Promise<Observed>;
	/** Gives the item of a number that fires, undefined for one that does not. */
	fires(observation: Observation, before: PollRecord): IDataObject | undefined;
	/** Gives the item of a number when there is no poll before, for a manual test. */
	shows(observation: Observation): IDataObject;
}

/** Values of the parameter `event`, each with its watch. */
export const WATCHES = {
	numberAvailable: watchAvailable,
	numberStatusChanged: watchStatus,
};

/** Watches the pool (section 4.5) for numbers that were not in it at the poll before. */
function watchAvailable(parameters: ItemParameters): Watch {
	const filters = readFilters(parameters);
	return {
		watched: JSON.stringify(['numberAvailable', filters]),
		async observe(service) {
			const records = flattenPools(await service.getPurchasable(filters));
			const numbers = records.map((item) => ({ key: keyOf(item), state: [], item }));
			return { numbers, failures: new Map() };
		},
		fires: ({ key, item }, { numbers }) => (Object.hasOwn(numbers, key) ? undefined : item),
		shows: ({ item }) => item,
	};
}

/** A number in two arrays is two entries. Without blanks, as the record wants its keys. */
function keyOf(record: PoolNumber): string {
	return `${POOLS.indexOf(record.pool)}${numberOf(record)?.slice(1) ?? ''}`;
}

/** Watches numbers (section 4.6) for another status or health than at the poll before. */
function watchStatus(parameters: ItemParameters): Watch {
	const watched = leasedNumbers(parameters, 'numbers');
	return {
		watched: JSON.stringify(['numberStatusChanged', [...watched].sort()]),
		async observe(service) {
			const limit = pLimit(CONCURRENCY);
			const read = async (number: string) =>
				[number, await service.getStatus(number).catch(asServiceError)] as const;
			return sortOut(await Promise.all(watched.map(async (number) => await limit(read, number))));
		},
		fires({ key, state, item }, { numbers }) {
			const before = numbers[key];
			if (!before || JSON.stringify(before) === JSON.stringify(state)) return undefined;
			return withPrevious(item, before);
		},
		shows: ({ item, state }) => withPrevious(item, state),
	};
}

function sortOut(outcomes: Array<readonly [string, NumberRecord | ServiceError]>): Observed {
	const numbers: Observation[] = [];
	const failures = new Map<string, ServiceError>();
	for (const [key, outcome] of outcomes) {
		if (outcome instanceof ServiceError) failures.set(key, outcome);
		else {
			const { status = '', health = '' } = outcome.data ?? {};
			numbers.push({ key, state: [String(status), String(health)], item: outcome });
		}
	}
	return { numbers, failures };
}

function withPrevious(item: IDataObject, [status, health]: string[]): IDataObject {
	return { ...item, previous: { status, health } };
}
