/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

import type { CredentialReference, StoredWorkflow } from '../../playground/src/n8nClient';
import { N8nClient } from '../../playground/src/n8nClient';
import { N8nInstance } from '../../playground/src/n8nInstance';
import { installPackage } from '../../playground/src/package';
import { probePort } from '../../playground/src/ports';
import { simulatorCredential } from '../../playground/src/simulatorCredential';
import { ended, until } from '../support/executions';
import { lease } from '../support/lease';
import { pollOnce } from '../support/pollOnce';
import { ANSWER, ASK, asked, askWorkflow, CLICK, linkIn, post } from './support/asking';
import { e2eContext, readExample, simulator } from './support/context';
import { packOlderBuild } from './support/olderBuild';
import { recipient, SENDER, sendRows, TRIGGER } from './support/rows';

const NUMBER = '+12125550101';

let folder: string;
let n8n: N8nInstance;
let client: N8nClient;
let credential: CredentialReference;

const messages = async () => (await simulator.state()).messages;
const stats = async () => (await simulator.state()).stats;

/** A question that was sent before the update. */
interface Question {
	execution: string;
	/** The text that it begins with. */
	name: string;
}

/** Texts of one question, as often as it was sent. */
const textsOf = (name: string) => async () =>
	(await messages()).map(({ text }) => text).filter((text) => text.startsWith(name));

const ask = async (name: string, parameters: INodeParameters, rows = 1): Promise<Question> => {
	const message = `=${name} {{ $json.row }}`;
	const file = askWorkflow(credential, { ...parameters, message }, rows);
	const execution = await client.run(await client.createWorkflow(file), CLICK);
	await asked(client, execution, textsOf(name));
	return { execution, name };
};

/** Waits for the question to be asked so often. Returns its last link. */
const linkOf = async ({ execution, name }: Question, questions = 1) =>
	linkIn(await asked(client, execution, textsOf(name), questions));

const double = { approvalOptions: { values: { approvalType: 'double', askComment: true } } };
const form = { responseType: 'customForm', formFields: { values: [{ fieldLabel: 'Guests' }] } };

/** What was begun before the update. */
let before: {
	approval: Question;
	comment: Question;
	text: Question;
	form: Question;
	inALoop: Question;
	keys: StoredWorkflow;
	pool: StoredWorkflow;
	statuses: StoredWorkflow;
	fast: StoredWorkflow;
};

const keyed = { sendOnceKey: '={{ $json.text }}', concurrency: 1 };

async function leaveAll(): Promise<typeof before> {
	const keys = await client.createWorkflow(
		sendRows(3, credential, keyed, { onError: 'continueRegularOutput' }),
	);
	await simulator.fault({ kind: 'reset', when: 'after', match: { to: recipient(1) } });
	await ended(client, await client.run(keys, TRIGGER));

	const example = async (name: string) => {
		const file = await readExample(`${name}.json`);
		for (const node of file.nodes) {
			if (node.credentials) node.credentials = { messagingServiceApi: credential };
		}
		return await client.createWorkflow(file);
	};
	const pool = await example('tell-me-when-a-number-is-available');
	const statuses = await example('tell-me-when-my-numbers-health-changes');
	await lease(e2eContext().serviceUrl, 'register', NUMBER);
	// Two polls without it: then it is gone from the pool.
	for (const workflow of [pool, pool, statuses]) await pollOnce(client, workflow, stats);

	const inALoop = await ask('Loop', {}, 3);
	await post(await linkOf(inALoop), { approved: 'true' });
	await linkOf(inALoop, 2);

	return {
		approval: await ask('Approve', {}),
		comment: await ask('Comment', double),
		text: await ask('Text', { responseType: 'freeText' }),
		form: await ask('Form', form),
		inALoop,
		keys,
		pool,
		statuses,
		fast: await client.createWorkflow(
			sendRows(3, credential, { requestsPerSecond: 5_000, defaultCountry: 'US' }),
		),
	};
}

/** Starts n8n anew with another build of the package. */
async function update(tarball: string, options: Parameters<typeof N8nInstance.start>[0]) {
	await installPackage(options.userFolder, tarball);
	n8n = await N8nInstance.start(options);
	await n8n.ready();
	client = new N8nClient(n8n.url);
	await client.login(e2eContext().owner);
}

beforeAll(async () => {
	await simulator.reset();
	folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-update-'));
	const options = {
		userFolder: path.join(folder, 'n8n'),
		port: await probePort(0),
		log: path.join(folder, 'n8n.log'),
	};
	await update(await packOlderBuild(path.join(folder, 'older')), options);
	const data = simulatorCredential(e2eContext().serviceUrl);
	credential = await client.saveCredential('Simulator', 'messagingServiceApi', data);
	before = await leaveAll();
	await n8n.stop();
	await update(e2eContext().tarball, options);
});

afterAll(async () => {
	await n8n?.stop();
	await rm(folder, { recursive: true, force: true });
});

describe('after an update of the package, a question that was sent before', () => {
	type Kind = 'approval' | 'comment' | 'text' | 'form';
	it.each<[Kind, Record<string, string>, object]>([
		['approval', { approved: 'true' }, { approved: true }],
		[
			'comment',
			{ approved: 'false', comment: 'Not today' },
			{ approved: false, comment: 'Not today', chatInput: 'Not today' },
		],
		['text', { text: 'At noon' }, { text: 'At noon' }],
		['form', { 'field-0': '12' }, { Guests: '12' }],
	])('opens, and decides: %s', async (kind, typed, answer) => {
		const { name, execution } = before[kind];
		const link = await linkOf(before[kind]);
		const opened = await fetch(link);
		expect(await opened.text()).toContain(name);
		expect(opened.status).toBe(200);

		expect((await post(link, typed)).status).toBe(200);
		const { status, json } = await ended(client, execution);
		expect(status).toBe('success');
		expect(json(ANSWER)).toEqual([{ data: expect.objectContaining(answer) }]);
	});

	it('in a loop is followed by one with a link of its own', async () => {
		const { inALoop } = before;
		const second = await linkOf(inALoop, 2);
		expect((await post(second, { approved: 'true' })).status).toBe(200);
		const third = await linkOf(inALoop, 3);
		expect(third).not.toBe(second);
		expect((await post(second, { approved: 'true' })).status).not.toBe(200);
		expect((await post(third, { approved: 'true' })).status).toBe(200);
		const { status, data } = await ended(client, inALoop.execution);
		expect(status).toBe('success');
		expect(data.resultData.runData[ASK]).toHaveLength(3);
	});
});

it('after an update of the package, keys that were used hold, and say what became of their messages', async () => {
	const sentBefore = (await messages()).length;
	const { json } = await ended(client, await client.run(before.keys, TRIGGER));
	expect(json(SENDER)).toEqual([
		{ skipped: true, sendOnceKey: '0' },
		{ skipped: true, sendOnceKey: '1', mayHaveBeenSent: true },
		{ skipped: true, sendOnceKey: '2' },
	]);
	expect(await messages()).toHaveLength(sentBefore);
});

describe('after an update of the package, the trigger', () => {
	const poll = async (workflow: StoredWorkflow) => await pollOnce(client, workflow, stats);
	const firedBy = async ({ id }: StoredWorkflow, count: number) =>
		await until(async () => {
			const executions = await client.executions(id);
			return executions.length >= count && executions;
		});

	it('tells each change once', async () => {
		const { pool, statuses } = before;
		await poll(pool);
		await poll(statuses);
		expect(await client.executions(pool.id)).toEqual([]);
		expect(await client.executions(statuses.id)).toEqual([]);

		await lease(e2eContext().serviceUrl, 'relinquish', NUMBER);
		for (const workflow of [pool, statuses, pool, statuses]) await poll(workflow);
		for (const workflow of [pool, statuses]) {
			const executions = await firedBy(workflow, 1);
			expect(executions).toHaveLength(1);
			expect((await ended(client, executions[0].id)).status).toBe('success');
		}
	});
});

it('after an update of the package, a workflow with options that today cannot be set runs on', async () => {
	const { status, json } = await ended(client, await client.run(before.fast, TRIGGER));
	expect([status, json(SENDER)]).toEqual(['success', [1, 2, 3].map(() => expect.any(Object))]);
});
