/** What n8n keeps of the trigger with the workflow, its static data. */
export interface RecordStore {
	/** What the polls so far have found. */
	record?: {
		/** Tells what was watched, and where; a record of something else is of no use. */
		scope: string;
		/** What the watch knows. */
		known: unknown;
	};
}

/** Returns what earlier polls have found, undefined where there is no record of this scope. */
export function readRecord({ record }: RecordStore, scope: string): unknown {
	return record?.scope === scope ? record.known : undefined;
}

/** Writes the record. n8n takes everything that is set for changed, so what is the same is not set. */
export function writeRecord(store: RecordStore, record: RecordStore['record']): void {
	if (JSON.stringify(record) !== JSON.stringify(store.record)) store.record = record;
}

/** Returns a value as JSON with the fields of objects in order: the same text for the same value. */
export function canonical(value: unknown): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		typeof part === 'object' && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}
