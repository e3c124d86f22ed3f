import type { GenericValue, IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';

import { renamed } from './identity';

/** What is compared of a number, as the service gave it; empty where being there is all that counts. */
export type State = Array<GenericValue | IDataObject>;

/** What the last poll found, as n8n keeps it with the workflow. */
export interface PollRecord {
	/** What was watched; a record of something else is of no use. */
	watched: string;
	/** State by key. */
	numbers: Record<string, State>;
	/** Keys that could not be read when they were last tried. */
	failing: string[];
	/** Key that the next poll begins with, where the last one did not come to all. */
	first?: string;
}

/** The part of n8n's static data that holds the record. */
export interface RecordStore {
	/** One text, so that n8n compares and saves it as a whole. */
	record?: string;
}

/** The record as it is kept: keys without a state, the most by far, as one text. */
interface StoredRecord extends PollRecord {
	/** Not there in records of the first version. */
	version?: typeof VERSION;
	seen: string;
}

const VERSION = 2;
const SEPARATOR = ' ';

/** Reads the record of the last poll; undefined where there is none of what is watched now. */
export function readRecord(store: RecordStore, watched: string): PollRecord | undefined {
	if (typeof store.record !== 'string') return undefined;
	const stored = jsonParse<unknown>(store.record, { fallbackValue: null });
	// One that is not whole says nothing: this poll records anew.
	if (!isStored(stored)) return undefined;
	const { seen, version, ...record } = stored;
	if (record.watched !== watched && renamed(record.watched) !== watched) return undefined;
	const keys = seen ? seen.split(SEPARATOR) : [];
	const withoutState = keys.map(
		// The first version put the place of the array in front, and so kept a number once for each.
		(key): [string, State] => [version === undefined ? key.slice(1) : key, []],
	);
	return { ...record, numbers: { ...record.numbers, ...Object.fromEntries(withoutState) } };
}

function isStored(value: unknown): value is StoredRecord {
	const { watched, numbers, failing, seen } = (value ?? {}) as Partial<StoredRecord>;
	const isWhole = typeof numbers === 'object' && numbers !== null && Array.isArray(failing);
	return isWhole && typeof watched === 'string' && typeof seen === 'string';
}

/** Writes the record for the next poll. Keys hold no blanks. */
export function writeRecord(store: RecordStore, record: PollRecord): void {
	const entries = Object.entries(record.numbers);
	const seen = entries.filter(([, state]) => state.length === 0).map(([key]) => key);
	const stored: StoredRecord = {
		version: VERSION,
		...record,
		numbers: Object.fromEntries(entries.filter(([, state]) => state.length > 0)),
		seen: seen.join(SEPARATOR),
	};
	store.record = JSON.stringify(stored);
}
