import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import type { Browser } from 'playwright-core';

import type { CredentialReference } from '../../playground/src/examples';
import type { N8nClient, WorkflowFile, WorkflowNode } from '../../playground/src/n8nClient';
import {
	keepPicture,
	openBrowser,
	openEditor,
	openNode,
	openWorkflow,
	shownFields,
} from './support/browser';
import { ended, until } from '../support/executions';
import { e2eContext, loggedIn, readExample, simulator } from './support/context';

const HUMAN_REVIEW = 'n8n-nodes-messaging-service.messagingServiceHitlTool';

let client: N8nClient;
let browser: Browser;
let model: FastifyInstance;
let modelUrl: string;

beforeAll(async () => {
	client = await loggedIn();
	browser = await openBrowser();
	model = languageModel();
	modelUrl = `${await model.listen({ host: '127.0.0.1', port: 0 })}/v1`;
});

afterAll(async () => {
	await browser?.close();
	await model?.close();
});

beforeEach(async () => await simulator.reset());

interface Completion {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string } }>;
}

/** What the model says to its tools, whichever it calls: the number in a spelling of its own. */
const SAID = { text: 'The train is late', number: '1 (212) 555-0102' };
const NUMBER = '+12125550102';

/**
 * A language model in the form of OpenAI's: calls the tool that adopts, or else its first one, once, and then
 * repeats what came of it.
 */
function languageModel(): FastifyInstance {
	const server = fastify();
	server.post('/v1/chat/completions', async ({ body }) => {
		const { messages, tools } = body as Completion;
		const last = messages[messages.length - 1];
		const message =
			last.role === 'tool'
				? { role: 'assistant', content: `The tool said: ${JSON.stringify(last.content)}` }
				: {
						role: 'assistant',
						content: null,
						tool_calls: [
							{
								id: 'call_1',
								type: 'function',
								function: {
									name: (tools?.find(({ function: { name } }) => /adopt/i.test(name)) ?? tools?.[0])
										?.function.name,
									arguments: JSON.stringify({
										toolParameters: SAID,
										hitlParameters: {},
									}),
								},
							},
						],
					};
		return {
			id: 'completion',
			object: 'chat.completion',
			created: 0,
			model: 'test',
			choices: [{ index: 0, message, finish_reason: last.role === 'tool' ? 'stop' : 'tool_calls' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});
	return server;
}

/** Saves a credential by which n8n calls the model. */
async function saveModel(): Promise<CredentialReference> {
	const data = { apiKey: 'none', url: modelUrl, header: false };
	return { id: await client.saveCredential('Model', 'openAiApi', data), name: 'Model' };
}

/** An agent that may send a text, once a person has approved it by text. */
async function agentWorkflow(): Promise<WorkflowFile> {
	const { credential } = e2eContext();
	const node = (
		name: string,
		type: string,
		typeVersion: number,
		position: [number, number],
		parameters: WorkflowNode['parameters'],
		credentials?: WorkflowNode['credentials'],
	): WorkflowNode => ({ id: name, name, type, typeVersion, position, parameters, credentials });
	const own = { messagingServiceApi: credential };
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger', 1, [0, 0], {}),
		node('Agent', '@n8n/n8n-nodes-langchain.agent', 3, [220, 0], {
			promptType: 'define',
			text: 'Tell the customer that the train is late',
		}),
		node(
			'Model',
			'@n8n/n8n-nodes-langchain.lmChatOpenAi',
			1.2,
			[160, 220],
			{ model: { __rl: true, mode: 'id', value: 'test' }, options: {} },
			{ openAiApi: await saveModel() },
		),
		node(
			'Ask by text',
			HUMAN_REVIEW,
			1,
			[400, 220],
			{
				message: '=The agent wants to use {{ $tool.name }}: {{ $tool.parameters.text }}',
				channel: 'sms',
				to: '+12025550122',
				approvalOptions: { values: { approvalType: 'double' } },
				options: {},
			},
			own,
		),
		node(
			'Text the customer',
			'n8n-nodes-messaging-service.messagingServiceTool',
			1,
			[400, 440],
			{
				descriptionType: 'manual',
				toolDescription: 'Sends a text to the customer',
				resource: 'message',
				operation: 'send',
				channel: 'sms',
				to: '+12025550143',
				message: "={{ $fromAI('text', 'what to say', 'string') }}",
				options: {},
			},
			own,
		),
	];
	const to = (name: string, type: string) => ({ [type]: [[{ node: name, type, index: 0 }]] });
	return {
		name: 'Agent with human review',
		// As the editor makes workflows; in the older order n8n asks the agent before the person has answered.
		settings: { executionOrder: 'v1' },
		nodes,
		connections: {
			Start: to('Agent', 'main'),
			Model: to('Agent', 'ai_languageModel'),
			'Ask by text': to('Agent', 'ai_tool'),
			'Text the customer': to('Ask by text', 'ai_tool'),
		},
	};
}

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
			'Disapprove Button Label',
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
		const [question] = await until(async () => {
			const sent = await texts();
			return sent.length > 0 && sent;
		});
		expect(question).toContain('The agent wants to use Text_the_customer: The train is late');
		await until(async () => (await client.execution(execution)).status === 'waiting');
		const [link = ''] = question.match(/https?:\/\/\S+/g) ?? [];
		expect(await (await fetch(link)).text()).toContain('Text_the_customer');
		expect(await texts()).toHaveLength(1);
		await fetch(link, { method: 'POST', body: new URLSearchParams({ approved }) });
		const { status, json } = await ended(client, execution);
		expect(status).toBe('success');
		expect((await texts()).slice(1)).toEqual(sentAfter);
		expect(JSON.stringify(json('Agent'))).toContain('The tool said');
	});

	it.each([
		['approves', 'true', 'adopted'],
		['declines', 'false', 'available'],
	])("the example's agent adopts only when a person %s", async (_, approved, becomes) => {
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
		const workflow = await client.createWorkflow(file);
		const execution = await client.run(workflow, 'Chat');
		const [question] = await until(async () => {
			const sent = await texts();
			return sent.length > 0 && sent;
		});
		expect(question).toContain(`adopt ${NUMBER}, which costs money`);
		const statusOf = async () =>
			(await simulator.state()).pool.find(({ data }) => data.e164 === NUMBER)?.data.status;
		await until(async () => (await client.execution(execution)).status === 'waiting');
		expect(await statusOf()).toBe('available');
		const [link = ''] = question.match(/https?:\/\/\S+/g) ?? [];
		await fetch(link, { method: 'POST', body: new URLSearchParams({ approved }) });
		expect((await ended(client, execution)).status).toBe('success');
		expect(await statusOf()).toBe(becomes);
	});
});
