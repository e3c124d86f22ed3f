import type { DeduplicationItemTypes } from 'n8n-workflow';

import { SendOnceLedger } from '../../nodes/MessagingService/execution/sendOnceLedger';
import { nextTurn } from '../support/nextTurn';

/** n8n's store, as its database keeps it: read, changed and written as a whole, with a gap in between. */
function createStore(known: string[] = []) {
	let row = [...known];
	const calls: string[][] = [];
	let busy = false;
	const exclusive = async <T>(work: (keys: string[]) => T): Promise<T> => {
		if (busy) throw new Error('Two calls at once would lose keys');
		busy = true;
		const read = [...row];
		await nextTurn();
		const result = work(read);
		row = read;
		busy = false;
		return result;
	};
	return {
		calls,
		keys: () => row,
		checkProcessedAndRecord: async (items: DeduplicationItemTypes[]) => {
			calls.push(items.map(String));
			return await exclusive((keys) => {
				const fresh = items.filter((item) => !keys.includes(String(item)));
				keys.push(...fresh.map(String));
				return { new: fresh, processed: items.filter((item) => !fresh.includes(item)) };
			});
		},
		removeProcessed: async (items: DeduplicationItemTypes[]) =>
			await exclusive((keys) => {
				for (const item of items) keys.splice(keys.indexOf(String(item)), 1);
			}),
	};
}

describe('a Send Once Key', () => {
	it('lets an item be sent once, in this run and over runs', async () => {
		const store = createStore(['old']);
		const ledger = new SendOnceLedger(store, ['old', 'a', 'a', undefined, 'b'], 10);
		const claims = [];
		for (let index = 0; index < 5; index++) claims.push(await ledger.claim(index));
		expect(claims).toEqual([false, true, false, true, true]);
	});

	it('is recorded before the item is sent, a chunk at a time, never by two calls at once', async () => {
		const store = createStore();
		const keys = Array.from({ length: 95 }, (_, index) => `key ${index}`);
		const ledger = new SendOnceLedger(store, keys, 10);
		await Promise.all(
			keys.map(async (key, index) => {
				expect(await ledger.claim(index)).toBe(true);
				expect(store.keys()).toContain(key);
			}),
		);
		expect(store.calls.map(({ length }) => length)).toEqual([...Array(9).fill(10), 5]);
	});

	it('is free again when its request certainly was not acted on', async () => {
		const store = createStore();
		const ledger = new SendOnceLedger(store, ['a', 'b'], 10);
		await ledger.claim(0);
		await ledger.claim(1);
		await ledger.release(0);
		expect(store.keys()).toEqual(['b']);
	});

	it('that was recorded for an item which never started is free again', async () => {
		const store = createStore();
		const ledger = new SendOnceLedger(store, ['a', 'b', 'c'], 10);
		await ledger.claim(0);
		expect(store.keys()).toEqual(['a', 'b', 'c']);
		await ledger.releaseUnused();
		expect(store.keys()).toEqual(['a']);
	});

	it('that an earlier run used stays used when this one stops early', async () => {
		const store = createStore(['b']);
		const ledger = new SendOnceLedger(store, ['a', 'b'], 10);
		await ledger.claim(0);
		await ledger.releaseUnused();
		expect(store.keys().sort()).toEqual(['a', 'b']);
	});

	it('that cannot be recorded fails its item, and the next one still gets its turn', async () => {
		const store = createStore();
		const { checkProcessedAndRecord } = store;
		let broken = true;
		store.checkProcessedAndRecord = async (items) => {
			if (broken) throw new Error('The database is away');
			return await checkProcessedAndRecord(items);
		};
		const ledger = new SendOnceLedger(store, ['a', 'b'], 1);
		await expect(ledger.claim(0)).rejects.toThrow('The database is away');
		broken = false;
		expect(await ledger.claim(1)).toBe(true);
	});
});
