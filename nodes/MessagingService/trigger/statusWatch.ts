import type { IDataObject } from 'n8n-workflow';

import { asServiceError, ServiceError } from '../errors/serviceError';
import type { ItemParameters } from '../parameters/itemParameters';
import { leasedNumbers } from '../parameters/leasedNumber';
import type { ServiceClient } from '../service/client';
import type { NumberRecord } from '../service/numbers';
import { isOfAnother } from '../service/numbers';
import { sameValue, statusOf } from './identity';
import type { State } from './record';
import type { Observed, Reach, Watch } from './watch';

/** Most status requests in flight at once. */
const CONCURRENCY = 10;

/** Answers that hold for all numbers: the token is refused, or the service wants to be left alone. */
const ENDS_THE_POLL = new Set([401, 429]);

/** Watches numbers (section 4.6) for another status or health than at the poll before. */
export function watchStatus(parameters: ItemParameters): Watch {
	const watched = leasedNumbers(parameters, 'numbers');
	return {
		watched: statusOf(watched),
		observe: async (service, reach) => await readNumbers(service, watched, reach),
		fires({ key, state, item }, { numbers }) {
			const before = numbers[key];
			const isSame = !before || state.every((value, index) => sameValue(before[index], value));
			return isSame ? undefined : withPrevious(item, before);
		},
		shows: ({ item, state }) => withPrevious(item, state),
	};
}

/** Reads as many of the numbers as there is time for, each at most once. */
async function readNumbers(
	service: ServiceClient,
	watched: string[],
	{ first, signal }: Reach,
): Promise<Observed> {
	const start = Math.max(watched.indexOf(first ?? ''), 0);
	const order = [...watched.slice(start), ...watched.slice(0, start)];
	const outcomes = new Map<string, NumberRecord | ServiceError>();
	let endedBy: ServiceError | undefined;
	// The workers share one iterator: each takes the next number when it is free.
	const queue = order.values();
	const work = async () => {
		for (const number of queue) {
			if (signal.aborted || endedBy) return;
			const outcome = await readStatus(service, number).catch(asServiceError);
			if (!(outcome instanceof ServiceError)) outcomes.set(number, outcome);
			else if (ENDS_THE_POLL.has(outcome.statusCode ?? 0)) endedBy = outcome;
			// Not a failure of the number: there was no time left for it.
			else if (!(outcome.kind === 'cancelled' && signal.aborted)) outcomes.set(number, outcome);
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	return { ...sortOut(order, outcomes), endedBy };
}

/** @throws ServiceError also for a record that does not say how the number is: that is no change of it */
async function readStatus(service: ServiceClient, number: string): Promise<NumberRecord> {
	const record = await service.getStatus(number);
	const { status, health } = record.data ?? {};
	const isSilent = (status ?? health ?? null) === null;
	if (!isSilent && !isOfAnother(record, number)) return record;
	const what = isSilent ? 'neither status nor health' : 'the record of another number';
	throw new ServiceError(`The service gave ${what} for the number ${number}`, {
		kind: 'answer',
		fate: 'notSent',
		description:
			'Nothing is missed: the next poll compares with the same record. If it goes on, ask the service about its answer.',
	});
}

function sortOut(order: string[], outcomes: Map<string, NumberRecord | ServiceError>): Observed {
	const observed: Observed = { numbers: [], failures: new Map(), unread: [] };
	for (const key of order) {
		const outcome = outcomes.get(key);
		if (outcome === undefined) observed.unread.push(key);
		else if (outcome instanceof ServiceError) observed.failures.set(key, outcome);
		else {
			const { status = '', health = '' } = outcome.data ?? {};
			observed.numbers.push({ key, state: [status, health], item: outcome });
		}
	}
	return observed;
}

function withPrevious(item: IDataObject, [status, health]: State): IDataObject {
	return { ...item, previous: { status, health } };
}
