/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { readExample } from '../../playground/src/examples';
import type { StoredWorkflow, WorkflowNode } from '../../playground/src/n8nClient';
import { ROOT } from '../../playground/src/paths';
import { ended, until } from '../support/executions';
import { OnPostgres } from './support/onPostgres';

const START = 'Start';
const SEND = 'Send';

/** An hourly schedule as well: what is published again by itself would send. */
const TRIGGERS: WorkflowNode[] = [
	{
		id: 'start',
		name: START,
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	},
	{
		id: 'hourly',
		name: 'Hourly',
		type: 'n8n-nodes-base.scheduleTrigger',
		typeVersion: 1.2,
		position: [0, 200],
		parameters: { rule: { interval: [{ field: 'hours' }] } },
	},
];

// Ends a test that hangs: n8n takes a minute to start on a new database, on a busy machine longer.
jest.setTimeout(1_800_000);

let n8n: OnPostgres;

beforeAll(async () => {
	n8n = await OnPostgres.start();
});

afterAll(async () => await n8n?.stop());

const workflow = async (parameters: object) =>
	await n8n.client.createWorkflow({
		name: 'Send',
		nodes: [
			...TRIGGERS,
			{
				id: 'send',
				name: SEND,
				type: 'n8n-nodes-messaging-service.messagingService',
				typeVersion: 1,
				position: [200, 0],
				parameters: { resource: 'message', channel: 'sms', to: '+12025550123', ...parameters },
				credentials: { messagingServiceApi: n8n.credential },
			},
		],
		connections: Object.fromEntries(
			TRIGGERS.map(({ name }) => [name, { main: [[{ node: SEND, type: 'main', index: 0 }]] }]),
		),
	});

const keyed = (key: string) => ({ message: key, options: { sendOnceKey: key } });
const texts = () => n8n.simulator.messages.map(({ text }) => text);
const states = async () => await n8n.sql('SELECT text, state FROM night_messages ORDER BY id');

const run = async (stored: StoredWorkflow) =>
	await ended(n8n.client, await n8n.client.run(stored, START));

/** Runs a workflow with another key. The node keeps its record of keys. */
async function runWithKey({ id }: StoredWorkflow, key: string) {
	const { nodes, connections, versionId } = await n8n.client.workflow(id);
	const [send] = nodes.filter(({ name }) => name === SEND);
	Object.assign(send.parameters, keyed(key));
	const changes = { nodes, connections, versionId };
	return await run(await n8n.client.request('PATCH', `/rest/workflows/${id}`, changes));
}

/** Starts an execution that asks, and waits until it waits for the answer. */
async function ask(): Promise<string> {
	const asking = await workflow({ operation: 'sendAndWait', message: 'May we?' });
	const question = await n8n.client.run(asking, START);
	await until(async () => (await n8n.client.execution(question)).status === 'waiting');
	return question;
}

/** Makes the tables of the example "A night of messages", with a message in each state. */
async function fillTables(): Promise<void> {
	const { nodes } = await readExample('a-night-of-messages.json', {
		messagingServiceApi: n8n.credential,
	});
	const tables = nodes.find(({ name }) => name === 'Make the tables');
	await n8n.sql(tables?.parameters.query as string);
	await n8n.sql(
		`INSERT INTO night_messages (phone, text, time_zone, state) VALUES
			('+12025550101', 'A', 'UTC', 'sent'), ('+12025550102', 'B', 'UTC', 'waiting'),
			('+12025550103', 'C', 'UTC', 'taken'), ('+12025550104', 'D', 'UTC', 'not sent')`,
	);
}

/** Loses n8n and its database, and restores the backup as the docs say. */
async function restore(): Promise<void> {
	await n8n.stopMain();
	await n8n.newDatabase();
	await n8n.runDocumented('pg_restore');
	await n8n.runDocumented('psql');
	await n8n.runBeforeStart();
	await n8n.startMain('the key');
}

it('a lost n8n comes back from its backup, and nothing is sent by itself that may have been sent', async () => {
	const sending = await workflow(keyed('before'));
	await run(sending);
	const question = await ask();
	await n8n.client.activate(sending);
	await fillTables();

	await n8n.runDocumented('pg_dump');

	// What the backup does not know.
	await runWithKey(sending, 'after');
	await n8n.sql(`UPDATE night_messages SET state = 'sent' WHERE text = 'B'`);
	expect(texts()).toEqual(['before', expect.stringContaining('May we?'), 'after']);

	await restore();

	// Nothing continues by itself, and a person decides on what was to be sent.
	expect((await n8n.client.workflow(sending.id)).active).toBe(false);
	expect((await n8n.client.execution(question)).status).toBe('canceled');
	expect(await states()).toEqual(['A|sent', 'B|possibly sent', 'C|possibly sent', 'D|not sent']);

	const [, asked] = texts();
	const { pathname, search } = new URL(/https?:\S+/.exec(asked)?.[0] ?? '');
	for (const method of ['GET', 'POST']) {
		const page = await fetch(`${n8n.main.url}${pathname}${search}`, { method });
		expect(await page.text()).toContain('No action required');
	}

	expect((await n8n.client.execution(question)).status).toBe('canceled');

	// The credential is read with the old key, and keys from before the backup are known; those from after it are not.
	expect((await runWithKey(sending, 'before')).json(SEND)).toEqual([
		{ skipped: true, sendOnceKey: 'before' },
	]);
	expect((await runWithKey(sending, 'after')).json(SEND)).toEqual([
		expect.objectContaining({ message: expect.any(String) as unknown }),
	]);
	expect(texts().filter((text) => text === 'after')).toHaveLength(2);

	// Without the old key, n8n does not even start.
	await n8n.stopMain();
	await expect(n8n.startMain('another key')).rejects.toThrow(
		'cannot be read with this instance encryption key',
	);
});

it('old rows are deleted as the docs say, and none that somebody has to decide on', async () => {
	const docs = await readFile(path.join(ROOT, 'docs', 'queue-mode.md'), 'utf8');
	const [query] = /DELETE FROM night_messages[^;]*;/.exec(docs) ?? [''];
	await n8n.sql('TRUNCATE night_messages');

	const rows = ['sent', 'not sent', 'possibly sent'].flatMap((state) =>
		[89, 91].map(
			(days) =>
				`('+12025550101', '${state} ${days}', 'UTC', '${state}', now() - interval '${days} days')`,
		),
	);

	await n8n.sql(
		`INSERT INTO night_messages (phone, text, time_zone, state, done_at) VALUES ${rows.join()}`,
	);
	await n8n.sql(
		`INSERT INTO night_messages (phone, text, time_zone) VALUES ('+12025550101', 'new', 'UTC')`,
	);
	await n8n.sql(query);

	expect(await n8n.sql('SELECT text FROM night_messages ORDER BY id')).toEqual([
		'sent 89',
		'not sent 89',
		'possibly sent 89',
		'possibly sent 91',
		'new',
	]);
});
