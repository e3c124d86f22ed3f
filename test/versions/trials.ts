/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import assert from 'node:assert/strict';

import type { Browser } from 'playwright-core';

import { readExample } from '../../playground/src/examples';
import type {
	CredentialReference,
	N8nClient,
	StoredWorkflow,
} from '../../playground/src/n8nClient';
import { simulatorCredential } from '../../playground/src/simulatorCredential';
import type { Simulator } from '../../simulator';
import { CLICK } from '../e2e/support/asking';
import { recipient, sendRows, SENDER, TRIGGER } from '../e2e/support/rows';
import { ended, until } from '../support/executions';
import { lease } from '../support/lease';
import { pollOnce } from '../support/pollOnce';
import { approve, comment, writeFreely } from './answering';

const PACKAGE = 'n8n-nodes-messaging-service';

/** A running n8n with the package in it, the simulator that its credential names, and a browser. */
export interface Tried {
	client: N8nClient;
	simulator: Simulator;
	credential: CredentialReference;
	browser: Browser;
}

/** What is tried in each version: throws when it does not work; a text where this n8n cannot have it. */
type Trial = (tried: Tried) => Promise<string | void>;

/** By the heading of its column. */
export const TRIALS: Record<string, Trial> = {
	Node: async (tried) => assert(await has(tried, 'messagingService')),
	'Tool of agents': async (tried) => assert(await has(tried, 'messagingServiceTool')),
	'Human review of agents': async (tried) =>
		(await has(tried, 'messagingServiceHitlTool')) ? undefined : 'not in this n8n',
	'Credential test': testCredential,
	'Send, error output': sendManyRows,
	'Send Once Key': sendTwice,
	'Retry On Fail': sendAgain,
	'Get numbers': getNumbers,
	Trigger: fire,
	Approval: approve,
	'Free Text': writeFreely,
	Comment: comment,
};

async function has({ client }: Tried, name: string): Promise<boolean> {
	return (await client.nodeTypes()).some((type) => type.name === `${PACKAGE}.${name}`);
}

async function example({ client, credential }: Tried, file: string): Promise<StoredWorkflow> {
	const credentials = { messagingServiceApi: credential };
	return await client.createWorkflow(await readExample(file, credentials));
}

async function runExample(tried: Tried, file: string, trigger = CLICK) {
	const { client } = tried;
	const execution = await ended(client, await client.run(await example(tried, file), trigger));
	assert.equal(execution.status, 'success');
	return execution;
}

async function testCredential({ client, simulator }: Tried): Promise<void> {
	const data = simulatorCredential(simulator.baseUrl);
	assert.equal((await client.testCredential('messagingServiceApi', data)).status, 'OK');
	const refused = await client.testCredential('messagingServiceApi', { ...data, apiToken: 'no' });
	assert.match(refused.message, /rejected the API token/);
}

async function sendManyRows(tried: Tried): Promise<void> {
	const { json } = await runExample(tried, 'text-every-row.json');
	assert.equal(tried.simulator.messages.length, 4);
	assert.equal(json('Sent').length, 4);
	assert.deepEqual(
		json('Not sent, or possibly sent').map(({ order }) => order),
		['A-1004'],
	);
}

async function sendTwice({ client, simulator, credential }: Tried): Promise<void> {
	const options = { sendOnceKey: '={{ $json.to }}' };
	const workflow = await client.createWorkflow(sendRows(3, credential, options));
	const run = async () => (await ended(client, await client.run(workflow, TRIGGER))).json(SENDER);
	assert.deepEqual(
		(await run()).map(({ skipped }) => skipped),
		[undefined, undefined, undefined],
	);
	assert.deepEqual(
		(await run()).map(({ skipped }) => skipped),
		[true, true, true],
	);
	assert.equal(simulator.messages.length, 3);
}

async function sendAgain({ client, simulator, credential }: Tried): Promise<void> {
	simulator.fault({ kind: 'answer', status: 429, body: {}, match: { to: recipient(1) } });
	const file = sendRows(
		3,
		credential,
		{ concurrency: 1, maxRetries: 0 },
		{ retryOnFail: true, waitBetweenTries: 1 },
	);
	const workflow = await client.createWorkflow(file);
	assert.equal((await ended(client, await client.run(workflow, TRIGGER))).status, 'success');
	assert.deepEqual(
		simulator.messages.map(({ text }) => text),
		['0', '1', '2'],
	);
}

async function getNumbers(tried: Tried): Promise<void> {
	const { json } = await runExample(tried, 'list-new-numbers-on-a-schedule.json', 'Every hour');
	assert(json('Get numbers').length > 0);
	assert.equal(tried.simulator.messages.length, 1);
}

async function fire(tried: Tried): Promise<void> {
	const { client, simulator } = tried;
	const workflow = await example(tried, 'tell-me-when-a-number-is-available.json');
	const poll = async () => await pollOnce(client, workflow, () => simulator.stats);
	const number = '+12125550101';
	await lease(simulator.baseUrl, 'register', number);
	await poll();
	assert.deepEqual(await client.executions(workflow.id), []);
	await lease(simulator.baseUrl, 'relinquish', number);
	await poll();

	const [{ id }] = await until(async () => {
		const executions = await client.executions(workflow.id);
		return executions.length > 0 && executions;
	});

	assert.equal((await ended(client, id)).status, 'success');
	assert.equal(simulator.messages.length, 1);
}
