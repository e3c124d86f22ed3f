import type { FastifyInstance } from 'fastify';

import type { N8nClient, WorkflowNode } from '../../playground/src/n8nClient';
import { ended } from '../support/executions';
import { agentWorkflow, languageModel, NUMBER, SAID } from './support/agent';
import { e2eContext, loggedIn, simulator } from './support/context';
import { mcpClient } from './support/mcp';

const TOOL = 'Text the customer';

let client: N8nClient;
let model: FastifyInstance;
let modelUrl: string;
/** What the model says to the tool, and each answer that it got. */
let said = SAID;
let answers: string[] = [];

beforeAll(async () => {
	client = await loggedIn();
	model = languageModel(
		() => said,
		(answer) => {
			answers.push(answer);
			return answers.length < 4;
		},
	);
	modelUrl = `${await model.listen({ host: '127.0.0.1', port: 0 })}/v1`;
});

afterAll(async () => await model?.close());

beforeEach(async () => {
	said = SAID;
	answers = [];
	await simulator.reset();
});

/** An agent that sends without a review, again and again, with these options on its tool. */
async function runAgent(options: Record<string, unknown>) {
	const data = { apiKey: 'none', url: modelUrl, header: false };
	const credential = await client.saveCredential('Model', 'openAiApi', data);
	const file = agentWorkflow(e2eContext().credential, credential);
	const nodes = file.nodes.filter(({ name }) => name !== 'Ask by text');
	Object.assign(toolOf(nodes).parameters, { options });
	const { 'Ask by text': review, ...others } = file.connections as Record<string, object>;
	const connections = { ...others, [TOOL]: review };
	const workflow = await client.createWorkflow({ ...file, nodes, connections });
	return await ended(client, await client.run(workflow, 'Start'));
}

function toolOf(nodes: WorkflowNode[]): WorkflowNode {
	const tool = nodes.find(({ name }) => name === TOOL);
	if (!tool) throw new Error(`There is no ${TOOL}`);
	return tool;
}

const texts = async () => (await simulator.state()).messages.map(({ to }) => to);

describe('an AI agent that calls the tool again and again', () => {
	it('sends no more messages in one execution than Max Messages, and reads why', async () => {
		await runAgent({ maxMessages: 2 });
		expect(await texts()).toEqual([NUMBER, NUMBER]);
		expect(answers).toHaveLength(4);
		expect(answers[2]).toContain("'Max Messages' is 2");
		answers = [];
		await runAgent({ maxMessages: 2 });
		expect(await texts()).toHaveLength(4);
	});

	it('reaches nobody but the recipients in Only Send To, and reads what to do instead', async () => {
		await runAgent({ onlySendTo: '+12025550122' });
		expect(await texts()).toEqual([]);
		expect(answers[0]).toContain("is not one of the recipients in 'Only Send To'");
		expect(answers[0]).toContain('use one that you were given, or ask which one is meant');
		expect(answers[0]).not.toContain('0122');
		said = { ...SAID, number: '+1 (202) 555-0122' };
		answers = [];
		await runAgent({ onlySendTo: '+12025550122', sendOnceKey: 'once' });
		expect(await texts()).toEqual(['+12025550122']);
	});
});

describe('an MCP server whose tool sends', () => {
	it('counts each call for itself, since it is an execution of its own', async () => {
		const { credential, n8nUrl } = e2eContext();
		const path = crypto.randomUUID();
		const position: [number, number] = [0, 0];
		const tool = toolOf(agentWorkflow(credential, credential).nodes);
		const workflow = await client.createWorkflow({
			name: 'An MCP server',
			settings: { executionOrder: 'v1' },
			nodes: [
				{
					id: 'Server',
					name: 'Server',
					type: '@n8n/n8n-nodes-langchain.mcpTrigger',
					typeVersion: 2,
					position,
					parameters: { path },
					webhookId: path,
				} as WorkflowNode,
				{
					...tool,
					parameters: {
						...tool.parameters,
						options: { maxMessages: 1, onlySendTo: NUMBER },
					},
				},
			],
			connections: { [TOOL]: { ai_tool: [[{ node: 'Server', type: 'ai_tool', index: 0 }]] } },
		});
		await client.activate(workflow);

		const call = await mcpClient(`${n8nUrl}/mcp/${path}`);
		const first = await call('tools/call', { name: 'Text_the_customer', arguments: SAID });
		const second = await call('tools/call', { name: 'Text_the_customer', arguments: SAID });
		expect([first, second].join()).not.toContain('Max Messages');

		const other = { ...SAID, number: '+12025550122' };
		const third = await call('tools/call', { name: 'Text_the_customer', arguments: other });
		expect(third).toContain("is not one of the recipients in 'Only Send To'");
		expect(third).toContain('use one that you were given');
		expect(await texts()).toEqual([NUMBER, NUMBER]);

		await client.deactivate(workflow.id);
	});
});
