import { type IDataObject, jsonParse } from 'n8n-workflow';
import pLimit from 'p-limit';

import { asServiceError, ServiceError, serviceError } from '../errors';
import { emptyError, parameter, type Read } from '../fields/parameter';
import { asPhone, LEASED } from '../fields/phoneNumber';
import { FILTERS_FIELD } from '../fields/poolFilters';
import { asEntries, isBlank, listIn } from '../fields/readValues';
import { DEFAULT_SETTINGS } from '../request/settings';
import type { Service } from '../service/connect';
import { byNumber, getPurchasable, numberOf, STATUS } from '../service/leases';

/**
 * Reads what the trigger's parameters name, and compares it with what the last poll left.
 * @param previous `next` of the last poll; undefined at a first poll, which fires nothing
 * @param isTest whether all that is there fires, as an example
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
	const numbers = [...pool.keys()];

	// The numbers of the last two polls, in E.164, the last one first.
	const [last, before = []] = (previous ?? [isTest ? [] : numbers]) as string[][];
	const seen = new Set([...last, ...before]);
	const fired = [...pool].filter(([number]) => !seen.has(number));
	return {
		// The first record of each number, with the keys of all its arrays.
		fired: fired.map(([, records]) => ({
			...records[0],
			pools: [...new Set(records.map((record) => record.pool))],
		})),
		next: [numbers, last],
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
		const isShort = listIn(place.raw)?.some(
			(typed, index) => !isBlank(typed) && asEntries(given?.[index]).length === 0,
		);
		if (isShort || entries.length === 0) throw emptyError(place);

		return [...new Set(entries.map((one) => asPhone(one, place, LEASED)))];
	},
);

/** What a poll hears of a number: its record, or that it is gone, each as the item that may fire; or nothing that counts. */
type Answer =
	| { kind: 'read'; item: IDataObject; state: string }
	| { kind: 'gone'; item: IDataObject; state: string; error: ServiceError }
	| { kind: 'unreadable'; error: ServiceError };

/** What is kept of a number: its state as JSON, as `previous` of a later item has it, and whether the last answer was `gone`. */
interface Kept {
	state?: string;
	saidGone?: boolean;
}

/** The state that a test compares with. With its spaces, it differs from all others. */
const NO_STATE = '{ "status": "", "health": "" }';

/** Watches numbers (section 4.6 of `docs/service.md`) for another state than at the poll before. */
export const watchStatuses: Watch = async (read, service, previous = {}, isTest) => {
	const kept = previous as Record<string, Kept>;
	const limit = pLimit(DEFAULT_SETTINGS.concurrency);
	const looks = await Promise.all(
		read(WATCHED_NUMBERS).map(async (number) => {
			const answer = await limit(ask, service, number);
			const before = kept[number] ?? { state: isTest ? NO_STATE : undefined };
			return { number, answer, ...compared(answer, before) };
		}),
	);

	const failed = looks.filter(({ error }) => error);
	const reason = failed[0]?.error;
	const unread = reason?.with({
		message: `${failed.length} of ${looks.length} watched numbers could not be read: ${reason.message}. The numbers: ${failed.map(({ number }) => number).join(', ')}`,
	});
	if (looks.every(({ answer }) => answer.kind === 'unreadable')) throw unread;

	return {
		fired: looks.flatMap(({ fired = [] }) => fired),
		next: Object.fromEntries(looks.map(({ number, next }) => [number, next])),
		unread,
	};
};

/** Asks the service for a number. */
async function ask(service: Service, number: string): Promise<Answer> {
	const record = await service.request(STATUS, { target: number }).catch(asServiceError);
	if (record instanceof ServiceError) {
		if (!saysGone(record)) return { kind: 'unreadable', error: record };
		const item = { number, gone: true, error: record.data.words || record.message };
		return { kind: 'gone', item, state: '{"gone":true}', error: record };
	}

	const isOfNumber = (numberOf(record) ?? number) === number;
	if (isOfNumber) return { kind: 'read', item: record, state: stateOf(record) };
	const doing = `reading the status of the number ${number}`;
	const error = serviceError('unreadable', { doing, lack: 'the record of this number' });
	return { kind: 'unreadable', error };
}

/** Compares an answer with what is kept of its number. Returns what is kept of it `next`, and what fires, or why nothing can. */
function compared(answer: Answer, before: Kept) {
	if (answer.kind === 'unreadable') return { next: before, error: answer.error };
	// One such answer may be a slip of the service, or of a gateway before it: two in a row count.
	if (answer.kind === 'gone' && !before.saidGone) {
		return { next: { ...before, saidGone: true }, error: answer.error };
	}

	const { kind, item, state } = answer;
	const { state: was } = before;
	// The first state fires nothing.
	const hasChanged = was && was !== state;
	return {
		next: { state, saidGone: kind === 'gone' },
		fired: hasChanged ? [{ ...item, previous: jsonParse<IDataObject>(was) }] : [],
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
