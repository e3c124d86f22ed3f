import fc from 'fast-check';
import { ObservableObject } from 'n8n-workflow';

import type { RecordStore } from '../../nodes/MessagingService/trigger/record';
import { canonical, readRecord, writeRecord } from '../../nodes/MessagingService/trigger/record';

const KNOWN = { states: { '+12025550101': '["available","good"]' }, failing: [] };

/** n8n's static data with this in it, which knows whether it has to be saved. */
const store = (content: object = {}) =>
	ObservableObject.create(structuredClone(content) as never) as RecordStore & {
		__dataChanged: boolean;
	};

describe('the record of the last poll', () => {
	it('is read as it was written, for what it is about alone', () => {
		const kept = store();
		writeRecord(kept, { scope: 'a', known: KNOWN });
		expect(kept.__dataChanged).toBe(true);
		expect(readRecord(kept, 'a')).toEqual(KNOWN);
		expect(readRecord(kept, 'b')).toBeUndefined();
		expect(readRecord(store(), 'a')).toBeUndefined();
	});

	it('gives n8n nothing to save where it is the same', () => {
		const kept = store({ record: { scope: 'a', known: KNOWN } });
		writeRecord(kept, { scope: 'a', known: structuredClone(KNOWN) });
		expect(kept.__dataChanged).toBe(false);
		writeRecord(kept, { scope: 'a', known: { ...KNOWN, first: '+12025550101' } });
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
			fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
				expect(canonical(turned(value))).toBe(canonical(value));
				expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
			}),
		);
	});
});
