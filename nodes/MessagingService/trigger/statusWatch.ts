import { type IDataObject, jsonParse } from 'n8n-workflow';

import { WATCHED_NUMBERS } from '../parameters/leasedNumber';
import type { Read } from '../parameters/parameter';
import { failureOf, readStatuses, stateOf } from './statuses';
import type { Watch } from './watch';

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
export function watchStatus(parameter: Read): Watch<KnownStatus> {
	const watched = parameter(WATCHED_NUMBERS);
	// Another order of the list changes nothing in the record.
	const sorted = [...watched].sort();
	return {
		// Without the numbers: those that stay in the list keep their state.
		scope: ['numberStatusChanged'],
		async look(service, signal, before) {
			const { states, failing, first } = before ?? { states: {}, failing: [] };
			const start = Math.max(watched.indexOf(first ?? ''), 0);
			const order = [...watched.slice(start), ...watched.slice(0, start)];
			const { records, failures } = await readStatuses(service, order, signal);
			const read = order.flatMap((number) => {
				const record = records.get(number);
				return record ? [{ number, record, state: stateOf(record), was: states[number] }] : [];
			});
			const now = { ...states, ...Object.fromEntries(read.map((one) => [one.number, one.state])) };
			const wasFailing = new Set(failing);
			const isFailing = (number: string) =>
				failures.has(number) || (wasFailing.has(number) && !records.has(number));
			const unreadable = sorted.filter(isFailing);
			const reported = sorted.filter((number) => wasFailing.has(number));
			const isReported = failures.size === 0 || unreadable.join() === reported.join();
			const report = isReported ? undefined : failureOf(unreadable, failures, watched.length);
			if (report && !before && failures.size === watched.length) throw report;
			return {
				fired: read
					.filter(({ state, was }) => was !== undefined && state !== was)
					.map(({ record, was }) => itemOf(record, was)),
				known: {
					states: Object.fromEntries(sorted.map((number) => [number, now[number]])),
					failing: unreadable,
					first: order.find((number) => !records.has(number) && !failures.has(number)),
				},
				sample: read[0] && itemOf(read[0].record),
				failures,
				report,
			};
		},
	};
}

/** Returns the item of a number, with the state it had before; both fields are empty in a test. */
function itemOf(record: IDataObject, before = '["",""]'): IDataObject {
	const [status, health] = jsonParse<IDataObject[]>(before);
	return { ...record, previous: { status, health } };
}
