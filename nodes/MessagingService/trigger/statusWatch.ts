import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';

import { asServiceError, ServiceError } from '../errors/serviceError';
import type { ItemParameters } from '../parameters/itemParameters';
import { leasedNumbers } from '../parameters/leasedNumber';
import type { ServiceClient } from '../service/client';
import type { NumberRecord } from '../service/numbers';
import { isOfAnother } from '../service/numbers';
import type { Reading } from './failureOfPoll';
import { endsPoll, failureOfPoll } from './failureOfPoll';
import { canonical } from './record';
import type { Watch } from './watch';

/** Most status requests at the same time. */
const CONCURRENCY = 10;

/** The state of a record that says nothing. */
const SILENT = canonical(['', '']);

/** Numbers are in E.164. */
interface KnownStatus {
	/** Status and health as they were last read, as JSON. */
	states: Record<string, string | undefined>;
	/** Those that could not be read when they were last tried. */
	failing: string[];
	/** The one that the next poll begins with, where the last poll did not come to all. */
	first?: string;
}

/** Watches numbers (section 4.6) for another status or health than at the poll before. */
export function watchStatus(parameters: ItemParameters): Watch<KnownStatus> {
	const watched = leasedNumbers(parameters, 'numbers');
	// Another order of the list changes nothing in the record.
	const sorted = [...watched].sort();
	return {
		// Not the numbers: those that stay in the list keep their state.
		scope: ['numberStatusChanged'],
		async look(service, signal, { states, failing, first } = { states: {}, failing: [] }) {
			const start = Math.max(watched.indexOf(first ?? ''), 0);
			const order = [...watched.slice(start), ...watched.slice(0, start)];
			const reading = await readNumbers(service, order, signal);
			const { records, failures } = reading;
			const unread = order.filter((number) => !records.has(number) && !failures.has(number));
			const failure = failureOfPoll(reading, unread);
			if (failure) throw failure;
			const stateNow = (number: string) => stateOf(records.get(number)) ?? states[number];
			const wasFailing = new Set(failing);
			const isFailing = (number: string) =>
				failures.has(number) || (wasFailing.has(number) && !records.has(number));
			const shown = records.get(order.find((number) => records.has(number)) ?? '');
			return {
				fired: order.flatMap((number) => changeOf(records.get(number), states[number])),
				known: {
					states: Object.fromEntries(sorted.map((number) => [number, stateNow(number)])),
					failing: sorted.filter(isFailing),
					first: unread[0],
				},
				sample: shown && { ...shown, previous: {} },
				failures: new Map([...failures].filter(([number]) => !wasFailing.has(number))),
			};
		},
	};
}

/** Reads as many of the numbers as there is time for, each at most once. */
async function readNumbers(
	service: ServiceClient,
	numbers: string[],
	signal: AbortSignal,
): Promise<Reading> {
	const reading: Reading = { records: new Map(), failures: new Map() };
	// The workers share one iterator: each takes the next number when it is free.
	const queue = numbers.values();
	const work = async () => {
		for (const number of queue) {
			if (signal.aborted || reading.endedBy) return;
			const outcome = await readStatus(service, number).catch(asServiceError);
			if (!(outcome instanceof ServiceError)) reading.records.set(number, outcome);
			else if (endsPoll(outcome)) reading.endedBy = outcome;
			// Not a failure of the number: there was no time left for it.
			else if (!(outcome.about === 'stop' && signal.aborted)) {
				reading.failures.set(number, outcome);
			}
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	return reading;
}

/** @throws ServiceError also for a record that does not say how the number is: that is no change of it */
async function readStatus(service: ServiceClient, number: string): Promise<NumberRecord> {
	const record = await service.getStatus(number);
	const isSilent = stateOf(record) === SILENT;
	if (!isSilent && !isOfAnother(record, number)) return record;
	const what = isSilent ? 'neither status nor health' : 'the record of another number';
	throw new ServiceError(`The service returned ${what} for the number ${number}`, {
		fate: 'notSent',
		description:
			'Nothing is missed: the next poll compares with the same record. If this continues, contact your provider about this answer.',
	});
}

/** Returns status and health of a record as JSON; missing, null and empty are the same. */
function stateOf(record?: NumberRecord): string | undefined {
	return record && canonical([record.data?.status ?? '', record.data?.health ?? '']);
}

/** Returns the item of a number whose state is another one than before. */
function changeOf(record?: NumberRecord, before?: string): IDataObject[] {
	if (!record || before === undefined || stateOf(record) === before) return [];
	const [status, health] = jsonParse<IDataObject[]>(before);
	return [{ ...record, previous: { status, health } }];
}
