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
import { post } from './support/asking';
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

/** What the model says to its tools, whichever it calls. */
const SAID = { text: 'The train is late', number: '+12125550102' };

/** What a person who declines wants instead, and what the model makes of it. */
const WANTED = 'Use the French number instead';
const FRENCH = { ...SAID, number: '+33612345678' };

/**
 * A language model in the form of OpenAI's: calls the tool that adopts, or else its first one, again where a
 * person wants it otherwise, and then repeats what came of it.
 */
function languageModel(): FastifyInstance {
	const server = fastify();
	server.post('/v1/chat/completions', async ({ body }) => {
		const { messages, tools } = body as Completion;
		const last = messages[messages.length - 1];
		const said = JSON.stringify(last.content);
		const isWanted = said.includes(WANTED);
		const message =
			last.role === 'tool' && !isWanted
				? { role: 'assistant', content: `The tool said: ${said}` }
				: {
						role: 'assistant',
						content: null,
						tool_calls: [
							{
								id: `call_${messages.length}`,
								type: 'function',
								function: {
									name: (tools?.find(({ function: { name } }) => /adopt/i.test(name)) ?? tools?.[0])
										?.function.name,
									arguments: JSON.stringify({
										toolParameters: isWanted ? FRENCH : SAID,
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
			choices: [
				{
					index: 0,
					message,
					finish_reason: 'content' in message && message.content ? 'stop' : 'tool_calls',
				},
			],
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
				message:
					'=The agent wants to use {{ $tool.name }}: {{ $tool.parameters.text }} ({{ $tool.parameters.number }})',
				channel: 'sms',
				to: '+12025550122',
				approvalOptions: { values: { approvalType: 'double', askComment: true } },
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
				to: "={{ $fromAI('number', 'whom to send it to', 'string') }}",
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
		const [question] = await until(async () => {
			const sent = await texts();
			return sent.length > 0 && sent;
		});
		expect(question).toContain('The agent wants to use Text_the_customer: The train is late');
		await until(async () => (await client.execution(execution)).status === 'waiting');
		const [link = ''] = question.match(/https?:\/\/\S+/g) ?? [];
		expect(await (await fetch(link)).text()).toContain('Text_the_customer');
		expect(await texts()).toHaveLength(1);
		await post(link, { approved });
		const { status, json } = await ended(client, execution);
		expect(status).toBe('success');
		expect((await texts()).slice(1)).toEqual(sentAfter);
		expect(JSON.stringify(json('Agent'))).toContain('The tool said');
	});

	it('an agent goes on by the comment of a person who declines', async () => {
		const workflow = await client.createWorkflow(await agentWorkflow());
		const execution = await client.run(workflow, 'Start');
		const answer = async (questions: number, values: Record<string, string>) => {
			const question = await until(async () => (await texts())[questions - 1]);
			await until(async () => (await client.execution(execution)).status === 'waiting');
			await post(question.match(/https?:\/\/\S+/)?.[0] ?? '', values);
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
		const question = await until(async () => (await texts())[0]);
		await until(async () => (await client.execution(execution)).status === 'waiting');
		await post(question.match(/https?:\/\/\S+/)?.[0] ?? '', { approved: 'false', comment: ' ' });
		const { json } = await ended(client, execution);
		expect(JSON.stringify(json('Agent'))).toContain('STOP what you are doing');
		expect(await texts()).toHaveLength(1);
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
		expect(question).toContain(`adopt ${SAID.number}, which costs money`);
		const statusOf = async () =>
			(await simulator.state()).pool.find(({ data }) => data.e164 === SAID.number)?.data.status;
		await until(async () => (await client.execution(execution)).status === 'waiting');
		expect(await statusOf()).toBe('available');
		const [link = ''] = question.match(/https?:\/\/\S+/g) ?? [];
		await post(link, { approved });
		expect((await ended(client, execution)).status).toBe('success');
		expect(await statusOf()).toBe(becomes);
	});
});
