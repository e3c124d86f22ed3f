import type { FastifyInstance } from 'fastify';
import type { Browser } from 'playwright-core';

import type { CredentialReference, N8nClient } from '../../playground/src/n8nClient';
import type { FaultSpec } from '../../simulator';
import {
	agentWorkflow as agentFor,
	FRENCH,
	HUMAN_REVIEW,
	languageModel,
	NUMBER,
	SAID,
	WANTED,
} from './support/agent';
import {
	keepPicture,
	openBrowser,
	openEditor,
	openNode,
	openWorkflow,
	shownFields,
} from './support/browser';
import { ended } from '../support/executions';
import { asked, linkIn, post } from './support/asking';
import { e2eContext, loggedIn, readExample, simulator } from './support/context';

let client: N8nClient;
let browser: Browser;
let model: FastifyInstance;
let modelUrl: string;
let said = SAID;

beforeAll(async () => {
	client = await loggedIn();
	browser = await openBrowser();
	model = languageModel(() => said);
	modelUrl = `${await model.listen({ host: '127.0.0.1', port: 0 })}/v1`;
});

afterAll(async () => {
	await browser?.close();
	await model?.close();
});

beforeEach(async () => await simulator.reset());

/** Saves a credential by which n8n calls the model. */
async function saveModel(): Promise<CredentialReference> {
	const data = { apiKey: 'none', url: modelUrl, header: false };
	return await client.saveCredential('Model', 'openAiApi', data);
}

const agentWorkflow = async () => agentFor(e2eContext().credential, await saveModel());

const texts = async () => (await simulator.state()).messages.map(({ text }) => text);

describe('as human review of an AI agent', () => {
	it('the node is there', async () => {
		const node = (await client.nodeTypes()).find(({ name }) => name === HUMAN_REVIEW);
		expect(node).toMatchObject({
			displayName: 'Messaging Service',
			inputs: [expect.objectContaining({ type: 'ai_tool' })],
			outputs: [expect.objectContaining({ type: 'ai_tool' })],
			codex: { subcategories: { AI: expect.arrayContaining(['Tools']) } },
		});
	});

	it('its panel shows what there is to ask', async () => {
		const page = await openEditor(browser, client);
		const workflow = await client.createWorkflow(await agentWorkflow());
		await openWorkflow(page, workflow.id);
		await keepPicture(page, 'human-review');
		await openNode(page, 'Ask by text');
		const expected = [
			'Message',
			'Channel',
			'To',
			'Approval Options',
			'Type of Approval',
			'Approve Button Label',
			'Decline Button Label',
			'Ask for a Comment',
			'Options',
		];
		expect(await shownFields(page, expected.length)).toEqual(expected);

		await keepPicture(page, 'human-review-panel');
		await page.context().close();
	});

	it.each([
		['approved', 'true', ['The train is late']],
		['declined', 'false', []],
	])('a tool call that is %s is carried out only then', async (_, approved, sentAfter) => {
		const workflow = await client.createWorkflow(await agentWorkflow());
		const execution = await client.run(workflow, 'Start');
		const question = await asked(client, execution, texts);
		expect(question).toContain('The agent wants to use Text_the_customer: The train is late');

		const link = linkIn(question);
		expect(await (await fetch(link)).text()).toContain('Text_the_customer');
		expect(await texts()).toHaveLength(1);

		await post(link, { approved });
		const { status, json } = await ended(client, execution);
		expect(status).toBe('success');
		expect((await texts()).slice(1)).toEqual(sentAfter);
		expect(JSON.stringify(json('Agent'))).toContain('The tool said');
	});

	/** What the agent says in the end, once its review has failed. */
	const saidAfter = async (fault: FaultSpec) => {
		await simulator.fault(fault);
		const workflow = await client.createWorkflow(await agentWorkflow());
		const { json, status } = await ended(client, await client.run(workflow, 'Start'));
		expect(status).toBe('success');
		return JSON.stringify(json('Agent'));
	};

	it('an agent hears that nobody was asked where the review could not be sent', async () => {
		const body = { message: 'No such number' };
		const said = await saidAfter({ kind: 'answer', status: 422, body });
		expect(said).toContain('Nobody was asked: the review could not be sent.');
		expect(said).toContain('No such number');
		expect(said).not.toContain('rejected');
		expect(await texts()).toEqual([]);
	});

	it('an agent hears that a person may have been asked, whose link then decides nothing', async () => {
		const said = await saidAfter({ kind: 'reset', when: 'after' });
		expect(said).toContain('a person may have been asked, but the answer cannot arrive');
		expect(said).not.toContain('rejected');
		const [question, ...others] = await texts();
		expect(others).toEqual([]);
		const used = await post(linkIn(question), { approved: 'true' });
		expect(await used.text()).toMatch(/no action required/i);
		expect(await texts()).toHaveLength(1);
	});

	it('an agent follows the comment of a person who declines', async () => {
		const workflow = await client.createWorkflow(await agentWorkflow());
		const execution = await client.run(workflow, 'Start');

		const answer = async (questions: number, values: Record<string, string>) => {
			const question = await asked(client, execution, texts, questions);
			await post(linkIn(question), values);
			return question;
		};

		const first = await answer(1, { approved: 'false', comment: WANTED });
		expect(first).toContain(SAID.number);

		const second = await answer(2, { approved: 'true', comment: 'Thank you' });
		expect(second).toContain(FRENCH.number);
		expect((await ended(client, execution)).status).toBe('success');

		const { messages } = await simulator.state();
		expect(messages.slice(2)).toEqual([expect.objectContaining({ to: FRENCH.number })]);
	});

	it('an agent whose call is declined without a comment does not call again', async () => {
		const workflow = await client.createWorkflow(await agentWorkflow());
		const execution = await client.run(workflow, 'Start');
		const question = await asked(client, execution, texts);
		await post(linkIn(question), { approved: 'false', comment: ' ' });
		const { json } = await ended(client, execution);
		expect(JSON.stringify(json('Agent'))).toContain('STOP what you are doing');
		expect(await texts()).toHaveLength(1);
	});

	/** The example with the model of these tests, started by hand. */
	const exampleAgent = async () => {
		const file = await readExample('agent-that-asks-before-it-leases.json');
		const credential = await saveModel();
		for (const node of file.nodes) {
			if (node.name === 'Model') node.credentials = { openAiApi: credential };
			if (node.name === 'Agent') {
				Object.assign(node.parameters, { promptType: 'define', text: 'Adopt a number' });
			}
			if (node.name === 'Chat') {
				Object.assign(node, {
					type: 'n8n-nodes-base.manualTrigger',
					typeVersion: 1,
					parameters: {},
				});
			}
		}
		return await client.createWorkflow(file);
	};

	it("the example's agent cannot make the review cost many texts", async () => {
		said = { ...SAID, number: '1'.repeat(20_000) };
		const workflow = await exampleAgent();
		await ended(client, await client.run(workflow, 'Chat'));
		said = SAID;
		expect(await texts()).toEqual([]);
	});

	it.each([
		['approves', 'true', 'adopted'],
		['declines', 'false', 'available'],
	])("the example's agent adopts only when a person %s", async (_, approved, becomes) => {
		const workflow = await exampleAgent();
		const execution = await client.run(workflow, 'Chat');
		const question = await asked(client, execution, texts);
		expect(question).toContain(`adopt ${NUMBER}, which costs money`);
		const statusOf = async () =>
			(await simulator.state()).pool.find(({ data }) => data.e164 === NUMBER)?.data.status;
		expect(await statusOf()).toBe('available');
		await post(linkIn(question), { approved });
		expect((await ended(client, execution)).status).toBe('success');
		expect(await statusOf()).toBe(becomes);
	});
});
