import { asServiceError, ServiceError } from '../errors/serviceError';
import { memberOf } from '../object';
import type { ServiceClient } from '../service/client';
import { isOfAnother, type NumberRecord } from '../service/numbers';
import { listUpTo } from '../wording';
import { canonical } from './canonical';

/** Most status requests at the same time. */
const CONCURRENCY = 10;

/** Most numbers that an error names. */
const MAX_NAMED = 100;

/** Subjects of refusals that all other numbers would meet too. */
const REFUSES_ALL: ReadonlySet<unknown> = new Set(['address', 'limit', 'plan', 'token']);

/** The state of a record that says nothing. */
const SILENT = canonical(['', '']);

const NOTHING_MISSED = 'Nothing is missed: the next poll compares with what was known before.';

const CHECK_NUMBERS =
	"Check 'Numbers' for typing errors and for numbers that you no longer lease. ";

const ADVICE = `If this continues, contact your provider. ${NOTHING_MISSED} This is reported once, until one of the numbers can be read again or another one fails.`;

/**
 * Reads as many of the numbers as there is time for: one in neither map was not read.
 * @throws ServiceError of the service as a whole
 */
export async function readStatuses(service: ServiceClient, numbers: string[], signal: AbortSignal) {
	const records = new Map<string, NumberRecord>();
	const failures = new Map<string, ServiceError>();
	let endedBy: ServiceError | undefined;

	const readOne = async (number: string) => {
		const outcome = await readStatus(service, number).catch(asServiceError);
		if (!(outcome instanceof ServiceError)) {
			records.set(number, outcome);
			return;
		}

		// The other numbers would be refused as well.
		if (REFUSES_ALL.has(outcome.about)) endedBy = outcome;
		// Without time left for it, the number did not fail.
		else if (outcome.about !== 'stop' || !signal.aborted) failures.set(number, outcome);
	};

	// The workers share one iterator: each takes the next number when it is free.
	const queue = numbers.values();
	const work = async () => {
		for (const number of queue) {
			if (signal.aborted || endedBy) return;
			await readOne(number);
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	if (endedBy) throw endedBy;

	const isOfService = ({ about }: ServiceError) => about !== 'number' && about !== 'request';
	const failure = [...failures.values()].find(isOfService);
	if (failure && records.size === 0) throw failure;

	// Those that were not read have their turn at the next poll.
	if (records.size + failures.size > 0) return { records, failures };
	throw new ServiceError('The service did not answer in the time that n8n gives a poll', {
		isTransient: true,
		mayHaveBeenSent: false,
		description: `${NOTHING_MISSED} If this continues, contact your provider: the service is slow.`,
	});
}

/** Reads a number's record. @throws ServiceError also where it says nothing about the number's state: that is no change */
async function readStatus(service: ServiceClient, number: string): Promise<NumberRecord> {
	const record = await service.getStatus(number);
	const isSilent = stateOf(record) === SILENT;
	if (!isSilent && !isOfAnother(record, number)) return record;

	const what = isSilent ? 'neither status nor health' : 'the record of another number';
	throw new ServiceError(`The service returned ${what} for the number ${number}`, {
		about: 'number',
		mayHaveBeenSent: false,
		description: CHECK_NUMBERS + ADVICE,
	});
}

/** Returns one error for all numbers that cannot be read, with the first of the reasons that this poll has met. */
export function failureOf(numbers: string[], failures: Map<string, ServiceError>, watched: number) {
	const [first] = failures.values();

	const named = listUpTo(MAX_NAMED, numbers, () => ' …');
	const what =
		numbers.length === 1
			? `The watched number ${named} could not be read`
			: `${numbers.length} of ${watched} watched numbers could not be read: ${named}. The first reason`;

	// A breakdown of the service says nothing about the numbers.
	const check = first.about ? CHECK_NUMBERS : '';
	return first.with({ message: `${what}: ${first.message}`, description: check + ADVICE });
}

/** Returns status and health of a record as JSON; missing, null and empty are the same. */
export function stateOf({ data }: NumberRecord): string {
	return canonical([memberOf(data, 'status') ?? '', memberOf(data, 'health') ?? '']);
}
