/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

import type { CredentialReference, StoredWorkflow } from '../../playground/src/n8nClient';
import { ended, until } from '../support/executions';
import { lease } from '../support/lease';
import { pollOnce } from '../support/pollOnce';
import { expectNobodyForgotten } from './support/afterCrash';
import { ANSWER, ASK, asked, askWorkflow, CLICK, linkIn, post } from './support/asking';
import { e2eContext, readExample, simulator } from './support/context';
import { packOlderBuild } from './support/olderBuild';
import { recipient, SENDER, sendRows, TRIGGER } from './support/rows';
import { UpdatedN8n } from './support/updatedN8n';

const NUMBER = '+12125550101';

let folder: string;
let olderBuild: string;
let n8n: UpdatedN8n;
let credential: CredentialReference;

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-older-'));
	olderBuild = await packOlderBuild(folder);
});

afterAll(async () => await rm(folder, { recursive: true, force: true }));

const messages = async () => (await simulator.state()).messages;
const stats = async () => (await simulator.state()).stats;

/** A question that was sent before the update. */
interface Question {
	execution: string;
	/** The text that it begins with. */
	name: string;
}

/** Returns what finds the texts of one question, as often as it was sent. */
const textsOf = (name: string) => async () =>
	(await messages()).map(({ text }) => text).filter((text) => text.startsWith(name));

async function ask(name: string, parameters: INodeParameters, rows = 1): Promise<Question> {
	const message = `=${name} {{ $json.row }}`;
	const file = askWorkflow(credential, { ...parameters, message }, rows);
	const execution = await n8n.client.run(await n8n.client.createWorkflow(file), CLICK);
	await asked(n8n.client, execution, textsOf(name));
	return { execution, name };
}

/** Waits for the question to be asked so often. Returns its last link. */
const linkOf = async ({ execution, name }: Question, questions = 1) =>
	linkIn(await asked(n8n.client, execution, textsOf(name), questions));

const double = { approvalOptions: { values: { approvalType: 'double', askComment: true } } };

/** Reads an example, with the credential of this n8n. */
async function example(name: string): Promise<StoredWorkflow> {
	const file = await readExample(`${name}.json`);
	for (const node of file.nodes) {
		if (node.credentials) node.credentials = { messagingServiceApi: credential };
	}
	return await n8n.client.createWorkflow(file);
}

/** Uses keys, of which one is possibly sent. */
async function useKeys(): Promise<StoredWorkflow> {
	const options = { sendOnceKey: '={{ $json.text }}', concurrency: 1 };
	const file = sendRows(3, credential, options, { onError: 'continueRegularOutput' });
	const workflow = await n8n.client.createWorkflow(file);
	await simulator.fault({ kind: 'reset', when: 'after', match: { to: recipient(1) } });
	await ended(n8n.client, await n8n.client.run(workflow, TRIGGER));
	return workflow;
}

/** Polls until the number is gone from the pool for the trigger, and known as adopted. */
async function watch() {
	const pool = await example('tell-me-when-a-number-is-available');
	const statuses = await example('tell-me-when-my-numbers-health-changes');
	await lease(e2eContext().serviceUrl, 'register', NUMBER);
	for (const workflow of [pool, pool, statuses]) await pollOnce(n8n.client, workflow, stats);
	return { pool, statuses };
}

/** Asks in a loop, whose first question is answered, and whose second one waits. */
async function askInALoop(): Promise<Question> {
	const question = await ask('Loop', {}, 3);
	await post(await linkOf(question), { approved: 'true' });
	await linkOf(question, 2);
	return question;
}

async function leaveAll() {
	return {
		keys: await useKeys(),
		watched: await watch(),
		inALoop: await askInALoop(),
		approval: await ask('Approve', {}),
		comment: await ask('Comment', double),
		text: await ask('Text', { responseType: 'freeText' }),
		fast: await n8n.client.createWorkflow(
			sendRows(3, credential, { requestsPerSecond: 5_000, defaultCountry: 'US' }),
		),
	};
}

const WAYS = [
	{
		way: 'while n8n is stopped',
		install: async () => await n8n.startWith(olderBuild),
		update: async () => {
			await n8n.stop();
			await n8n.startWith(e2eContext().tarball);
		},
	},
	{
		way: 'in the settings of n8n',
		install: async () => await n8n.startAndInstall(olderBuild),
		update: async () => await n8n.updateWhileRunning(e2eContext().tarball),
	},
];

describe.each(WAYS)('after an update of the package $way,', ({ install, update }) => {
	let before: Awaited<ReturnType<typeof leaveAll>>;

	beforeAll(async () => {
		await simulator.reset();
		n8n = await UpdatedN8n.create();
		await install();
		credential = await n8n.saveCredential();
		before = await leaveAll();
		await update();
	});

	afterAll(async () => await n8n?.remove());

	type Kind = 'approval' | 'comment' | 'text';
	it.each<[Kind, Record<string, string>, object]>([
		['approval', { approved: 'true' }, { approved: true }],
		[
			'comment',
			{ approved: 'false', comment: 'Not today' },
			{ approved: false, comment: 'Not today', chatInput: 'Not today' },
		],
		['text', { text: 'At noon' }, { text: 'At noon' }],
	])('a question from before opens, and decides: %s', async (kind, typed, answer) => {
		const { name, execution } = before[kind];
		const link = await linkOf(before[kind]);
		const opened = await fetch(link);
		expect(await opened.text()).toContain(name);
		expect(opened.status).toBe(200);

		expect((await post(link, typed)).status).toBe(200);
		const { status, json } = await ended(n8n.client, execution);
		expect(status).toBe('success');
		expect(json(ANSWER)).toEqual([{ data: expect.objectContaining(answer) }]);
	});

	it('a question from before in a loop is followed by one with a link of its own', async () => {
		const { inALoop } = before;
		const second = await linkOf(inALoop, 2);
		expect((await post(second, { approved: 'true' })).status).toBe(200);
		const third = await linkOf(inALoop, 3);
		expect(third).not.toBe(second);
		expect((await post(second, { approved: 'true' })).status).not.toBe(200);
		expect((await post(third, { approved: 'true' })).status).toBe(200);
		const { status, data } = await ended(n8n.client, inALoop.execution);
		expect(status).toBe('success');
		expect(data.resultData.runData[ASK]).toHaveLength(3);
	});

	it('keys that were used hold, and say what became of their messages', async () => {
		const sentBefore = (await messages()).length;
		const { json } = await ended(n8n.client, await n8n.client.run(before.keys, TRIGGER));
		expect(json(SENDER)).toEqual([
			{ skipped: true, sendOnceKey: '0' },
			{ skipped: true, sendOnceKey: '1', mayHaveBeenSent: true },
			{ skipped: true, sendOnceKey: '2' },
		]);
		expect(await messages()).toHaveLength(sentBefore);
	});

	it('the trigger tells each change once', async () => {
		const watched = Object.values(before.watched);
		const poll = async () => {
			for (const workflow of watched) await pollOnce(n8n.client, workflow, stats);
		};
		await poll();
		for (const { id } of watched) expect(await n8n.client.executions(id)).toEqual([]);

		await lease(e2eContext().serviceUrl, 'relinquish', NUMBER);
		await poll();
		await poll();
		for (const { id } of watched) {
			const [first, ...others] = await until(async () => {
				const executions = await n8n.client.executions(id);
				return executions.length > 0 && executions;
			});
			expect(others).toEqual([]);
			expect((await ended(n8n.client, first.id)).status).toBe('success');
		}
	});

	it('a workflow with options that can no longer be set like that runs', async () => {
		const { status, json } = await ended(n8n.client, await n8n.client.run(before.fast, TRIGGER));
		expect(status).toBe('success');
		expect(json(SENDER)).toHaveLength(3);
	});
});

it('a run that a crash has cut off before an update of the package sends to the others after it, or names who may have got a message', async () => {
	await simulator.reset();
	n8n = await UpdatedN8n.create();
	try {
		await n8n.startWith(olderBuild);
		credential = await n8n.saveCredential();
		// Nineteen are answered, and then as many requests are under way as may be.
		await simulator.fault({ kind: 'delay', held: true, nth: 20, times: 'always' });
		const options = { concurrency: 5, sendOnceKey: '={{ $json.text }}' };
		const workflow = await n8n.client.createWorkflow(sendRows(60, credential, options));
		await n8n.client.run(workflow, TRIGGER);
		await until(async () => (await stats()).requests >= 24);
		await n8n.crash();
		await until(async () => (await stats()).inFlight === 0);
		const sentBefore = (await messages()).map(({ text }) => text);

		await simulator.reset();
		await n8n.startWith(e2eContext().tarball);
		const { json } = await ended(n8n.client, await n8n.client.run(workflow, TRIGGER));
		const sentNow = (await messages()).map(({ text }) => text);

		expectNobodyForgotten(sentBefore, sentNow, json(SENDER));
	} finally {
		await n8n.remove();
	}
});
