import { type IDataObject, jsonParse } from 'n8n-workflow';
import pLimit from 'p-limit';

import { asServiceError, ServiceError, serviceError } from '../errors';
import { WATCHED_NUMBERS } from '../fields/phoneNumber';
import type { Read } from '../fields/parameter';
import { FILTERS_FIELD } from '../fields/poolFilters';
import { DEFAULT_SETTINGS, type Service } from '../service/connect';
import { byNumber, getPurchasable, numberOf, readStatus } from '../service/leases';

/** What a poll has seen, compared with what earlier polls knew. */
interface Look {
	/** One item per event since the last poll; none at a first poll. */
	fired: IDataObject[];
	/** The next poll compares with this. Plain data: n8n saves it. */
	known: unknown;
	/** One item of what is there now, for a test; none where nothing is there. */
	examples: IDataObject[];
	/** Names the watched numbers that cannot be read. */
	unreadable?: ServiceError;
}

/**
 * Reads what the trigger's parameters name, and compares it.
 * @param known `known` of the last poll; undefined at a first poll
 * @throws InputError, and ServiceError where nothing can be read
 */
type Watch = (read: Read, service: Service, known: unknown) => Promise<Look>;

/** Watches the pool (section 4.5 of `docs/service.md`) for numbers that neither of the last two polls has seen. */
export const watchPool: Watch = async (read, service, known) => {
	const pool = byNumber(await getPurchasable(service, read(FILTERS_FIELD)));
	const numbers = [...pool.keys()];
	// The first record of each number, with the keys of all its arrays.
	const items = [...pool.values()].map((records) => ({
		...records[0],
		pools: [...new Set(records.map((record) => record.pool))],
	}));

	// The numbers of the last two polls, in E.164, the last one first.
	const polls = (known ?? [numbers]) as string[][];
	const seen = new Set(polls.flat());
	return {
		fired: items.filter((_, index) => !seen.has(numbers[index])),
		known: [numbers, polls[0]],
		examples: items.slice(0, 1),
	};
};

/** Watches numbers (section 4.6 of `docs/service.md`) for another state than at the poll before. */
export const watchStatuses: Watch = async (read, service, known) => {
	// States in JSON, as `previous` of a later item has them, by number in E.164.
	const states = (known ?? {}) as Record<string, string | undefined>;
	const limit = pLimit(DEFAULT_SETTINGS.concurrency);
	const readings = await Promise.all(
		read(WATCHED_NUMBERS).map(async (number) => {
			const reading = await limit(readNumber, service, number);
			const was = states[number];
			return { number, was, state: was, ...reading };
		}),
	);

	// A number that was never there may be mistyped.
	const failed = readings.filter(({ was, item, failure }) => failure && !(item && was));
	const reason = failed[0]?.failure;
	const numbers = failed.map(({ number }) => number).join(', ');
	const unreadable = reason?.with({
		message: `${failed.length} of ${readings.length} watched numbers could not be read: ${reason.message}. The numbers: ${numbers}`,
	});
	if (!readings.some(({ item }) => item)) throw unreadable;

	return {
		fired: readings.flatMap(({ was, item, state }) =>
			was && was !== state ? [{ ...item, previous: jsonParse(was) }] : [],
		),
		known: Object.fromEntries(readings.map(({ number, state }) => [number, state])),
		examples: [{ ...readings[0].item, previous: { status: '', health: '' } }],
		unreadable,
	};
};

/** Reads a number: its item without `previous` and its state, or why it cannot be read; all of it where the number is gone. */
async function readNumber(service: Service, number: string) {
	const record = await readStatus(service, number).catch(asServiceError);
	if (record instanceof ServiceError) {
		if (record.verdict.about !== 'number') return { failure: record };

		const error = record.data.words || record.message;
		return { item: { number, gone: true, error }, state: '{"gone":true}', failure: record };
	}

	if ((numberOf(record) ?? number) !== number) {
		const activity = `reading the status of the number ${number}`;
		const lack = 'the record of this number';
		return { failure: serviceError('unusable', { activity, lack }) };
	}

	// Missing, null and empty are the same.
	const { status, health } = record.data as IDataObject;
	return { item: record, state: JSON.stringify({ status: status ?? '', health: health ?? '' }) };
}
