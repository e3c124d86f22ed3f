import { type IDataObject, jsonParse } from 'n8n-workflow';

import type { ServiceError } from '../errors';
import { memberOf } from '../host/object';
import { WATCHED_NUMBERS } from '../parameters/leasedNumber';
import type { Read } from '../parameters/parameter';
import { DEFAULT_SETTINGS } from '../parameters/runOptions';
import { runInLanes } from '../host/lanes';
import { readStatus } from '../service/leases';
import type { NumberRecord } from '../service/numbers';
import type { Service } from '../service/connect';
import type { Watch } from './watch';

/** The state of each watched number as JSON, by number in E.164. */
type KnownStates = Record<string, string | undefined>;

/** Watches numbers (section 4.6 of `docs/service.md`) for another status or health than at the poll before. */
export function watchStatuses(read: Read): Watch {
	const watched = read(WATCHED_NUMBERS);

	return {
		// Without the numbers: those that stay in the list keep their state.
		scope: ['numberStatusChanged'],
		async look(service, known) {
			const { records, unreadable } = await readRecords(service, watched);

			const before = (known as KnownStates | undefined) ?? {};
			const now: KnownStates = {};
			const fired: IDataObject[] = [];
			for (const number of watched) {
				const record = records.get(number);
				const was = before[number];
				now[number] = record ? stateOf(record) : was;

				const hasChanged = was !== undefined && was !== now[number];
				if (record && hasChanged) fired.push(itemOf(record, was));
			}

			const [first] = records.values();
			return { fired, known: now, sample: itemOf(first), unreadable };
		},
	};
}

/** Reads the records of all numbers that can be read. @throws ServiceError where none can */
async function readRecords(service: Service, numbers: string[]) {
	const records = new Map<string, NumberRecord>();
	const failures = new Map<string, ServiceError>();

	const lanes = numbers.map(() => undefined);
	await runInLanes(lanes, DEFAULT_SETTINGS.concurrency, async (index) => {
		const number = numbers[index];
		await readStatus(service, number).then(
			(record) => records.set(number, record),
			(error: ServiceError) => failures.set(number, error),
		);
	});

	const failed = numbers.filter((number) => failures.has(number));
	const [first] = failures.values();
	const unreadable = first && errorOf(failed, numbers.length, first);
	if (records.size === 0) throw unreadable;
	return { records, unreadable };
}

/** Returns one error for all numbers that cannot be read, with the first reason. */
function errorOf(failed: string[], watched: number, first: ServiceError): ServiceError {
	const what = `${failed.length} of ${watched} watched numbers could not be read: ${first.message}`;
	return first.with({ happened: `${what}. The numbers: ${failed.join(', ')}` });
}

/** Returns status and health of a record as JSON; missing, null and empty are the same. */
function stateOf({ data }: NumberRecord): string {
	return JSON.stringify([memberOf(data, 'status') ?? '', memberOf(data, 'health') ?? '']);
}

/** Returns the item of a number, with the state it had before; both fields are empty in a test. */
function itemOf(record: NumberRecord, before = '["",""]'): IDataObject {
	const [status, health] = jsonParse<IDataObject[]>(before);
	return { ...record, previous: { status, health } };
}
