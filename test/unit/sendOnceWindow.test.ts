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

type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
type History = Drawn<typeof history>;
type Round = Drawn<typeof round>;

/** The death of n8n in a step of a history, if it comes. */
interface Death {
	hasCome: boolean;
	comes: Promise<void>;
}

/** Waits for ever, as what n8n was doing when it died. */
const never = async () => await new Promise<never>(() => undefined);

/** Lives through a history, and notes what goes against the rule. */
class Life {
	private readonly wrong: string[] = [];

	private readonly model = new Model();

	private readonly store = new KeyStore();

	private readonly executions = new Map<number, Execution>();

	private n8n = new Process(this.store);

	private sends = 0;

	constructor(private readonly history: History) {
		const { faults } = history;
		this.store.fault = (call) => {
			const fault = faults[call % faults.length];
			if (fault === 'none') return undefined;
			if (fault === 'death') return { when: 'after', kind: 'death' };
			return { when: fault as 'before', kind: 'error' };
		};
	}

	/** Returns what went against the rule. */
	async run(): Promise<string[]> {
		const { steps, restarts } = this.history;
		for (const [index, step] of steps.entries()) {
			if (restarts.includes(index)) this.restart();

			// Of an execution one round runs at a time.
			const rounds = [...new Map(step.map((each) => [each.execution, each])).values()];
			const death = this.nextDeath();
			const running = rounds.map(async (each) => await this.runRound(each, death));
			await Promise.race([Promise.all(running), death.comes]);

			if (death.hasCome) this.startAfterDeath(rounds);
		}
		return this.wrong;
	}

	private restart(): void {
		this.n8n = new Process(this.store);
		// n8n saves what the first engine keeps of an execution, and nothing of Engine 2.0.
		for (const number of this.executions.keys()) {
			if (isEngine2(number)) this.executions.delete(number);
		}
	}

	/** Returns a death that comes when the store says so. */
	private nextDeath(): Death {
		const death: Death = { hasCome: false, comes: Promise.resolve() };
		death.comes = new Promise((resolve) => {
			this.store.onDeath = () => {
				death.hasCome = true;
				resolve();
			};
		});
		return death;
	}

	private startAfterDeath(rounds: Round[]): void {
		const { events } = this.model;
		this.n8n = new Process(this.store);

		for (const { keys, execution: number } of rounds) {
			const execution = this.executions.get(number) ?? new Execution();
			// What it had claimed is in the record.
			for (const key of keys) events.push({ execution, key, status: 'notSent' });
			events.push({ execution });
			this.executions.delete(number);
		}
	}

	private async runRound(round: Round, death: Death): Promise<void> {
		const { keys, concurrency, execution: number } = round;
		const execution = this.executions.get(number) ?? new Execution(isEngine2(number));
		this.executions.set(number, execution);
		const count = this.model.usedBy(execution) + new Set(keys).size;

		const stop = new AbortController();
		const send = async (position: number) => {
			const status = await this.send({ execution, key: keys[position] }, death);
			if (position === round.stopAt) stop.abort();
			return status;
		};
		const running = this.n8n.run(keys, send, { concurrency, stop, execution });
		const refused = await running.then(
			() => undefined,
			({ message }: Error) => message,
		);

		const expected =
			count > MAX ? expect.stringMatching(`this execution has ${count}$`) : undefined;
		expect(refused).toEqual(expected);
		this.model.events.push({ execution });
		if (refused !== undefined) return;

		const { said } = await running;
		said.forEach((what, position) => this.check(keys[position], what));
	}

	/** Sends a message, and notes what became of it unless n8n dies in the meantime. */
	private async send(use: Event & { key: string }, death: Death): Promise<Outcome> {
		if (death.hasCome) await never();
		const { statuses } = this.history;
		const status = statuses[this.sends % statuses.length];
		this.sends += 1;

		if (!this.model.mayBeSent(use.key)) this.wrong.push(`${use.key} is sent again`);
		const event: Event = { ...use, status: 'possiblySent' };
		this.model.events.push(event);

		await nextTurn();
		if (death.hasCome) await never();
		event.status = status;
		return status;
	}

	/** Compares what was said of a key with the model. */
	private check(key: string, said: string): void {
		const { model, wrong } = this;
		if (said === 'skipped' && !model.wasUsed(key, ['sent'])) wrong.push(`${key} was never sent`);

		const isFaulty = this.history.faults.some((fault) => fault !== 'none');
		const isKnown = model.wasUsed(key, ['possiblySent', undefined]);
		// One that is about to be forgotten may be there without what became of it.
		const isForgotten = model.mayBeSent(key);
		if (said === 'skipped, possibly sent' && !isKnown && !isFaulty && !isForgotten) {
			wrong.push(`${key} is known`);
		}

		// A key whose claim failed may be in the record.
		if (said.startsWith('The Send Once Key')) {
			model.events.push({ execution: new Execution(), key, status: 'notSent' });
		}
	}
}

/** Runs an execution that never ends, in a process that dies at one of its calls, or goes on without an answer. */
async function dying(store: KeyStore, key: string, call: number): Promise<void> {
	const last = store.calls + call - (store.calls > 0 ? 1 : 0);
	const death = new Promise<void>((resolve) => {
		store.fault = (at) => (at === last ? { when: 'after', kind: 'death' } : undefined);
		store.onDeath = resolve;
	});
	await Promise.race([new Process(store).run([key], never), death]);
	store.fault = () => undefined;
}

describe('a key is known until enough others were used after its execution had ended', () => {
	it('in any order of runs of any size, side by side, in loops, stopped, refused and started anew', async () => {
		await fc.assert(
			fc.asyncProperty(history, async (events) => {
				expect(await new Life({ ...events, faults: ['none'] }).run()).toEqual([]);
			}),
			{ numRuns: casesOf(300) },
		);
	});

	it('also where the database fails and n8n dies', async () => {
		await fc.assert(
			fc.asyncProperty(history, async (events) => {
				expect(await new Life(events).run()).toEqual([]);
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
