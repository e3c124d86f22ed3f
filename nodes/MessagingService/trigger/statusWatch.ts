import { type IDataObject, jsonParse } from 'n8n-workflow';

import { WATCHED_NUMBERS } from '../parameters/leasedNumber';
import type { Read } from '../parameters/parameter';
import { readStatuses, stateOf, unreadable } from './statuses';
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
export function watchStatus(read: Read): Watch<KnownStatus> {
	const watched = read(WATCHED_NUMBERS);
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
				return record ? [{ number, record, state: stateOf(record), before: states[number] }] : [];
			});
			const now = { ...states, ...Object.fromEntries(read.map((one) => [one.number, one.state])) };
			const reported = new Set(failing);
			const stillWatched = sorted.filter((number) => reported.has(number));
			const nowFailing = sorted.filter(
				(number) => failures.has(number) || (reported.has(number) && !records.has(number)),
			);
			const isNews = failures.size > 0 && nowFailing.join() !== stillWatched.join();
			const report = isNews ? unreadable(nowFailing, failures, watched.length) : undefined;
			if (report && !before && failures.size === watched.length) throw report;
			return {
				fired: read
					.filter(({ state, before: was }) => was !== undefined && state !== was)
					.map(({ record, before: was }) => itemOf(record, was)),
				known: {
					states: Object.fromEntries(sorted.map((number) => [number, now[number]])),
					failing: nowFailing,
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
