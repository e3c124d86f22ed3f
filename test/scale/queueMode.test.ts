/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

import { readExample } from '../../playground/src/examples';
import type { StoredWorkflow, WorkflowFile } from '../../playground/src/n8nClient';
import type { N8nInstance } from '../../playground/src/n8nInstance';
import { preciseNow } from '../../simulator/state/recorder';
import { ended, until } from '../support/executions';
import { lease } from '../support/lease';
import { executionsOf, QueueMode } from './support/queueMode';

const START = 'When clicking "Execute workflow"';
const NIGHT = 'a-night-of-messages.json';

/** More by hand: a hundred thousand take a while. */
const RECIPIENTS = Number(process.env.RECIPIENTS ?? 20_000);

/** Rows that an execution of the example takes at once. */
const CHUNK = 200;

/** Executions that send at the same time, two on each worker. */
const EXECUTIONS = 4;

/** Rows that the service refuses, and rows to which it sends but whose answer is lost. */
const REFUSED = [7, RECIPIENTS - 7];
const LOST = [8, RECIPIENTS - 8];

// Ends a test that hangs: a database, n8n and its workers take minutes to start on a busy machine.
jest.setTimeout(1_800_000);

let n8n: QueueMode;
let workers: N8nInstance[];

beforeAll(async () => {
	n8n = await QueueMode.start();
	workers = [await n8n.startWorker(2), await n8n.startWorker(2)];
	// The tables, as the example's own node makes them.
	const { nodes } = await readExample(NIGHT, n8n.credentials);
	const tables = nodes.find(({ name }) => name === 'Make the tables');
	await n8n.sql(tables?.parameters.query as string);
});

afterAll(async () => await n8n?.stop());

beforeEach(() => n8n.simulator.reset());

const phone = (row: number) => `+1${2_025_000_000 + row}`;
const texts = () => n8n.simulator.messages.map(({ text }) => text);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Fills the table anew. */
async function fill(count: number): Promise<void> {
	await n8n.sql('TRUNCATE night_messages, night_opt_outs RESTART IDENTITY');
	await n8n.sql(
		`INSERT INTO night_messages (phone, text, time_zone) SELECT '+1' || (2025000000 + row), 'Hello ' || row, 'UTC' FROM generate_series(1, ${count}) AS row`,
	);
}

/** IDs of the rows in a state. */
async function rowsIn(state: string): Promise<number[]> {
	const ids = await n8n.sql(`SELECT id FROM night_messages WHERE state = '${state}' ORDER BY id`);
	return ids.map(Number);
}

/** Where the hour does not matter, and all executions of a test send. */
const ANY_HOUR = { fromHour: 0, untilHour: 24, executionsAtOnce: EXECUTIONS };

/** The example as n8n keeps it, changed or as it is. */
async function create(
	settings: Record<string, number> = {},
	options: object = {},
): Promise<StoredWorkflow> {
	const file: WorkflowFile = await readExample(NIGHT, n8n.credentials);
	const node = (name: string) => file.nodes.find((entry) => entry.name === name)?.parameters ?? {};
	const own = JSON.parse(node('Settings').jsonOutput as string) as object;
	node('Settings').jsonOutput = JSON.stringify({ ...own, ...ANY_HOUR, ...settings });
	Object.assign(node('Send').options as object, options);
	return await n8n.client.createWorkflow(file);
}

/** Starts the example some times at once, and waits for all to end. */
async function run(workflow: StoredWorkflow, times: number) {
	const ids = await Promise.all(
		Array.from({ length: times }, async () => await n8n.client.run(workflow, START)),
	);
	return await Promise.all(ids.map(async (id) => await ended(n8n.client, id)));
}

/** Expects that nobody got two messages, and that the rows say who got one, may have got one, or was refused. */
function expectEachOnce(sent: number[], notSent: number[], possiblySent: number[]): void {
	const got = texts().map((text) => Number(text.split(' ')[1]));
	const whoGotOne = new Set(got);
	expect(whoGotOne.size).toBe(got.length);
	expect(sent.filter((row) => !whoGotOne.has(row))).toEqual([]);

	expect(notSent).toEqual(REFUSED.filter((row) => !possiblySent.includes(row)));
	expect(notSent.filter((row) => whoGotOne.has(row))).toEqual([]);

	const named = new Set([...sent, ...possiblySent]);
	expect(got.filter((row) => !named.has(row))).toEqual([]);
}

/** Messages that the service took in a second. */
function perSecond(): number {
	const times = n8n.simulator.requests.map(({ receivedAt }) => receivedAt);
	return (times.length / (Math.max(...times) - Math.min(...times))) * 1000;
}

describe('a night of messages', () => {
	it('gives each exactly one message, or marks it as possibly sent, when a worker is killed', async () => {
		await fill(RECIPIENTS);
		const to = (rows: number[]) => ({ to: rows.map(phone) });
		n8n.simulator.fault({
			kind: 'answer',
			status: 422,
			body: { message: 'not in service' },
			match: to(REFUSED),
			times: 'always',
		});
		n8n.simulator.fault({ kind: 'reset', when: 'after', match: to(LOST), times: 'always' });
		const workflow = await create();
		const ending = run(workflow, EXECUTIONS);
		const [killed, other] = workers;
		await until(
			async () => texts().length > RECIPIENTS / 4 && (await executionsOf(killed)).length > 0,
		);
		await killed.crash();
		const executions = await ending;
		say(`two workers, one of them killed: ${Math.round(perSecond())} messages a second`);

		expect((await executionsOf(other)).length).toBeGreaterThan(0);
		expect(executions.map(({ status }) => status).sort()).toContain('success');

		// A later execution finds nothing to send, and names what was left behind.
		const [{ status, json }] = await run(await create({ possiblySentAfterMinutes: 0 }), 1);
		expect(status).toBe('success');

		const states = ['sent', 'not sent', 'possibly sent'];
		const [sent, notSent, possiblySent] = await Promise.all(states.map(rowsIn));
		expect(json('Count all states')).toEqual([
			{
				waiting: '0',
				taken: '0',
				sent: `${sent.length}`,
				not_sent: `${notSent.length}`,
				possibly_sent: `${possiblySent.length}`,
			},
		]);
		expect(sent.length + notSent.length + possiblySent.length).toBe(RECIPIENTS);

		say(
			`of ${RECIPIENTS}: ${sent.length} sent, ${notSent.length} not sent, ${possiblySent.length} possibly sent`,
		);

		expectEachOnce(sent, notSent, possiblySent);
		expect(possiblySent).toEqual(expect.arrayContaining(LOST));
		// A chunk of each execution of that worker, and what was lost on the way back.
		expect(possiblySent.length).toBeLessThanOrEqual(2 * CHUNK + LOST.length);

		workers = [other];
	});

	it('keeps to concurrency and pace in each execution', async () => {
		await fill(100);
		const paced = await create({}, { concurrency: 3, requestsPerSecond: 10 });
		const gate = n8n.simulator.hold({ times: 3 });
		const begin = preciseNow();
		const sending = run(paced, 1);
		await gate.holds(3);
		gate.open();
		await sending;
		const { requests, stats } = n8n.simulator;

		expect(requests).toHaveLength(100);
		expect(stats.maxInFlight).toBe(3);
		// A hundred starts at ten in a second, none of them before the beginning: 99 gaps of 100 ms.
		expect((requests.at(-1)?.receivedAt ?? 0) - begin).toBeGreaterThanOrEqual(99 * 100);
	});

	it('reaches nobody outside the hours of where they are, and nobody who has opted out', async () => {
		const hours = { fromHour: 8, untilHour: 21 };
		const workflow = await create({ ...hours, chunk: 10 });
		const zones = Intl.supportedValuesOf('timeZone');

		const hourIn = (timeZone: string) =>
			Number(
				new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(),
			);

		const awake = () =>
			zones.flatMap((zone, row) => {
				const hour = hourIn(zone);
				return hour >= hours.fromHour && hour < hours.untilHour ? [row + 1] : [];
			});

		// Once more where an hour begins meanwhile.
		for (let before, after; before === undefined || `${before}` !== `${after}`; after = awake()) {
			n8n.simulator.reset();
			await fill(zones.length);
			await n8n.sql(
				`UPDATE night_messages SET time_zone = (ARRAY['${zones.join("','")}'])[id::int]`,
			);
			before = awake();
			await n8n.sql(`INSERT INTO night_opt_outs VALUES ('${phone(before[0])}')`);
			await run(workflow, 1);
		}
		const [optedOut, ...reached] = awake();

		expect(reached.length).toBeGreaterThan(10);
		expect(reached.length).toBeLessThan(zones.length - 10);
		expect(await rowsIn('sent')).toEqual(reached);
		expect(texts().sort()).toEqual(reached.map((row) => `Hello ${row}`).sort());
		expect(await rowsIn('not sent')).toEqual([optedOut]);
		expect(await rowsIn('waiting')).toHaveLength(zones.length - reached.length - 1);
	});

	it('is sent by no more executions than its settings say', async () => {
		await fill(40);
		const workflow = await create({ chunk: 10, executionsAtOnce: 1 });
		const gate = n8n.simulator.hold({ times: 1 });
		const sending = run(workflow, 1);
		await gate.holds(1);
		const [other] = await run(workflow, 1);

		expect(other.status).toBe('success');
		expect(other.json('Count all states')).toMatchObject([{ waiting: '30', taken: '10' }]);

		gate.open();
		await sending;
		expect(await rowsIn('sent')).toHaveLength(40);
	});

	it('takes no number that is not E.164, and no time zone that there is not', async () => {
		const add = async (number: string, zone: string) =>
			await n8n.sql(
				`INSERT INTO night_messages (phone, text, time_zone) VALUES ('${number}', 'x', '${zone}')`,
			);
		await expect(add('(202) 555-0143', 'UTC')).rejects.toThrow('phone');
		await expect(add('+12025550143', 'Mars/Olympus')).rejects.toThrow('time zone');
	});

	it('is sent by any number of workers, each with an execution of its own', async () => {
		for (const worker of workers.splice(0)) await n8n.stopWorker(worker);
		const workflow = await create({ chunk: 100 }, { concurrency: 10 });
		let alone = 0;
		for (const count of [1, 2, 4]) {
			while (workers.length < count) workers.push(await n8n.startWorker(1));
			n8n.simulator.reset();
			n8n.simulator.fault({ kind: 'delay', delayMs: 1000, times: 'always' });
			await fill(count * 200);
			await run(workflow, count);
			expect(new Set(texts()).size).toBe(count * 200);
			expect(texts()).toHaveLength(count * 200);
			alone ||= perSecond();
			say(
				`${count} workers, 10 in flight each, at 1 s: ${perSecond().toFixed(1)} messages a second, ${(perSecond() / alone / count).toFixed(2)} of linear`,
			);
		}
	});
});

describe('the trigger in queue mode', () => {
	const NUMBER = '+12125550101';
	/** Ends a test that would hang; two polls take two minutes. */
	const TWO_POLLS_MS = 300_000;

	it(
		'is polled by the main process alone, and fires once',
		async () => {
			const file = await readExample('tell-me-when-a-number-is-available.json', n8n.credentials);
			const trigger = file.nodes.find(({ name }) => name === 'Every five minutes');
			// The shortest time that n8n allows.
			Object.assign(trigger?.parameters ?? {}, { pollTimes: { item: [{ mode: 'everyMinute' }] } });
			workers.push(await n8n.startWorker());
			await lease(n8n.simulator.baseUrl, 'register', NUMBER);
			const workflow = await n8n.client.createWorkflow(file);
			const begin = Date.now();
			await n8n.client.activate(workflow);
			const polls = () => n8n.simulator.requests.filter(({ method }) => method === 'GET');
			// Publishing polls at once; each minute follows.
			await until(async () => polls().length >= 1);
			await lease(n8n.simulator.baseUrl, 'relinquish', NUMBER);
			await until(async () => polls().length >= 3);
			const executions = await n8n.client.executions(workflow.id);

			expect(executions).toHaveLength(1);

			const { status } = await ended(n8n.client, executions[0].id);
			expect(status).toBe('success');
			expect(texts()).toEqual(['+1 (212) 555-0101 (SERVICE, text) is available']);

			// The poll was the main process's, the execution a worker's.
			const taken = (await Promise.all(workers.map(executionsOf))).flat();
			expect(taken).toContain(executions[0].id);

			// One at once and one a minute: had the workers polled as well, it would be more.
			const polled = polls().length;
			expect(polled).toBeLessThanOrEqual(2 + Math.floor((Date.now() - begin) / 60_000));

			await n8n.client.deactivate(workflow.id);
		},
		TWO_POLLS_MS,
	);
});
