/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { readExample } from '../../playground/src/examples';
import type { StoredWorkflow } from '../../playground/src/n8nClient';
import type { N8nInstance } from '../../playground/src/n8nInstance';
import { KeptProcess } from '../../playground/src/keptProcess';
import { cleanEnvironment } from '../../playground/src/paths';
import { LOOPBACK, probePort } from '../../playground/src/ports';
import { at, recipient, REFUSED, rows } from '../support/rows';
import { crash, Machine } from '../n8n/support/install';
import { post, TestedN8n, until } from '../n8n/support/n8n';
import { ASK, askNode, inARow, node, sendNode, split, start } from '../n8n/support/workflow';

// Ends a test that hangs: a database, n8n and its workers take minutes to start on a busy machine.
jest.setTimeout(900_000);

const MESSAGES = 4_000;

/** Rows that an execution of the example takes at once. */
const ROWS_AT_ONCE = 200;

const runFile = promisify(execFile);

const n8n = new TestedN8n();
let machine: Machine;
let database: Server;
let workers: N8nInstance[];

beforeAll(async () => {
	machine = await Machine.start();
	// PostgreSQL's user has to come through to its own folder.
	await chmod(machine.folder, 0o711);
	const redis = await startRedis(path.join(machine.folder, 'redis'));
	machine.onStop(async () => await redis.process.stop());
	database = await startPostgres(path.join(machine.folder, 'postgres'));
	machine.onStop(async () => await database.process.stop());
	await askPostgres(database.port, 'postgres', 'CREATE DATABASE messages');

	const env: Record<string, string> = {
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: 'only-for-tests',
		QUEUE_BULL_REDIS_HOST: LOOPBACK,
		QUEUE_BULL_REDIS_PORT: `${redis.port}`,
		// A worker that dies is noticed in seconds, not in a minute.
		QUEUE_WORKER_LOCK_DURATION: '20000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '4000',
		QUEUE_WORKER_STALLED_INTERVAL: '4000',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: LOOPBACK,
		DB_POSTGRESDB_PORT: `${database.port}`,
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: 'n8n',
		// What is started by hand runs on a worker as well.
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		// Which worker takes which execution stands in its log.
		N8N_LOG_LEVEL: 'info',
	};
	const main = await machine.n8n('main', { env });
	// The links in messages lead to the main process, whoever sends them.
	env.WEBHOOK_URL = main.url;
	const command = ['worker', '--concurrency=2'];
	workers = await Promise.all(
		['worker-1', 'worker-2'].map(async (name) => await machine.n8n(name, { env, command })),
	);
	const limits = { latencyMs: 20, historyLimit: 100_000 };
	await n8n.connect(main.url, limits);
});

afterAll(async () => {
	await machine?.stop();
	await n8n.simulator?.stop();
});

beforeEach(() => n8n.simulator.reset());

const sql = async (query: string) => await askPostgres(database.port, 'messages', query);

/** IDs of the executions that a worker has taken. */
async function takenBy({ log }: N8nInstance): Promise<string[]> {
	const text = await readFile(log, 'utf8');
	return [...text.matchAll(/Worker started execution (\d+)/g)].map(([, id]) => id);
}

it('a question that a worker has asked is answered once', async () => {
	const approvalOptions = { values: { approvalType: 'double' } };
	const execution = await n8n.start(
		inARow(start(), askNode({ approvalOptions }), node('After', 'noOp')),
	);
	const link = await n8n.link(execution);
	await Promise.all(['true', 'false'].map(async (approved) => await post(link, { approved })));
	const { json, data, status } = await n8n.ended(execution);
	expect(status).toBe('success');
	expect(json(ASK)).toHaveLength(1);
	expect(data.resultData.runData.After).toHaveLength(1);
	expect((await Promise.all(workers.map(takenBy))).flat()).toContain(execution);
});

it('Retry of a failed execution does the rest, also on another worker', async () => {
	n8n.simulator.fault({ ...at(2, REFUSED), times: 6 });
	const options = { concurrency: 1, maxRetries: 0 };
	let execution = await n8n.run(inARow(start(), ...split(rows(5)), sendNode({ options })));
	const tried = [execution.id];
	while (execution.status === 'error') {
		execution = await n8n.retry(execution);
		tried.push(execution.id);
	}
	expect(n8n.texts).toEqual(['0', '1', '2', '3', '4']);
	for (const worker of workers) {
		expect((await takenBy(worker)).some((id) => tried.includes(id))).toBe(true);
	}
});

const postgresCredential = async () =>
	await n8n.client.saveCredential('Messages', 'postgres', {
		host: LOOPBACK,
		port: database.port,
		database: 'messages',
		user: 'n8n',
		password: 'none',
		ssl: 'disable',
	});

/** The queries that the docs show. */
async function queriesOfDocs(): Promise<string[]> {
	const page = await readFile('docs/queue-mode.md', 'utf8');
	const blocks = [...page.matchAll(/```sql\n([^`]+)```/g)].map(([, block]) => block);
	return blocks.flatMap((block) => block.split(';')).filter((query) => query.trim());
}

it('a key that PostgreSQL holds lets one message through, however many workers run', async () => {
	const [table = '', query = ''] = await queriesOfDocs();
	await sql(table);
	const claim = node('Claim', 'postgres', {
		operation: 'executeQuery',
		query,
		options: { queryReplacement: '={{ [$json.to + " " + $json.text] }}' },
	});
	const isTrue = { type: 'boolean', operation: 'true', singleValue: true };
	const conditions = [{ leftValue: '={{ $json.is_new }}', operator: isTrue, rightValue: '' }];
	const isNew = node('Is it new?', 'if', { conditions: { conditions, combinator: 'and' } });
	const row = (field: string) => `={{ $('Split').item.json.${field} }}`;
	const sending = sendNode({ to: row('to'), message: row('text') });
	const items = [...rows(20), ...rows(20)];
	const file = inARow(start(), ...split(items), claim, isNew, sending);
	const workflow = await n8n.create(file, { postgres: await postgresCredential() });

	const ids = await Promise.all([1, 2, 3, 4].map(async () => await n8n.start(workflow)));
	const ended = await Promise.all(ids.map(async (id) => await n8n.ended(id)));
	expect(ended.map(({ status }) => status)).toEqual(Array(4).fill('success'));
	expect([...n8n.recipients].sort()).toEqual(rows(20).map(({ to }) => to));
});

describe('"A night of messages"', () => {
	const night = async (settings: object = {}): Promise<StoredWorkflow> => {
		const file = await readExample('a-night-of-messages.json');
		const values = file.nodes.find(({ name }) => name === 'Settings')?.parameters ?? {};
		const own = JSON.parse(values.jsonOutput as string) as object;
		const anyHour = { fromHour: 0, untilHour: 24, executionsAtOnce: 4 };
		values.jsonOutput = JSON.stringify({ ...own, ...anyHour, ...settings });
		const postgres = await postgresCredential();
		return await n8n.create(file, { postgres });
	};

	/** IDs of the rows in a state. */
	const rowsIn = async (state: string) =>
		(await sql(`SELECT id FROM night_messages WHERE state = '${state}' ORDER BY id`)).map(Number);

	it('gives each exactly one message, or marks it as possibly sent, when a worker is killed', async () => {
		const workflow = await night();
		// Makes the tables, which are empty.
		await n8n.run(workflow);
		await sql(
			`INSERT INTO night_messages (phone, text, time_zone) SELECT '+1' || (2025000000 + row), row, 'UTC' FROM generate_series(1, ${MESSAGES}) AS row`,
		);
		const to = [1, 2].map((row) => `+1${2_025_000_000 + row}`);
		n8n.simulator.fault({ kind: 'reset', when: 'after', match: { to }, times: 'always' });

		const ids = await Promise.all([1, 2, 3, 4].map(async () => await n8n.start(workflow)));
		await until(async () => n8n.texts.length > MESSAGES / 4);
		const [killed] = workers;
		expect(await takenBy(killed)).not.toEqual([]);
		await crash(killed);
		await Promise.all(ids.map(async (id) => await n8n.ended(id)));

		// A later execution sends what is left, and names what was possibly sent.
		const { status } = await n8n.run(await night({ possiblySentAfterMinutes: 0 }));
		expect(status).toBe('success');

		const [sent, possiblySent] = [await rowsIn('sent'), await rowsIn('possibly sent')];
		expect(sent.length + possiblySent.length).toBe(MESSAGES);
		expect(possiblySent).toEqual(expect.arrayContaining([1, 2]));
		// A chunk of each execution of that worker, and what was lost on the way back.
		expect(possiblySent.length).toBeLessThanOrEqual(2 * ROWS_AT_ONCE + 2);

		const got = new Set(n8n.texts.map(Number));
		expect(got.size).toBe(n8n.texts.length);
		expect(sent.filter((row) => !got.has(row))).toEqual([]);
	});

	it('reaches nobody who has opted out', async () => {
		await sql('TRUNCATE night_messages, night_opt_outs RESTART IDENTITY');
		await sql(`INSERT INTO night_opt_outs VALUES ('${recipient(1)}')`);
		await sql(
			`INSERT INTO night_messages (phone, text, time_zone) VALUES ${[0, 1].map((row) => `('${recipient(row)}', '${row}', 'UTC')`).join()}`,
		);
		await n8n.run(await night());
		expect(n8n.recipients).toEqual([recipient(0)]);
		expect(await rowsIn('not sent')).toEqual([2]);
	});

	it('and n8n are put right after a backup by the queries of the docs', async () => {
		const queries = (await queriesOfDocs()).filter((query) => !query.includes('sent_once'));
		const execution = await n8n.start(inARow(start(), askNode(), node('After', 'noOp')));
		await n8n.link(execution);
		await sql('TRUNCATE night_messages');
		await sql(
			`INSERT INTO night_messages (phone, text, time_zone, state, done_at) VALUES ('${recipient(0)}', 'old', 'UTC', 'sent', now() - interval '91 days'), ('${recipient(1)}', 'open', 'UTC', 'taken', NULL)`,
		);

		for (const query of queries) {
			const name = query.includes('execution_entity') ? 'postgres' : 'messages';
			await askPostgres(database.port, name, query);
		}
		expect((await n8n.client.execution(execution)).status).toBe('canceled');
		expect(await sql('SELECT text, state FROM night_messages')).toEqual(['open|possibly sent']);
	});
});

/** A server that n8n needs in queue mode. */
interface Server {
	process: KeptProcess;
	port: number;
}

/** Starts a server and waits until it answers. */
async function startServer(
	command: string[],
	folder: string,
	answers: () => Promise<unknown>,
): Promise<KeptProcess> {
	const log = path.join(folder, 'server.log');
	const server = new KeptProcess(command, { env: cleanEnvironment(), log });
	await server.untilReady(async () => await answers().then(Boolean, () => false));
	return server;
}

/** Starts Redis, which keeps nothing on disk. */
async function startRedis(folder: string): Promise<Server> {
	await mkdir(folder, { recursive: true });
	const port = await probePort(0);
	const settings = ['--port', `${port}`, '--bind', LOOPBACK, '--dir', folder, '--save', ''];
	const ping = async () => await runFile('redis-cli', ['-p', `${port}`, 'ping']);
	return { process: await startServer(['redis-server', ...settings], folder, ping), port };
}

/** Debian keeps PostgreSQL's programs by version, away from the PATH. */
const POSTGRES = '/usr/lib/postgresql';

/** Starts PostgreSQL with a database of its own, which does not wait for its disk. */
async function startPostgres(folder: string): Promise<Server> {
	const program = await postgresPrograms();
	const data = path.join(folder, 'data');
	await mkdir(folder, { recursive: true });
	// It refuses to run as root, as which it may be started in a container.
	const asUser = process.getuid?.() === 0 ? await userOf(folder) : [];
	const [initialize, ...rest] = [
		...asUser,
		...[program('initdb'), '-D', data, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
	];
	await runFile(initialize, rest);
	const port = await probePort(0);
	const settings = ['-p', `${port}`, '-h', LOOPBACK, '-k', folder, '-c', 'fsync=off'];
	const command = [...asUser, program('postgres'), '-D', data, ...settings];
	const ask = async () => await askPostgres(port, 'postgres', 'SELECT 1');
	return { process: await startServer(command, folder, ask), port };
}

/** Runs a query as n8n's user. Gives the rows, the values of each separated by a bar. */
async function askPostgres(port: number, database: string, query: string): Promise<string[]> {
	const program = await postgresPrograms();
	const where = ['-h', LOOPBACK, '-p', `${port}`, '-U', 'n8n', '-d', database];
	const { stdout } = await runFile(program('psql'), [...where, '-qAt', '-c', query], {
		maxBuffer: 64 * 1024 * 1024,
	});
	return stdout.split('\n').filter(Boolean);
}

/** Gives the path of each of the newest PostgreSQL's programs. */
async function postgresPrograms(): Promise<(name: string) => string> {
	const versions = await readdir(POSTGRES).catch(() => []);
	const version = versions.sort((a, b) => Number(a) - Number(b)).at(-1);
	if (!version) {
		throw new Error(
			`There is no PostgreSQL in ${POSTGRES}. Install it: apt-get install postgresql`,
		);
	}
	return (name) => path.join(POSTGRES, version, 'bin', name);
}

/** Gives what runs a command as PostgreSQL's own user, to whom the folder then belongs. */
async function userOf(folder: string): Promise<string[]> {
	await runFile('chown', ['postgres:', folder]);
	return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
}
