import type { FastifyInstance } from 'fastify';

import type {
	CredentialReference,
	N8nClient,
	WorkflowFile,
	WorkflowNode,
} from '../../playground/src/n8nClient';
import { ended, until } from '../support/executions';
import { HUMAN_REVIEW, languageModel, NUMBER, SAID } from './support/agent';
import { asked, linkIn, post } from './support/asking';
import { e2eContext, loggedIn, simulator } from './support/context';

const LANGCHAIN = '@n8n/n8n-nodes-langchain';

let client: N8nClient;
let model: FastifyInstance;
let openAiApi: CredentialReference;

/** What the model fills in: an optional field with a word that is no value, as models do. */
let country = 'none';

beforeAll(async () => {
	client = await loggedIn();
	model = languageModel(() => ({ ...SAID, country, prompt: 'Send the text' }));
	const url = `${await model.listen({ host: '127.0.0.1', port: 0 })}/v1`;
	const data = { apiKey: 'none', url, header: false };
	openAiApi = await client.saveCredential('Model of agents', 'openAiApi', data);
});

afterAll(async () => await model?.close());

beforeEach(async () => {
	country = 'none';
	await simulator.reset();
});

const node = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: WorkflowNode['parameters'],
	credentials?: WorkflowNode['credentials'],
): WorkflowNode => ({
	id: crypto.randomUUID(),
	name,
	type,
	typeVersion,
	position: [0, 0],
	parameters,
	credentials,
});

const fromModel = (name: string) => `={{ $fromAI('${name}', 'the ${name}', 'string') }}`;

const tool = () =>
	node(
		'Text the customer',
		'n8n-nodes-messaging-service.messagingServiceTool',
		1,
		{
			descriptionType: 'manual',
			toolDescription: 'Sends a text to the customer',
			resource: 'message',
			operation: 'send',
			channel: 'sms',
			to: fromModel('number'),
			message: fromModel('text'),
			options: { defaultCountry: fromModel('country'), maxRetries: 0 },
		},
		{ messagingServiceApi: e2eContext().credential },
	);

const languageModelNode = () =>
	node(
		'Model',
		`${LANGCHAIN}.lmChatOpenAi`,
		1.2,
		{ model: { __rl: true, mode: 'id', value: 'test' }, options: {} },
		{ openAiApi },
	);

const agent = (text: string) =>
	node('Agent', `${LANGCHAIN}.agent`, 3, { promptType: 'define', text });

const to = (name: string, type: string) => ({ [type]: [[{ node: name, type, index: 0 }]] });
const manual = () => node('Start', 'n8n-nodes-base.manualTrigger', 1, {});
const workflow = (name: string, nodes: WorkflowNode[], connections: object): WorkflowFile => ({
	name,
	nodes,
	connections,
	settings: { executionOrder: 'v1' },
});

/** An agent with the node as its tool. */
const withTool = () =>
	workflow('Agent', [manual(), agent('Send it'), languageModelNode(), tool()], {
		Start: to('Agent', 'main'),
		Model: to('Agent', 'ai_languageModel'),
		'Text the customer': to('Agent', 'ai_tool'),
	});

/** An agent whose tool is an agent, which has the node as its tool. */
const nested = () => {
	const inner = node('Inner', `${LANGCHAIN}.agentTool`, 3, {
		toolDescription: 'Sends texts',
		text: fromModel('prompt'),
	});
	return workflow(
		'Nested agents',
		[manual(), agent('Send it'), languageModelNode(), inner, tool()],
		{
			Start: to('Agent', 'main'),
			Model: {
				ai_languageModel: [
					['Agent', 'Inner'].map((name) => ({ node: name, type: 'ai_languageModel', index: 0 })),
				],
			},
			Inner: to('Agent', 'ai_tool'),
			'Text the customer': to('Inner', 'ai_tool'),
		},
	);
};

const DESCRIPTION = 'Choose it from the list, or enter its two letters';

/** Returns how often a text says what would be valid. */
const timesTold = (text: string) => text.split(DESCRIPTION).length - 1;

const texts = async () => (await simulator.state()).messages.map(({ to: number }) => number);

/** Runs a workflow by hand. Returns what its agent says at the end. */
async function saidBy(file: WorkflowFile): Promise<string> {
	const stored = await client.createWorkflow(file);
	const { json } = await ended(client, await client.run(stored, 'Start'));
	return JSON.stringify(json('Agent'));
}

describe.each([
	['an agent', withTool],
	['an agent within an agent', nested],
])('%s', (_, file) => {
	it('hears once what would be valid, where its call is refused', async () => {
		const said = await saidBy(file());
		expect(said).toContain("'Default Country' cannot be");
		expect(timesTold(said)).toBe(1);
		expect(await texts()).toEqual([]);
	});

	it('hears first that its message may have been sent', async () => {
		country = 'US';
		await simulator.fault({ kind: 'reset', when: 'after' });
		expect(await saidBy(file())).toMatch(
			/This message may have been sent: [^.]*\. Check with your provider or the recipient/,
		);
		expect(await texts()).toEqual([NUMBER]);
	});

	it('sends one text', async () => {
		country = 'US';
		expect(await saidBy(file())).toContain('crumbs');
		expect(await texts()).toEqual([NUMBER]);
	});
});

/** Puts a review before the tool. */
function reviewed(file: WorkflowFile): WorkflowFile {
	const own = { messagingServiceApi: e2eContext().credential };
	const question = { message: 'May it?', channel: 'sms', to: '+12025550122', options: {} };
	const review = node('Ask by text', HUMAN_REVIEW, 1, question, own);
	const { 'Text the customer': toAgent, ...others } = file.connections as Record<string, object>;
	return {
		...file,
		nodes: [...file.nodes, review],
		connections: {
			...others,
			'Text the customer': to('Ask by text', 'ai_tool'),
			'Ask by text': toAgent,
		},
	};
}

it('a review of what an agent within an agent does is asked once, and the tool runs once after the approval', async () => {
	country = 'US';
	const execution = await client.run(await client.createWorkflow(reviewed(nested())), 'Start');
	const questions = async () => (await simulator.state()).messages.map(({ text }) => text);
	await post(linkIn(await asked(client, execution, questions)), { approved: 'true' });
	const { status, json } = await ended(client, execution);
	expect(status).toBe('success');
	expect(JSON.stringify(json('Agent'))).toContain('crumbs');
	expect(await texts()).toEqual(['+12025550122', NUMBER]);
});

/** Sends JSON to a webhook, once n8n has registered it. */
async function postTo(path: string, body: object, headers: Record<string, string> = {}) {
	return await until(async () => {
		const response = await fetch(`${e2eContext().n8nUrl}/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
		});
		return response.status !== 404 && response;
	});
}

it('a person in a chat gets the answer of an agent that has sent a text', async () => {
	country = 'US';
	const chat = node('Start', `${LANGCHAIN}.chatTrigger`, 1.4, { public: true, options: {} });
	const webhookId = crypto.randomUUID();
	const file = withTool();
	file.nodes[0] = Object.assign(chat, { webhookId });
	file.nodes[1].parameters = {};
	const stored = await client.createWorkflow(file);
	await client.activate(stored);
	const message = { action: 'sendMessage', sessionId: '1', chatInput: 'Send it' };
	const answer = await postTo(`webhook/${webhookId}/chat`, message);

	expect(await answer.text()).toContain('crumbs');
	expect(await texts()).toEqual([NUMBER]);

	await client.deactivate(stored.id);
});

describe('a client of MCP', () => {
	/** Calls the tool through n8n's MCP server. Returns all that the server answers. */
	async function callTool(
		arguments_: object,
		change = (file: WorkflowFile) => file,
	): Promise<string> {
		const path = crypto.randomUUID();
		const trigger = node('Start', `${LANGCHAIN}.mcpTrigger`, 2, { path });
		const file = workflow('MCP', [Object.assign(trigger, { webhookId: path }), tool()], {
			'Text the customer': to('Start', 'ai_tool'),
		});
		const stored = await client.createWorkflow(change(file));
		await client.activate(stored);
		const session: Record<string, string> = { accept: 'application/json, text/event-stream' };

		const send = async (body: object) => {
			const response = await postTo(`mcp/${path}`, { jsonrpc: '2.0', ...body }, session);
			const id = response.headers.get('mcp-session-id');
			if (id) session['mcp-session-id'] = id;
			return await response.text();
		};

		const clientInfo = { name: 'Tests', version: '1' };
		const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
		await send({ id: 1, method: 'initialize', params });
		await send({ method: 'notifications/initialized' });
		const call = { name: 'Text_the_customer', arguments: arguments_ };
		const answer = await send({ id: 2, method: 'tools/call', params: call });
		await client.deactivate(stored.id);

		return answer;
	}

	it('hears once what would be valid, where its call is refused', async () => {
		const answer = await callTool({ ...SAID, country: 'none' });
		expect(answer).toContain("'Default Country' cannot be");
		expect(timesTold(answer)).toBe(1);
	});

	it('sends one text', async () => {
		expect(await callTool({ ...SAID, country: 'US' })).toContain('crumbs');
		expect(await texts()).toEqual([NUMBER]);
	});

	it('has no tool that runs without the review before it, which n8n asks nobody for', async () => {
		const call = { toolParameters: { ...SAID, country: 'US' }, hitlParameters: {} };
		await callTool(call, reviewed);
		expect(await texts()).toEqual([]);
	});
});
