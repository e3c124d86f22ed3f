import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { ObservableObject } from 'n8n-workflow';

import type { RecordStore } from '../../nodes/MessagingService/trigger/record';
import { canonical, readRecord, writeRecord } from '../../nodes/MessagingService/trigger/record';

/** What a watch knows. */
const known = () => ({ states: { '+12025550101': '["available","good"]' }, failing: [] });

/** n8n's static data with this in it, which knows whether it has to be saved. */
function store(content: RecordStore = {}): RecordStore & { __dataChanged?: boolean } {
	return ObservableObject.create(structuredClone(content) as IDataObject) as RecordStore;
}

describe('the record of the last poll', () => {
	it('is read as it was written, for what it is about alone', () => {
		const kept = store();
		writeRecord(kept, { scope: 'a', known: known() });
		expect(kept.__dataChanged).toBe(true);
		expect(readRecord(kept, 'a')).toEqual(known());
		expect(readRecord(kept, 'b')).toBeUndefined();
		expect(readRecord(store(), 'a')).toBeUndefined();
	});

	it('gives n8n nothing to save where it is the same', () => {
		const kept = store({ record: { scope: 'a', known: known() } });
		writeRecord(kept, { scope: 'a', known: known() });
		expect(kept.__dataChanged).toBe(false);
		writeRecord(kept, { scope: 'a', known: { ...known(), first: '+12025550101' } });
		expect(kept.__dataChanged).toBe(true);
	});
});

describe('a value as text', () => {
	/** The same value with the fields of each object in another order. */
	const turned = (value: unknown): unknown =>
		typeof value !== 'object' || value === null
			? value
			: Array.isArray(value)
				? value.map(turned)
				: Object.fromEntries(
						Object.entries(value)
							.reverse()
							.map(([name, part]) => [name, turned(part)]),
					);

	it('is the same text whatever the order of its fields, and can be read back', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				expect(canonical(turned(value))).toBe(canonical(value));
				expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
			}),
		);
	});
});
