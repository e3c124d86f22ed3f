import { type IDataObject, jsonParse } from 'n8n-workflow';

import type { ItemParameters } from '../parameters/itemParameters';
import { leasedNumbers } from '../parameters/leasedNumber';
import { readStatuses, stateOf } from './statuses';
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
export function watchStatus(parameters: ItemParameters): Watch<KnownStatus> {
	const watched = leasedNumbers(parameters, 'numbers');
	// Another order of the list changes nothing in the record.
	const sorted = [...watched].sort();
	return {
		// Not the numbers: those that stay in the list keep their state.
		scope: ['numberStatusChanged'],
		async look(service, signal, { states, failing, first } = { states: {}, failing: [] }) {
			const start = Math.max(watched.indexOf(first ?? ''), 0);
			const order = [...watched.slice(start), ...watched.slice(0, start)];
			const { records, failures } = await readStatuses(service, order, signal);
			const wasFailing = new Set(failing);
			const isFailing = (number: string) =>
				failures.has(number) || (wasFailing.has(number) && !records.has(number));
			const read = order.flatMap((number) => {
				const record = records.get(number);
				return record ? [{ number, record, state: stateOf(record), before: states[number] }] : [];
			});
			const now = { ...states, ...Object.fromEntries(read.map((one) => [one.number, one.state])) };
			return {
				fired: read
					.filter(({ state, before }) => before !== undefined && state !== before)
					.map(({ record, before }) => itemOf(record, before)),
				known: {
					states: Object.fromEntries(sorted.map((number) => [number, now[number]])),
					failing: sorted.filter(isFailing),
					first: order.find((number) => !records.has(number) && !failures.has(number)),
				},
				sample: read[0] && itemOf(read[0].record),
				failures: new Map([...failures].filter(([number]) => !wasFailing.has(number))),
			};
		},
	};
}

/** Returns the item of a number, with the state it had before. */
function itemOf(record: IDataObject, before?: string): IDataObject {
	if (before === undefined) return { ...record, previous: {} };
	const [status, health] = jsonParse<IDataObject[]>(before);
	return { ...record, previous: { status, health } };
}
