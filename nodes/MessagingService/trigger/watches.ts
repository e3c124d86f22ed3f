import { type IDataObject, jsonParse } from 'n8n-workflow';
import pLimit from 'p-limit';

import { asServiceError, InputError, ServiceError, serviceError } from '../errors';
import { emptyError, parameter, type Read } from '../fields/parameter';
import { asPhone, LEASED } from '../fields/phoneNumber';
import { FILTERS_FIELD } from '../fields/poolFilters';
import { asEntries, isBlank, listIn } from '../fields/readValues';
import { DEFAULT_SETTINGS } from '../request/settings';
import type { Service } from '../service/service';
import { byNumber, getPurchasable, numberOf, STATUS } from '../service/leases';

/**
 * Reads what the trigger's parameters name, and compares it with what the last poll left.
 * @param previous `next` of the last poll; undefined at a first poll, which fires nothing
 * @param isTest whether a person tries the trigger: all that is there fires, as an example, and nothing may be missing
 * @throws InputError, and ServiceError where nothing can be read
 */
type Watch = (
	read: Read,
	service: Service,
	previous: unknown,
	isTest: boolean,
) => Promise<{
	/** The items that fire. */
	fired: IDataObject[];
	/** The next poll compares with this. Plain data: n8n saves it. */
	next: unknown;
	/** Names the watched numbers of which this poll has no record, though they may still be there. */
	unread?: ServiceError;
}>;

/** Watches the pool (section 4.5 of `docs/service.md`) for numbers that neither of the last two polls has seen. */
export const watchPool: Watch = async (read, service, previous, isTest) => {
	const pool = byNumber(await getPurchasable(service, read(FILTERS_FIELD)));
	if (isTest && pool.size === 0) {
		throw new InputError(
			'No available number fits the filters right now',
			'Use fewer filters to see an example. The published workflow starts as soon as such a number is available.',
		);
	}

	const numbers = [...pool.keys()];
	// The numbers of the last two polls, in E.164, the last one first.
	const lastTwo = (previous ?? [isTest ? [] : numbers]) as string[][];
	const seen = new Set(lastTwo.flat());
	const fired = [...pool].filter(([number]) => !seen.has(number));

	return {
		// The first record of each number, with the keys of all its arrays.
		fired: fired.map(([, records]) => ({
			...records[0],
			pools: [...new Set(records.map((record) => record.pool))],
		})),
		next: [numbers, lastTwo[0]],
	};
};

/** The numbers that the trigger watches in E.164, each once, in the order given. */
export const WATCHED_NUMBERS = parameter(
	{
		displayName: 'Numbers',
		path: 'numbers',
		takesList: true,
		maxLength: 1_000_000,
		// A field of one line would join the lines of a pasted list.
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add number', rows: 2 },
		required: true,
		placeholder: 'e.g. +12025550123',
		displayOptions: { show: { event: ['numberStatusChanged'] } },
		description:
			'The numbers to watch, with country code. Separate several with commas or line breaks.',
		default: [],
	},
	(value, place) => {
		const entries = asEntries(value);
		const given = listIn(value);
		// Each entry has a field of its own: what was typed there must not give nothing.
		const isShort = listIn(place.typed)?.some(
			(one, index) => !isBlank(one) && asEntries(given?.[index]).length === 0,
		);
		if (isShort || entries.length === 0) throw emptyError(place);

		return [...new Set(entries.map((one) => asPhone(one, place, LEASED)))];
	},
);

/** What is kept of a watched number from poll to poll. */
interface Known {
	/** Its state as JSON: that in its last record, or `{"gone":true}`. Undefined where it was never read. */
	state?: string;
	/** Whether its last answer about the number was that it does not know it. */
	saidGone?: boolean;
}

/** What a poll hears of a number, and what is known of it from then on. */
type Look = { number: string; known: Known } & (
	| { kind: 'read' | 'gone'; item: IDataObject }
	| { kind: 'firstGone' | 'unreadable'; error: ServiceError }
);

/** Watches numbers (section 4.6 of `docs/service.md`) for another state than at the poll before. */
export const watchStatuses: Watch = async (read, service, previous = {}, isTest) => {
	const before = previous as Record<string, Known>;
	const limit = pLimit(DEFAULT_SETTINGS.concurrency);
	const looks = await Promise.all(
		read(WATCHED_NUMBERS).map((number) => limit(lookAt, service, number, before[number])),
	);

	const failed = looks.filter((look) => 'error' in look);
	const reason = failed[0]?.error;
	const unread = reason?.with({
		message: `${failed.length} of ${looks.length} watched numbers could not be read: ${reason.message}. The numbers: ${failed.map(({ number }) => number).join(', ')}`,
	});
	if (looks.every(({ kind }) => kind === 'unreadable') || (isTest && unread)) throw unread;

	const fired = looks.flatMap((look) => {
		if ('error' in look) return [];
		// A test fires what is there. Otherwise, the first state of a number fires nothing.
		const was = isTest ? stateOf({}) : before[look.number]?.state;
		const fires = was && (isTest || was !== look.known.state);
		return fires ? { ...look.item, previous: jsonParse<IDataObject>(was) } : [];
	});
	return {
		fired,
		next: Object.fromEntries(looks.map(({ number, known }) => [number, known])),
		unread,
	};
};

/** Asks the service for a number. @param known of it before */
async function lookAt(service: Service, number: string, known: Known = {}): Promise<Look> {
	const response = await service.request(STATUS, { target: number }).catch(asServiceError);
	if (!(response instanceof ServiceError)) {
		const state = stateOf(response.data as IDataObject);
		if ((numberOf(response) ?? number) === number)
			return { kind: 'read', number, known: { state }, item: response };

		const error = serviceError('unreadable', {
			purpose: `read the status of the number ${number}`,
			missing: 'the record of this number',
			leavesDoubt: false,
		});
		return { kind: 'unreadable', number, known, error };
	}

	if (!saysGone(response)) return { kind: 'unreadable', number, known, error: response };
	// One such answer may be a slip of the service, or of a gateway before it: two in a row count.
	if (!known.saidGone) {
		return { kind: 'firstGone', number, known: { ...known, saidGone: true }, error: response };
	}
	const item = { number, gone: true, error: response.data.words || response.message };
	return { kind: 'gone', number, known: { state: '{"gone":true}', saidGone: true }, item };
}

/** Returns the state in the data of a record, as JSON. What is missing, null or empty is the same. */
const stateOf = ({ status, health }: IDataObject) =>
	JSON.stringify({ status: status ?? '', health: health ?? '' });

/** Finds a body that says nothing: it is quoted as it came. */
const NO_WORDS = /^(?:[{[]\W|$)/;

/** True where the service says that it does not know a number. A gateway that stumbles answers 404 and 410 too. */
function saysGone({ data: { row, statusCode, isJson, words = '' } }: ServiceError) {
	const isRefusal = statusCode === 409 || statusCode === 422;
	return row === 'number' && (isRefusal || (isJson && !NO_WORDS.test(words)));
}
