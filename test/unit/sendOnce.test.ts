import * as fc from 'fast-check';

import type { Outcome } from '../../nodes/MessagingService/outcome';
import * as rounds from '../../nodes/MessagingService/sendOnce/rounds';
import * as n8nRecord from '../../nodes/MessagingService/sendOnce/n8nRecord';
import { SharedKeys } from '../../nodes/MessagingService/sendOnce/sharedKeys';
import { casesOf } from '../support/cases';
import type { StoreFault } from '../support/keyStore';
import { KeyStore } from '../support/keyStore';
import { nextTurn } from '../support/nextTurn';
import type { Said } from '../support/sendOnceProcess';
import { Execution, Process } from '../support/sendOnceProcess';

const { MAX_KEYS } = rounds;

/** Fewer than in earnest, so that many histories can be lived through. */
const KEPT_KEYS = 20;

// Hundreds of histories take their time on a busy machine.
beforeAll(() => {
	expect(n8nRecord.KEPT_KEYS).toBe(10_000);
	jest.replaceProperty(n8nRecord, 'KEPT_KEYS', KEPT_KEYS as 10_000);
});
afterAll(() => jest.restoreAllMocks());

const keysOf = (count: number, prefix = 'key') =>
	Array.from({ length: count }, (_, index) => `${prefix} ${index}`);

const CLEAN = { notReleased: new Set(), notMarked: 0 };
const BUSY: StoreFault = { when: 'before', kind: 'error' };
const UNCLAIMED = 'The Send Once Key could not be recorded, so this item was not sent';

describe('a Send Once Key', () => {
	it('lets a message be sent once, in an execution and over executions', async () => {
		const n8n = new Process();
		const first = await n8n.run(['a', 'b', 'a', undefined, undefined]);
		expect(first.said).toEqual(['done', 'done', 'skipped', 'done', 'done']);
		const second = await n8n.run(['a', 'b', 'c', undefined]);
		expect(second.said).toEqual(['skipped', 'skipped', 'done', 'done']);
		expect(second.unwritten).toEqual(CLEAN);
	});

	it("that stands on many items costs n8n's database no more than on one", async () => {
		// Messages take their time, and the record none: no more keys are claimed than messages are under way.
		let now = 0;
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
		const n8n = new Process();
		const repeated = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'b' : 'a'));
		const send = async (): Promise<Outcome> => {
			now += 1;
			return 'sent';
		};

		await n8n.run(['a', 'b', ...repeated, 'c', 'd'], send, { concurrency: 2 });
		clock.mockRestore();
		// The record is begun, two keys are claimed, then two more, and what was sent last is written.
		expect(n8n.store.calls).toBe(4);
	});

	it('is recorded before its message leaves', async () => {
		const n8n = new Process();
		const keys = keysOf(95);
		const { said } = await n8n.run(keys, async (position) => {
			expect(n8n.store.recorded('workflow', [keys[position]], 'node')).toHaveLength(1);
			return 'sent';
		});
		expect(new Set(said)).toEqual(new Set(['done']));
	});

	it('is free again when nothing was sent, and for items that were not started', async () => {
		const n8n = new Process();
		const stop = new AbortController();
		const send = async (position: number): Promise<Outcome> => {
			if (position === 2) stop.abort();
			return position === 1 ? 'notSent' : 'sent';
		};

		const keys = keysOf(50);
		const { said } = await n8n.run(keys, send, { concurrency: 1, stop });
		expect(said.slice(0, 4)).toEqual(['done', 'refused', 'done', 'not started']);

		const again = await n8n.run(keys);
		expect(again.said.slice(0, 4)).toEqual(['skipped', 'done', 'skipped', 'done']);
	});

	it('says of a message whose status is not known that it may have been sent', async () => {
		const n8n = new Process();
		await n8n.run(['a', 'b'], async (position) => (position === 0 ? 'possiblySent' : 'sent'));
		for (let run = 0; run < 3; run++) {
			expect((await n8n.run(['a', 'b'])).said).toEqual(['skipped, possibly sent', 'skipped']);
		}
	});

	it.each<[Outcome, string]>([
		['notSent', 'done'],
		['sent', 'skipped'],
		['possiblySent', 'skipped, possibly sent'],
	])(
		'that stands on two items: when the first is %s, the second is %s',
		async (status, expected) => {
			const n8n = new Process();
			let land: () => void = () => undefined;
			const landed = new Promise<void>((resolve) => {
				land = resolve;
			});
			const sent: number[] = [];

			const running = n8n.run(['a', 'a', 'b'], async (position) => {
				sent.push(position);
				if (position !== 0) return 'sent';
				await landed;
				return status;
			});

			while (!sent.includes(2)) await nextTurn();
			expect(sent).not.toContain(1);

			land();
			expect((await running).said[1]).toBe(expected);
		},
	);
});

describe('executions at the same time, in one n8n', () => {
	it('lose none of 300 keys', async () => {
		const n8n = new Process();
		const keys = keysOf(300);
		const executions = keys.map(async (key) => await n8n.run([key]));
		for (const { said } of await Promise.all(executions)) expect(said).toEqual(['done']);
		// What waits for its turn goes together.
		expect(n8n.store.calls).toBeLessThan(20);
		expect(new Set((await n8n.run(keys)).said)).toEqual(new Set(['skipped']));
	});

	it('share the time that the record may take, however many they are', async () => {
		let now = 0;
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
		const n8n = new Process();
		n8n.store.fault = () => {
			now += 100;
			return undefined;
		};

		const send = async (): Promise<Outcome> => {
			await nextTurn();
			now += 1;
			return 'sent';
		};

		const parts = Array.from({ length: 10 }, (_, part) => keysOf(2_000, `part ${part}`));
		await Promise.all(parts.map(async (keys) => await n8n.run(keys, send)));
		clock.mockRestore();

		// 20,000 ms of messages, and 100 ms a call; were each execution to take a tenth, it would be over fifty.
		expect(n8n.store.calls).toBeLessThan(30);
	});

	it('with the same keys send each once, and none waits for ever', async () => {
		const n8n = new Process();
		const sent: string[] = [];
		const keys = keysOf(60);
		const orders = [keys, [...keys].reverse(), keys, [...keys].reverse()];

		const executions = await Promise.all(
			orders.map(
				async (order) =>
					await n8n.run(
						order,
						async (position) => {
							await nextTurn();
							sent.push(order[position]);
							return 'sent';
						},
						{ concurrency: 1 },
					),
			),
		);

		expect(sent.sort()).toEqual([...keys].sort());
		expect(executions.flatMap(({ said }) => said).filter((what) => what === 'done')).toHaveLength(
			60,
		);
	});
});

describe('any number of keys in one execution', () => {
	it('more than are kept are all known the second time, and beside them the newest ones of before', async () => {
		const n8n = new Process();
		await n8n.run(keysOf(KEPT_KEYS, 'before'));
		await n8n.run(keysOf(24));
		for (const keys of [keysOf(24), keysOf(KEPT_KEYS, 'before')]) {
			expect(new Set((await n8n.run(keys)).said)).toEqual(new Set(['skipped']));
		}
	});

	it('are still known after small executions of the same node', async () => {
		const n8n = new Process();
		await n8n.run(keysOf(24));
		for (let run = 0; run < 20; run++) await new Process(n8n.store).run([`small ${run}`]);
		expect(new Set((await n8n.run(keysOf(24))).said)).toEqual(new Set(['skipped']));
	});

	it.each([false, true])(
		'in a loop are all those of one execution; Engine 2.0: %s',
		async (isEngine2) => {
			const n8n = new Process();
			const parts = Array.from({ length: 7 }, (_, round) => keysOf(4, `round ${round}`));
			for (let run = 0; run < 2; run++) {
				const execution = new Execution(isEngine2);
				for (const keys of parts) {
					const { said } = await n8n.run(keys, undefined, { execution });
					expect(new Set(said)).toEqual(new Set([run === 0 ? 'done' : 'skipped']));
				}
			}
		},
	);

	it('count towards what n8n can keep, and those of other executions do not', async () => {
		jest.replaceProperty(rounds, 'MAX_KEYS', 30 as 250_000);
		const n8n = new Process();
		const execution = new Execution();
		await n8n.run(['first'], undefined, { execution });
		await n8n.run(keysOf(30, 'other'));
		const { said } = await n8n.run(keysOf(29), undefined, { execution });

		expect(new Set(said)).toEqual(new Set(['done']));
		await expect(n8n.run(['last'], undefined, { execution })).rejects.toThrow(
			'this execution has 31',
		);

		jest.replaceProperty(rounds, 'MAX_KEYS', MAX_KEYS);
	});

	it('do not count towards that where their messages were refused: another round may send them', async () => {
		jest.replaceProperty(rounds, 'MAX_KEYS', 30 as 250_000);
		const n8n = new Process();
		const execution = new Execution();
		await n8n.run(keysOf(30), async () => 'notSent', { execution });
		const { said } = await n8n.run(keysOf(30), undefined, { execution });

		expect(new Set(said)).toEqual(new Set(['done']));

		jest.replaceProperty(rounds, 'MAX_KEYS', MAX_KEYS);
	});

	it('beyond what n8n can keep are refused before the first message', async () => {
		const n8n = new Process();
		const sent: number[] = [];
		await expect(
			n8n.run(keysOf(MAX_KEYS + 1), async (position) => {
				sent.push(position);
				return 'sent';
			}),
		).rejects.toThrow(
			'n8n can keep at most 250000 Send Once Keys while an execution runs, but this execution has 250001',
		);
		expect(sent).toEqual([]);
		expect(n8n.store.calls).toBe(0);
	});
});

describe('a store that fails', () => {
	it('fails the item whose key cannot be claimed, unsent, and no other', async () => {
		const n8n = new Process();
		n8n.store.fault = (call) => (call === 2 ? BUSY : undefined);
		const sent: number[] = [];

		const { said, unwritten } = await n8n.run(
			keysOf(6),
			async (position) => {
				sent.push(position);
				return 'sent';
			},
			{ concurrency: 2 },
		);

		expect(said).toEqual(['done', 'done', UNCLAIMED, 'done', 'done', 'done']);
		expect(sent).not.toContain(2);
		expect(unwritten).toEqual(CLEAN);
		expect((await n8n.run(keysOf(6))).said[2]).toBe('done');
	});

	it('while a key is claimed lets no more keys be claimed ahead than messages are under way', async () => {
		const n8n = new Process();
		n8n.store.fault = (call) => (call === 1 ? BUSY : undefined);
		const keys = keysOf(40);
		let started = 0;

		const { said } = await n8n.run(
			keys,
			async () => {
				started++;
				while (started < 3) await nextTurn();
				if (started === 3) {
					expect(n8n.store.recorded('workflow', keys, 'node')).toEqual(keys.slice(0, 4));
				}
				return 'sent';
			},
			{ concurrency: 4 },
		);

		expect(said.slice(0, 4)).toEqual([UNCLAIMED, 'done', 'done', 'done']);
	});

	it('forgets no key of a running execution, however many claims it takes without an answer', async () => {
		const n8n = new Process();
		const execution = new Execution();
		const slow = new AbortController();
		const send = async (position: number): Promise<Outcome> => {
			while (position === 1 && !slow.signal.aborted) await nextTurn();
			return 'sent';
		};
		const running = n8n.run(['first', 'slow'], send, { execution });
		await n8n.run(['second']);

		n8n.store.fault = (_, kind) => (kind === 'record' ? { ...BUSY, when: 'after' } : undefined);
		for (const key of keysOf(3 * KEPT_KEYS)) {
			expect((await n8n.run([key])).said).toEqual([UNCLAIMED]);
		}
		n8n.store.fault = () => undefined;
		slow.abort();
		await running;
		expect((await n8n.run(['first'], undefined, { execution })).said).toEqual(['skipped']);
	});

	it('while it is asked what became of a message calls none sent of which nobody knows that', async () => {
		const n8n = new Process();
		await n8n.run(['a'], async () => 'possiblySent');

		// The key is claimed, and a look at its mark begun. What that leaves stays, and the answer to more is lost.
		const claim = n8n.store.calls;
		const lost: StoreFault = { when: 'after', kind: 'error' };
		n8n.store.fault = (call) => (call === claim + 2 ? BUSY : call === claim + 3 ? lost : undefined);
		await new Process(n8n.store).run(['a']);
		n8n.store.fault = () => undefined;

		const { said } = await new Process(n8n.store).run(['a']);
		expect(said).toEqual(['skipped, possibly sent']);
	});

	it('once at the end makes no message that was sent a possibly sent one, and keeps no free key', async () => {
		const n8n = new Process();
		n8n.store.fault = (call) => (call === 2 ? BUSY : undefined);
		const { unwritten } = await n8n.run(['a', 'b'], async (position) =>
			position === 0 ? 'sent' : 'notSent',
		);

		expect(unwritten).toEqual(CLEAN);
		expect((await new Process(n8n.store).run(['a', 'b'])).said).toEqual(['skipped', 'done']);
	});

	it('hears when a key cannot be given back, and the next execution tries again', async () => {
		const n8n = new Process();
		const { helpers } = n8n.store;
		n8n.store.helpers = (...names) => ({
			...helpers.apply(n8n.store, names),
			removeProcessed: async () => {
				throw new Error('SQLITE_BUSY');
			},
		});
		const first = await n8n.run(['a', 'b'], async (position) => (position ? 'sent' : 'notSent'));

		expect(first.said).toEqual(['refused', 'done']);
		expect(first.unwritten).toEqual({ notReleased: new Set(['a']), notMarked: 0 });

		n8n.store.helpers = helpers;
		expect((await n8n.run(['a', 'b'])).said).toEqual(['done', 'skipped']);
	});

	it('hears when it cannot record what was sent; a later process reports that as possibly sent', async () => {
		const n8n = new Process();
		n8n.store.fault = (call) => (call > 1 ? BUSY : undefined);
		const { said, unwritten } = await n8n.run(['a', 'b']);

		expect(said).toEqual(['done', 'done']);
		expect(unwritten).toEqual({ notReleased: new Set(), notMarked: 2 });

		n8n.store.fault = () => undefined;
		expect((await new Process(n8n.store).run(['a', 'b'])).said).toEqual([
			'skipped, possibly sent',
			'skipped, possibly sent',
		]);
		expect((await n8n.run(['a', 'b'])).said).toEqual(['skipped', 'skipped']);
	});
});

describe('whatever fails, dies or is stopped, and whenever', () => {
	/** What the service does with a message, and what the node learns of it. */
	const service = fc.constantFrom<Array<{ acts: boolean; learns: Outcome }>>(
		{ acts: true, learns: 'sent' },
		{ acts: true, learns: 'sent' },
		{ acts: false, learns: 'notSent' },
		{ acts: true, learns: 'possiblySent' },
		{ acts: false, learns: 'possiblySent' },
	);
	const storeFault = fc.option(
		fc.record<StoreFault>({
			when: fc.constantFrom('before', 'after'),
			kind: fc.constantFrom('error', 'error', 'error', 'death'),
		}),
		{ freq: 6, nil: undefined },
	);
	const execution = fc.record({
		keys: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', undefined), {
			minLength: 1,
			maxLength: 12,
		}),
		concurrency: fc.integer({ min: 1, max: 4 }),
		/** The message at which it is stopped. */
		stopAt: fc.option(fc.nat(12), { freq: 4 }),
	});
	const history = fc.record({
		/** At the same time in each life of n8n. */
		lives: fc.array(fc.array(execution, { minLength: 1, maxLength: 3 }), {
			minLength: 1,
			maxLength: 4,
		}),
		messages: fc.array(service, { minLength: 1, maxLength: 20 }),
		store: fc.array(storeFault, { minLength: 1, maxLength: 30 }),
	});

	type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

	/** Lives through a history. Returns what was said of each item, and how often the service acted for each key. */
	async function liveThrough(
		{ lives, messages, store: faults }: History,
		nameOf: (key: string) => string = (key) => key,
	) {
		const store = new KeyStore();
		store.fault = (call) => faults[call % faults.length];
		const acts = new Map<string, number>();
		const told: Array<{ key: string; said: Said; acted: boolean }> = [];
		let sends = 0;

		/** Returns what is learned of a message, and counts it if the service acts. */
		const send = (key: string | undefined, act: () => void) => {
			const { acts: isActing, learns } = messages[sends % messages.length];
			sends += 1;
			if (!isActing) return learns;

			act();
			if (key !== undefined) acts.set(key, (acts.get(key) ?? 0) + 1);
			return learns;
		};

		for (const executions of lives) {
			const n8n = new Process(store);
			const death = deathIn(store);

			const life = executions.map(async ({ keys: names, concurrency, stopAt }) => {
				const keys = [...names, 'z'];
				const stop = new AbortController();
				const acted = new Set<number>();
				const sendItem = async (position: number) => {
					if (death.hasCome) await new Promise<never>(() => undefined);
					const learned = send(keys[position], () => acted.add(position));
					await nextTurn();
					if (position === stopAt) stop.abort();
					return learned;
				};

				const { said } = await n8n.run(keys, sendItem, { concurrency, stop });
				keys.forEach((key, position) => {
					if (key === undefined) return;
					told.push({ key: nameOf(key), said: said[position], acted: acted.has(position) });
				});
			});
			await Promise.race([Promise.all(life), death.comes]);
		}
		return { store, acts, told };
	}

	/** Returns the death of n8n that comes when the store says so. */
	function deathIn(store: KeyStore) {
		const death = { hasCome: false, comes: Promise.resolve() };
		death.comes = new Promise((resolve) => {
			store.onDeath = () => {
				death.hasCome = true;
				resolve();
			};
		});
		return death;
	}

	const error = (when: StoreFault['when']): StoreFault => ({ when, kind: 'error' });

	/**
	 * A history in which the answer to a look at the marks is lost while those of the look before are still to be
	 * taken out: a key that was never sent was then said to be.
	 */
	const LOST_LOOK: History = {
		lives: [[{ keys: ['a', 'a', 'a', 'e', 'b'], concurrency: 2, stopAt: null }]],
		messages: [{ acts: true, learns: 'sent' }],
		store: [
			...[error('before'), error('before'), error('before'), error('after')],
			...[undefined, undefined, error('before'), error('before'), undefined, error('after')],
		],
	};

	it('no key is sent twice, and what is said of an item is so', async () => {
		await fc.assert(
			fc.asyncProperty(history, async (events) => {
				const { store, acts, told } = await liveThrough(events);
				for (const [key, times] of acts) expect([key, times]).toEqual([key, 1]);

				for (const { key, said, acted } of told) {
					if (said === 'done') expect(acted).toBe(true);
					else if (said !== 'may be done') expect(acted).toBe(false);
					if (said === 'skipped') expect([key, acts.get(key)]).toEqual([key, 1]);
				}
				store.fault = () => undefined;
				const keys = ['a', 'b', 'c', 'd', 'e', 'z'];
				const { said } = await new Process(store).run(keys);
				said.forEach((what, index) => {
					const times = acts.get(keys[index]) ?? 0;
					if (what === 'done') expect(times).toBe(0);
					else if (what === 'skipped') expect(times).toBe(1);
					else expect(what).toBe('skipped, possibly sent');
				});
			}),
			{ numRuns: casesOf(500), examples: [[LOST_LOOK]] },
		);
	});

	it('if the store works, only what was possibly sent is reported so', async () => {
		await fc.assert(
			fc.asyncProperty(history, async (events) => {
				const { store, acts, told } = await liveThrough({ ...events, store: [undefined] });
				const open = new Set(
					told.filter(({ said }) => said === 'may be done').map(({ key }) => key),
				);
				const keys = ['a', 'b', 'c', 'd', 'e', 'z'];
				const { said } = await new Process(store).run(keys);

				const expected = keys.map((key) => {
					if (open.has(key)) return 'skipped, possibly sent';
					return acts.has(key) ? 'skipped' : 'done';
				});

				expect(said).toEqual(expected);
			}),
			{ numRuns: casesOf(200) },
		);
	});
});

it('an update of the package shares keys with executions under way only while the keys are kept alike', () => {
	// If this fails: raise the number in the name in sharedKeys.ts, see docs/publishing.md, and change this list.
	expect(Object.keys(SharedKeys.of('a node')).sort()).toEqual([
		...[
			'lastClaim',
			'next',
			'processId',
			'record',
			'states',
			'subscribers',
			'turns',
			'used',
			'wanted',
		],
	]);
	expect(Object.getOwnPropertyNames(SharedKeys.prototype).sort()).toEqual([
		...['call', 'claim', 'claimTime', 'constructor', 'hasToWrite', 'keysIn', 'release', 'start'],
		...['stateOf', 'subscribe'],
	]);
});
