import { type IDataObject, jsonParse } from 'n8n-workflow';

import { isObject, memberOf } from '../object';
import { WATCHED_NUMBERS } from '../parameters/leasedNumber';
import type { Read } from '../parameters/parameter';
import type { NumberRecord } from '../service/numbers';
import { failureOf, readStatuses, stateOf } from './statuses';
import type { Watch } from './watch';

/** The status and the health of numbers as they were last read, as JSON; by number in E.164. */
type States = Record<string, string | undefined>;

/** A number whose record was read. */
interface Reading {
	number: string;
	record: NumberRecord;
	state: string;
}

/** Watches numbers (section 4.6 of `docs/service.md`) for another status or health than at the poll before. */
export function watchStatus(read: Read): Watch {
	const watched = read(WATCHED_NUMBERS);
	// Another order of the list changes nothing in the record.
	const sorted = [...watched].sort();

	return {
		// Without the numbers: those that stay in the list keep their state.
		scope: ['numberStatusChanged'],
		async look(service, signal, stored) {
			const before = readStored(stored);
			const { states, failing, continueAt } = before ?? NOTHING;

			const order = beginningWith(continueAt, watched);
			const { records, failures } = await readStatuses(service, order, signal);
			const readings = readingsOf(order, records);

			// A number that failed before, and was not tried now, still counts as unreadable.
			const stillFails = (number: string) => failing.has(number) && !records.has(number);
			const unreadable = sorted.filter((number) => failures.has(number) || stillFails(number));
			const reported = sorted.filter((number) => failing.has(number));
			const isNew = failures.size > 0 && !isSameList(unreadable, reported);
			const report = isNew ? failureOf(unreadable, failures, watched.length) : undefined;

			// A first poll that could read no number has nothing to compare with later.
			const couldReadNone = failures.size === watched.length;
			if (report && !before && couldReadNone) throw report;

			return {
				fired: changes(readings, states),
				findings: {
					states: statesOf(sorted, readings, states),
					failing: unreadable,
					first: order.find((number) => !records.has(number) && !failures.has(number)),
				},
				sample: readings[0] && itemOf(readings[0].record),
				failures,
				report,
			};
		},
	};
}

/** The findings of earlier polls. */
interface Findings {
	states: States;
	failing: ReadonlySet<string>;
	/** The first number that the last poll had no time for. n8n stores it as `first`. */
	continueAt?: string;
}

const NOTHING: Findings = { states: {}, failing: new Set() };

/** Reads what was stored, without what is no state; undefined where there is nothing to compare with. */
function readStored(stored: unknown): Findings | undefined {
	const states = memberOf(stored, 'states');
	const failing = memberOf(stored, 'failing');
	const first = memberOf(stored, 'first');
	if (!isObject(states)) return undefined;

	return {
		states: Object.fromEntries(Object.entries(states).filter(isState)),
		failing: new Set(Array.isArray(failing) ? failing : []),
		continueAt: typeof first === 'string' ? first : undefined,
	};
}

const isState = (entry: [string, unknown]): entry is [string, string] => {
	const [, state] = entry;
	return typeof state === 'string' && membersOf(state).length === 2;
};

/** Returns status and health of a stored state; an empty list where the text is none. */
function membersOf(state: string): IDataObject[] {
	const members = jsonParse<IDataObject[] | IDataObject>(state, { fallbackValue: [] });
	return Array.isArray(members) ? members : [];
}

/** Tells whether two lists hold the same numbers, in the same order. */
const isSameList = (one: string[], other: string[]) => one.join() === other.join();

/** Returns the numbers in their order, beginning with one of them. */
function beginningWith(first: string | undefined, numbers: string[]): string[] {
	const start = first === undefined ? 0 : Math.max(numbers.indexOf(first), 0);
	return [...numbers.slice(start), ...numbers.slice(0, start)];
}

/** Returns the records that were read, in the order of the numbers. */
function readingsOf(order: string[], records: ReadonlyMap<string, NumberRecord>): Reading[] {
	return order.flatMap((number) => {
		const record = records.get(number);
		return record ? [{ number, record, state: stateOf(record) }] : [];
	});
}

/** Returns an item for each number whose state has changed. */
function changes(readings: Reading[], before: States): IDataObject[] {
	return readings.flatMap(({ number, record, state }) => {
		const was = before[number];
		return was !== undefined && was !== state ? [itemOf(record, was)] : [];
	});
}

/** Returns the state of each number: the one that was read, or the last one that an earlier poll has read. */
function statesOf(numbers: string[], readings: Reading[], before: States): States {
	const now = { ...before };
	for (const { number, state } of readings) now[number] = state;
	return Object.fromEntries(numbers.map((number) => [number, now[number]]));
}

/** Returns the item of a number, with the state it had before; both fields are empty in a test. */
function itemOf(record: NumberRecord, before = '["",""]'): IDataObject {
	const [status, health] = membersOf(before);
	return { ...record, previous: { status, health } };
}
