import type { IDataObject } from 'n8n-workflow';

/** What a poll found of one number. */
export interface Observation {
	/** What stands for the number in the record, short: it is kept for each of them. */
	key: string;
	/** What is compared with the poll before, with the values' order fixed. */
	state: string[];
	/** The output item, should the number fire. */
	item: IDataObject;
}

/** What the last poll found, as n8n keeps it with the workflow. */
export interface PollRecord {
	/** What was watched; a record of something else is of no use. */
	watched: string;
	/** State by key. */
	numbers: Record<string, string[]>;
	/** Keys that could not be read by the last poll. */
	failing: string[];
}

/** The part of n8n's static data that holds the record. */
export interface RecordStore {
	/** One text, so that n8n compares and saves it as a whole. */
	record?: string;
}

/** The record as it is kept: keys without a state, the most by far, as one text. */
interface StoredRecord extends PollRecord {
	seen: string;
}

const SEPARATOR = ' ';

/** Reads the record of the last poll; undefined where there is none of what is watched now. */
export function readRecord(store: RecordStore, watched: string): PollRecord | undefined {
	if (typeof store.record !== 'string') return undefined;
	const { seen, ...record } = JSON.parse(store.record) as StoredRecord;
	if (record.watched !== watched) return undefined;
	const withoutState = seen
		? seen.split(SEPARATOR).map((key) => [key, [] as string[]] as const)
		: [];
	return { ...record, numbers: { ...record.numbers, ...Object.fromEntries(withoutState) } };
}

/** Writes the record for the next poll. Keys hold no blanks. */
export function writeRecord(store: RecordStore, record: PollRecord): void {
	const entries = Object.entries(record.numbers);
	const seen = entries.filter(([, state]) => state.length === 0).map(([key]) => key);
	const stored: StoredRecord = {
		...record,
		numbers: Object.fromEntries(entries.filter(([, state]) => state.length > 0)),
		seen: seen.join(SEPARATOR),
	};
	store.record = JSON.stringify(stored);
}
