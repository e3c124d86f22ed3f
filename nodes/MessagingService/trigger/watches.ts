import { type IDataObject, jsonParse } from 'n8n-workflow';
import pLimit from 'p-limit';

import { asServiceError, ServiceError, serviceError } from '../errors';
import { emptyError, parameter, type Read } from '../fields/parameter';
import { asLeasedNumber } from '../fields/phoneNumber';
import { FILTERS_FIELD } from '../fields/poolFilters';
import { asEntries } from '../fields/readValues';
import { DEFAULT_SETTINGS } from '../request/settings';
import type { Service } from '../service/connect';
import { byNumber, getPurchasable, numberOf, STATUS } from '../service/leases';

/**
 * Reads what the trigger's parameters name, and compares it with what the last poll left.
 * @param known `known` of the last poll; undefined at a first poll, which fires nothing
 * @param isTest whether all that is there fires, as an example
 * @throws InputError, and ServiceError where nothing can be read
 */
type Watch = (
	read: Read,
	service: Service,
	known: unknown,
	isTest: boolean,
) => Promise<{
	/** The items that fire. */
	fired: IDataObject[];
	/** The next poll compares with this. Plain data: n8n saves it. */
	known: unknown;
	/** Names the watched numbers of which this poll has no record, though they may still be there. */
	unread?: ServiceError;
}>;

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

/** The numbers that the trigger watches in E.164, each once, in the order given. */
export const WATCHED_NUMBERS = parameter(
	{
		displayName: 'Numbers',
		path: 'numbers',
		// A field of one line would join the lines of a pasted list.
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add number', rows: 2 },
		required: true,
		placeholder: 'e.g. +12025550123',
		displayOptions: { show: { event: ['numberStatusChanged'] } },
		description:
			'The numbers to watch, with country code. Separate several with commas or line breaks.',
		type: 'string',
		default: [],
	},
	(value, place) => {
		const entries = asEntries(value);
		if (entries.length === 0) throw emptyError(place);

		return [...new Set(entries.map((one) => asLeasedNumber(one, place)))];
	},
);

/**
 * What is kept of a number: the state that counts, and that of the last answer which told of the number. A state is JSON, as
 * `previous` of a later item has it.
 */
type Known = [state?: string, last?: string];

/** The state that a test compares with. With its spaces, it differs from all others. */
const NO_STATE = '{ "status": "", "health": "" }';

const GONE = '{"gone":true}';

/** Watches numbers (section 4.6 of `docs/service.md`) for another state than at the poll before. */
export const watchStatuses: Watch = async (read, service, known, isTest) => {
	const earlier = (known ?? {}) as Record<string, Known | undefined>;
	const first: Known = isTest ? [NO_STATE] : [];
	const limit = pLimit(DEFAULT_SETTINGS.concurrency);
	const looks = await Promise.all(
		read(WATCHED_NUMBERS).map(async (number) => {
			const look = await limit(lookAt, service, number, earlier[number] ?? first);
			return { number, ...look };
		}),
	);

	const failed = looks.filter(({ failure }) => failure);
	const reason = failed[0]?.failure;
	const numbers = failed.map(({ number }) => number).join(', ');
	const unread = reason?.with({
		message: `${failed.length} of ${looks.length} watched numbers could not be read: ${reason.message}. The numbers: ${numbers}`,
	});
	if (looks.every(({ next }) => !next)) throw unread;

	return {
		fired: looks.flatMap(({ fired = [] }) => fired),
		known: Object.fromEntries(looks.map(({ number, next = earlier[number] }) => [number, next])),
		unread,
	};
};

/**
 * Asks the service for a number, and compares the answer with what is kept of it. Returns what fires, or why nothing can;
 * and what is kept `next`, where the answer tells anything of the number.
 */
async function lookAt(service: Service, number: string, [was, last]: Known) {
	const record = await service.request(STATUS, { target: number }).catch(asServiceError);
	const isGone = record instanceof ServiceError;
	if (isGone && !saysGone(record)) return { failure: record };
	if (!isGone && (numberOf(record) ?? number) !== number) {
		const doing = `reading the status of the number ${number}`;
		return { failure: serviceError('unreadable', { doing, lack: 'the record of this number' }) };
	}

	// One such answer may be a slip of the service, or of a gateway before it: two in a row count.
	if (isGone && last !== GONE) return { failure: record, next: [was, GONE] };

	const item = isGone ? { number, gone: true, error: record.data.words || record.message } : record;
	const state = isGone ? GONE : stateOf(record);
	const hasChanged = was && was !== state;
	return {
		fired: hasChanged ? [{ ...item, previous: jsonParse<IDataObject>(was) }] : [],
		next: [state, state],
	};
}

/** Returns the state in a record. What is missing, null or empty is the same. */
function stateOf({ data }: IDataObject): string {
	const { status, health } = data as IDataObject;
	return JSON.stringify({ status: status ?? '', health: health ?? '' });
}

/** Finds words: a body that says nothing is quoted as it came. */
const WORDS = /^(?![{[]\W)./;

/** True where the service says that it does not know a number. A gateway that stumbles answers 404 and 410 too. */
function saysGone({ data, verdict }: ServiceError): boolean {
	const { statusCode = 0, isJson = false, words = '' } = data;
	const isSaid = [409, 422].includes(statusCode) || (isJson && WORDS.test(words));
	return verdict.about === 'number' && isSaid;
}
