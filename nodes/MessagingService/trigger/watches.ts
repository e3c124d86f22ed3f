import { type IDataObject, jsonParse } from 'n8n-workflow';
import pLimit from 'p-limit';

import { asServiceError, ServiceError, serviceError } from '../errors';
import { WATCHED_NUMBERS } from '../fields/phoneNumber';
import type { Read } from '../fields/parameter';
import { FILTERS_FIELD } from '../fields/poolFilters';
import { DEFAULT_SETTINGS, type Service } from '../service/connect';
import { byNumber, getPurchasable, numberOf, readStatus } from '../service/leases';

/** The result of a poll, compared with what earlier polls knew. */
interface Look {
	/** One item per event since the last poll; none at a first poll. */
	fired: IDataObject[];
	/** The next poll compares with this. Plain data: n8n saves it. */
	known: IDataObject;
	/** One item of what is there now, for a test. */
	sample?: IDataObject;
	/** Names the watched numbers that cannot be read. */
	unreadable?: ServiceError;
}

/** Something to watch, read and checked from the trigger's parameters. */
interface Watch {
	/** A change of it begins a new record, as another account does. */
	scope: unknown;
	/**
	 * Reads the service.
	 * @param known `known` of the last poll; undefined at a first poll
	 * @throws ServiceError where nothing can be read
	 */
	look(service: Service, known?: IDataObject): Promise<Look>;
}

/** The numbers of the pool, in E.164, as the last two polls have seen it. */
type KnownPool = { last: string[]; before: string[] };

/** Watches the pool (section 4.5 of `docs/service.md`) for numbers that neither of the last two polls has seen. */
export function watchPool(read: Read): Watch {
	const filters = read(FILTERS_FIELD);

	return {
		scope: ['numberAvailable', filters],
		async look(service, known) {
			const pool = byNumber(await getPurchasable(service, filters));
			const numbers = [...pool.keys()];
			// The first record of each number, with the keys of all its arrays.
			const items = [...pool.values()].map((records) => ({
				...records[0],
				pools: [...new Set(records.map((record) => record.pool))],
			}));

			const { last, before } = (known as KnownPool | undefined) ?? { last: numbers, before: [] };
			const seen = new Set([...last, ...before]);
			return {
				fired: items.filter((_, index) => !seen.has(numbers[index])),
				known: { last: numbers, before: last },
				sample: items[0],
			};
		},
	};
}

/** Watches numbers (section 4.6 of `docs/service.md`) for another state than at the poll before. */
export function watchStatuses(read: Read): Watch {
	const watched = read(WATCHED_NUMBERS);

	return {
		// Without the numbers: those that stay in the list keep their state.
		scope: ['numberStatusChanged'],
		async look(service, known) {
			const limit = pLimit(DEFAULT_SETTINGS.concurrency);
			const readings = await Promise.all(
				watched.map(async (number) => await limit(readNumber, service, number)),
			);

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
		const { verdict, data, message } = record;
		if (verdict.about !== 'number') return { failure: record };

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
		message: `${failures.size} of ${watched} watched numbers could not be read: ${first.message}. The numbers: ${numbers}`,
	});
}
