import * as fc from 'fast-check';

import type { Outcome } from '../../nodes/MessagingService/outcome';
import * as n8nRecord from '../../nodes/MessagingService/sendOnce/n8nRecord';
import * as rounds from '../../nodes/MessagingService/sendOnce/rounds';
import { casesOf } from '../support/cases';
import { KeyStore } from '../support/keyStore';
import { nextTurn } from '../support/nextTurn';
import { Execution, Process } from '../support/sendOnceProcess';

/** Fewer than in earnest, so that keys are forgotten in short histories. */
const KEPT = 6;

/** Fewer keys than in earnest, so that some executions have too many. */
const MAX = 20;

/** Executions of Engine 2.0, by their numbers in a history. */
const isEngine2 = (execution: number) => execution % 2 === 1;

// Hundreds of histories take their time on a busy machine.
beforeAll(() => {
	jest.replaceProperty(n8nRecord, 'KEPT_KEYS', KEPT as 10_000);
	jest.replaceProperty(rounds, 'MAX_KEYS', MAX as 250_000);
});
afterAll(() => jest.restoreAllMocks());

/** A use of a key, or the end of a round of an execution: a plain list of them is the model. */
interface Event {
	/** A new one after a crash. */
	execution: Execution;
	/** Undefined for the end of a round. */
	key?: string;
	status?: Outcome;
}

/** What the rule says, by the plain list of all that happened. */
class Model {
	readonly events: Event[] = [];

	/** Tells whether a key may be sent now: nothing was, or may have been, under it that is still to be known. */
	mayBeSent(key: string): boolean {
		const { events } = this;
		const isUse = (event: Event) => event.key === key && event.status !== 'notSent';
		const used = events.map(isUse).lastIndexOf(true);
		if (used < 0) return true;
		const by = events[used].execution;
		const end = events.findIndex(
			(event, index) => index > used && event.execution === by && event.key === undefined,
		);
		if (end < 0) return false;
		const others = events.slice(end).filter((event) => event.execution !== by && event.key !== key);
		return new Set(others.flatMap(({ key: other }) => other ?? [])).size >= KEPT;
	}

	/** Returns how many keys an execution has used. */
	usedBy(execution: Execution): number {
		const isUse = (event: Event) => event.key !== undefined && event.status !== 'notSent';
		return this.events.filter((event) => event.execution === execution && isUse(event)).length;
	}

	wasUsed(key: string, statuses: Array<Outcome | undefined>): boolean {
		return this.events.some((event) => event.key === key && statuses.includes(event.status));
	}
}

const key = fc.nat(29).map((index) => `key ${index}`);
const round = fc.record({
	keys: fc.array(key, { minLength: 1, maxLength: 15 }),
	concurrency: fc.integer({ min: 1, max: 4 }),
	stopAt: fc.option(fc.nat(15), { freq: 5 }),
	/** The execution that it is a round of: the same number again is a loop. */
	execution: fc.nat(5),
});
const history = fc.record({
	/** Rounds that run at the same time, one step after the other. */
	steps: fc.array(fc.array(round, { minLength: 1, maxLength: 3 }), {
		minLength: 2,
		maxLength: 12,
	}),
	statuses: fc.array(fc.constantFrom<Outcome>('sent', 'sent', 'sent', 'notSent', 'possiblySent'), {
		minLength: 1,
		maxLength: 12,
	}),
	/** Steps before which n8n is started anew. */
	restarts: fc.array(fc.nat(12), { maxLength: 3 }),
	faults: fc.array(fc.constantFrom('none', 'none', 'none', 'before', 'after', 'death'), {
		minLength: 1,
		maxLength: 20,
	}),
});

type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** Lives through a history. Returns what went against the rule. */
async function liveThrough({ steps, statuses, restarts, faults }: History): Promise<string[]> {
	const wrong: string[] = [];
	const store = new KeyStore();
	store.fault = (call) => {
		const fault = faults[call % faults.length];
		if (fault === 'none') return undefined;
		return fault === 'death'
			? { when: 'after', kind: 'death' }
			: { when: fault as 'before', kind: 'error' };
	};
	const model = new Model();
	const executions = new Map<number, Execution>();
	const isFaulty = faults.some((fault) => fault !== 'none');
	let n8n = new Process(store);
	let sends = 0;
	for (const [index, step] of steps.entries()) {
		if (restarts.includes(index)) {
			n8n = new Process(store);
			// n8n saves what the first engine keeps of an execution, and nothing of Engine 2.0.
			for (const number of executions.keys()) if (isEngine2(number)) executions.delete(number);
		}
		let isDead = false;
		const death = new Promise<void>((resolve) => {
			store.onDeath = () => {
				isDead = true;
				resolve();
			};
		});
		// Of an execution one round runs at a time.
		const starting = [...new Map(step.map((each) => [each.execution, each])).values()];
		const running = starting.map(async ({ keys, concurrency, stopAt, execution: number }) => {
			const stop = new AbortController();
			const own = executions.get(number) ?? new Execution(isEngine2(number));
			executions.set(number, own);
			const count = model.usedBy(own) + new Set(keys).size;
			const round = n8n.run(
				keys,
				async (position) => {
					if (isDead) await new Promise(() => undefined);
					const status = statuses[sends++ % statuses.length];
					const sent = keys[position];
					if (!model.mayBeSent(sent)) wrong.push(`${sent} is sent again`);
					const event: Event = { execution: own, key: sent, status: 'possiblySent' };
					model.events.push(event);
					await nextTurn();
					if (isDead) await new Promise(() => undefined);
					event.status = status;
					if (position === stopAt) stop.abort();
					return status;
				},
				{ concurrency, stop, execution: own },
			);
			const refused = await round.then(
				() => undefined,
				({ message }: Error) => message,
			);
			const expected =
				count > MAX ? expect.stringMatching(`this execution has ${count}$`) : undefined;
			expect(refused).toEqual(expected);
			model.events.push({ execution: own });
			if (refused !== undefined) return;
			const { said } = await round;
			said.forEach((what, position) => {
				if (what === 'skipped' && !model.wasUsed(keys[position], ['sent'])) {
					wrong.push(`${keys[position]} was never sent`);
				}
				// One that is about to be forgotten may be there without what became of it.
				const isForgotten = model.mayBeSent(keys[position]);
				const isKnown = model.wasUsed(keys[position], ['possiblySent', undefined]);
				if (what === 'skipped, possibly sent' && !isKnown && !isFaulty && !isForgotten) {
					wrong.push(`${keys[position]} is known`);
				}
				// A key whose claim failed may be in the record.
				if (what.startsWith('The Send Once Key')) {
					model.events.push({ execution: new Execution(), key: keys[position], status: 'notSent' });
				}
			});
		});
		await Promise.race([Promise.all(running), death]);
		if (!isDead) continue;
		n8n = new Process(store);
		for (const { keys, execution } of starting) {
			const own = executions.get(execution) ?? new Execution();
			// What it had claimed is in the record.
			for (const claimed of keys) {
				model.events.push({ execution: own, key: claimed, status: 'notSent' });
			}
			model.events.push({ execution: own });
			executions.delete(execution);
		}
	}
	return wrong;
}

/** Runs an execution that never ends, in a process that dies at one of its calls, or goes on without an answer. */
async function dying(store: KeyStore, key: string, call: number): Promise<void> {
	const last = store.calls + call - (store.calls > 0 ? 1 : 0);
	const death = new Promise<void>((resolve) => {
		store.fault = (at) => (at === last ? { when: 'after', kind: 'death' } : undefined);
		store.onDeath = resolve;
	});
	const never = async () => await new Promise<Outcome>(() => undefined);
	await Promise.race([new Process(store).run([key], never), death]);
	store.fault = () => undefined;
}

describe('a key is known until enough others were used after its execution had ended', () => {
	it('in any order of runs of any size, side by side, in loops, stopped, refused and started anew', async () => {
		await fc.assert(
			fc.asyncProperty(history, async (events) => {
				expect(await liveThrough({ ...events, faults: ['none'] })).toEqual([]);
			}),
			{ numRuns: casesOf(300) },
		);
	});

	it('also where the database fails and n8n dies', async () => {
		await fc.assert(
			fc.asyncProperty(history, async (events) => {
				expect(await liveThrough(events)).toEqual([]);
			}),
			{ numRuns: casesOf(300) },
		);
	});

	// What a look leaves behind when n8n dies in it is forgotten entry by entry.
	it.each([1, 2, 3])(
		'a message that n8n took to its death is not called sent, where n8n died at call %i of two looks',
		async (call) => {
			for (let others = 0; others < 4 * KEPT; others++) {
				const store = new KeyStore();
				for (const key of ['first', 'second']) {
					await dying(store, key, 1);
					await dying(store, key, 1 + call);
				}
				const n8n = new Process(store);
				for (let other = 0; other < others; other++) await n8n.run([`other ${other}`]);
				for (const key of ['first', 'second']) {
					await dying(store, key, 1);
					expect((await new Process(store).run([key])).said).not.toContain('skipped');
				}
			}
		},
	);
});
