import { type IDataObject, jsonParse } from 'n8n-workflow';
import pLimit from 'p-limit';

import { asServiceError, ServiceError, serviceError } from '../errors';
import type { Read } from '../fields/parameter';
import { FILTERS_FIELD } from '../fields/poolFilters';
import { DEFAULT_SETTINGS } from '../request/settings';
import type { Service } from '../service/connect';
import { byNumber, getPurchasable, numberOf, STATUS } from '../service/leases';
import { WATCHED_NUMBERS } from './fields';

/** What a poll has seen, compared with what earlier polls knew. */
interface Look {
	/** The items that fire. */
	fired: IDataObject[];
	/** The next poll compares with this. Plain data: n8n saves it. */
	known: unknown;
	/** Names the watched numbers of which this poll has no record, though they may still be there. */
	unread?: ServiceError;
}

/**
 * Reads what the trigger's parameters name, and compares it.
 * @param known `known` of the last poll; undefined at a first poll, which fires nothing
 * @param isTest whether all that is there fires, as an example
 * @throws InputError, and ServiceError where nothing can be read
 */
type Watch = (read: Read, service: Service, known: unknown, isTest: boolean) => Promise<Look>;

/** Watches the pool (section 4.5 of `docs/service.md`) for numbers that neither of the last two polls has seen. */
export const watchPool: Watch = async (read, service, known, isTest) => {
	const pool = byNumber(await getPurchasable(service, read(FILTERS_FIELD)));
	const numbers = [...pool.keys()];

	// The numbers of the last two polls, in E.164, the last one first.
	const [last, before = []] = (known ?? [isTest ? [] : numbers]) as string[][];
	const seen = new Set([...last, ...before]);
	const fired = [...pool].filter(([number]) => !seen.has(number));
	return {
		// The first record of each number, with the keys of all its arrays.
		fired: fired.map(([, records]) => ({
			...records[0],
			pools: [...new Set(records.map((record) => record.pool))],
		})),
		known: [numbers, last],
	};
};

/** What a poll learns of a number: one of three answers. A state is JSON, as `previous` of a later item has it. */
type Answer =
	| { is: 'read'; item: IDataObject; state: string }
	/** The service says in its own words that it does not know the number. */
	| { is: 'gone'; item: IDataObject; state: string; failure: ServiceError }
	/** Anything else: it says nothing about the number. */
	| { is: 'unreadable'; failure: ServiceError };

/** What is kept of a number: the state that counts, and that of the last answer which told of the number. */
type Known = [state?: string | false, last?: string];

/** The state that a test compares with. With its spaces, it differs from all others. */
const NO_STATE = '{ "status": "", "health": "" }';

/** Watches numbers (section 4.6 of `docs/service.md`) for another state than at the poll before. */
export const watchStatuses: Watch = async (read, service, known, isTest) => {
	const earlier = (known ?? {}) as Record<string, Known>;
	const limit = pLimit(DEFAULT_SETTINGS.concurrency);
	const looks = await Promise.all(
		read(WATCHED_NUMBERS).map(async (number) => {
			const answer = await limit(askFor, service, number);
			return { number, answer, ...compare(answer, earlier[number] ?? [isTest && NO_STATE]) };
		}),
	);

	const failed = looks.filter(({ failure }) => failure);
	const reason = failed[0]?.failure;
	const numbers = failed.map(({ number }) => number).join(', ');
	const unread = reason?.with({
		message: `${failed.length} of ${looks.length} watched numbers could not be read: ${reason.message}. The numbers: ${numbers}`,
	});
	if (looks.every(({ answer }) => answer.is === 'unreadable')) throw unread;

	return {
		fired: looks.flatMap(({ fired = [] }) => fired),
		known: Object.fromEntries(looks.map(({ number, next }) => [number, next])),
		unread,
	};
};

/** Compares an answer with what is kept of its number: returns what fires, or why there is nothing, and what is kept now. */
function compare(answer: Answer, known: Known) {
	if (answer.is === 'unreadable') return { failure: answer.failure, next: known };

	const { item, state } = answer;
	const [was, last] = known;
	// One such answer may be a slip of the service, or of a gateway before it: two in a row count.
	if (answer.is === 'gone' && last !== state)
		return { failure: answer.failure, next: [was, state] };

	const hasChanged = was && was !== state;
	return {
		fired: hasChanged ? [{ ...item, previous: jsonParse<IDataObject>(was) }] : [],
		next: [state, state],
	};
}

/** Asks the service for a number. */
async function askFor(service: Service, number: string): Promise<Answer> {
	const record = await service.request(STATUS, { target: number }).catch(asServiceError);
	if (record instanceof ServiceError) {
		if (!saysGone(record)) return { is: 'unreadable', failure: record };

		const item = { number, gone: true, error: record.data.words || record.message };
		return { is: 'gone', item, state: '{"gone":true}', failure: record };
	}

	if ((numberOf(record) ?? number) !== number) {
		const doing = `reading the status of the number ${number}`;
		const lack = 'the record of this number';
		return { is: 'unreadable', failure: serviceError('unreadable', { doing, lack }) };
	}

	// Missing, null and empty are the same.
	const { status, health } = record.data as IDataObject;
	const state = JSON.stringify({ status: status ?? '', health: health ?? '' });
	return { is: 'read', item: record, state };
}

/** Finds words: a body that says nothing is quoted as it came. */
const WORDS = /^(?![{[]\W)./;

/** True where the service says that it does not know a number. A gateway that stumbles answers 404 and 410 too. */
function saysGone({ data, verdict }: ServiceError): boolean {
	const { statusCode = 0, isJson = false, words = '' } = data;
	const isSaid = [409, 422].includes(statusCode) || (isJson && WORDS.test(words));
	return verdict.about === 'number' && isSaid;
}
