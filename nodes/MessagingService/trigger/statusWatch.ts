import { type IDataObject, jsonParse } from 'n8n-workflow';

import { asServiceError, ServiceError, serviceError } from '../errors';
import { runInLanes } from '../util/lanes';
import { WATCHED_NUMBERS } from '../fields/phoneNumber';
import type { Read } from '../fields/parameter';
import { DEFAULT_SETTINGS, type Service } from '../service/connect';
import { readStatus } from '../service/leases';
import { numberOf } from '../service/numbers';
import type { Watch } from './poll';

/** Watches numbers (section 4.6 of `docs/service.md`) for another state than at the poll before. */
export function watchStatuses(read: Read): Watch {
	const watched = read(WATCHED_NUMBERS);

	return {
		// Without the numbers: those that stay in the list keep their state.
		scope: ['numberStatusChanged'],
		async look(service, known) {
			const readings: Reading[] = [];
			const noLanes = watched.map(() => undefined);
			await runInLanes(noLanes, DEFAULT_SETTINGS.concurrency, async (index) => {
				readings[index] = await readNumber(service, watched[index]);
			});

			// States in JSON, as `previous` of a later item has them, by number in E.164.
			const before = (known ?? {}) as Record<string, string | undefined>;
			const now: typeof before = {};
			const fired: IDataObject[] = [];
			const failures = new Map<string, ServiceError>();
			watched.forEach((number, index) => {
				const was = before[number];
				const { item, state = was, failure } = readings[index];
				now[number] = state;
				if (was && was !== state) fired.push({ ...item, previous: jsonParse(was) });
				// A number that was never there may be mistyped.
				if (failure && !(item && was)) failures.set(number, failure);
			});

			const unreadable = errorOf(failures, watched.length);
			if (!readings.some(({ item }) => item)) throw unreadable;
			const sample = { ...readings[0].item, previous: { status: '', health: '' } };
			return { fired, known: now, sample, unreadable };
		},
	};
}

/** What the service says of a number, or why it cannot be read; both where the number is gone. */
interface Reading {
	/** Without `previous`. */
	item?: IDataObject;
	/** In JSON. */
	state?: string;
	failure?: ServiceError;
}

async function readNumber(service: Service, number: string): Promise<Reading> {
	const record = await readStatus(service, number).catch(asServiceError);
	if (record instanceof ServiceError) {
		const { about, data, message } = record;
		if (about !== 'number') return { failure: record };

		const item = { number, gone: true, error: data.words || message };
		return { item, state: '{"gone":true}', failure: record };
	}

	if ((numberOf(record) ?? number) !== number) {
		const lack = 'the record of another number';
		const activity = `reading the status of the number ${number}`;
		return { failure: serviceError('unusable', { lack, activity }) };
	}

	// Missing, null and empty are the same.
	const { status, health } = record.data as IDataObject;
	return { item: record, state: JSON.stringify({ status: status ?? '', health: health ?? '' }) };
}

/** Returns one error for all numbers that cannot be read, with the first reason. */
function errorOf(failures: Map<string, ServiceError>, watched: number): ServiceError | undefined {
	const [first] = failures.values();
	const numbers = [...failures.keys()].join(', ');
	return first?.with({
		happened: `${failures.size} of ${watched} watched numbers could not be read: ${first.message}. The numbers: ${numbers}`,
	});
}
