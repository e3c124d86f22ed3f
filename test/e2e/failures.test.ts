import type { FastifyInstance } from 'fastify';

import type { N8nClient, WorkflowFile, WorkflowNode } from '../../playground/src/n8nClient';
import { ended, until } from '../support/executions';
import { agentWorkflow, languageModel } from './support/agent';
import { e2eContext, loggedIn, runWorkflow, simulator } from './support/context';

const TOLD = 'This message may have been sent: ';

let client: N8nClient;
let model: FastifyInstance;
let modelUrl: string;

beforeAll(async () => {
	client = await loggedIn();
	// It repeats unless it is told, and not for ever.
	let calls = 0;
	model = languageModel(undefined, (said) => !said.includes('may have been sent') && calls++ < 3);
	modelUrl = `${await model.listen({ host: '127.0.0.1', port: 0 })}/v1`;
});

afterAll(async () => await model?.close());

beforeEach(async () => await simulator.reset());

/** The service sends, and its answers are lost. */
const loseAnswers = async () =>
	await simulator.fault({ kind: 'reset', when: 'after', path: '/send/text', times: 'always' });

const sent = async () => (await simulator.state()).messages.length;

const node = (
	name: string,
	type: string,
	typeVersion: number,
	more: Partial<WorkflowNode> = {},
): WorkflowNode => ({
	id: name,
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion,
	position: [0, 0],
	parameters: {},
	...more,
});

const sending = (): WorkflowNode => ({
	...node('Send', '', 1),
	type: 'n8n-nodes-messaging-service.messagingService',
	parameters: {
		resource: 'message',
		operation: 'send',
		channel: 'sms',
		to: '+12025550143',
		message: 'Hello',
		options: {},
	},
	credentials: { messagingServiceApi: e2eContext().credential },
});

const workflow = (nodes: WorkflowNode[], settings: object = {}): WorkflowFile => ({
	name: nodes.map(({ name }) => name).join(', '),
	nodes,
	connections: {
		[nodes[0].name]: { main: [[{ node: nodes[1].name, type: 'main', index: 0 }]] },
	},
	settings: { executionOrder: 'v1', ...settings },
});

describe('a message whose answer is lost', () => {
	it('is sent once by a model that repeats unless it is told', async () => {
		await loseAnswers();
		const data = { apiKey: 'none', url: modelUrl, header: false };
		const openAi = await client.saveCredential('Model that repeats', 'openAiApi', data);
		const file = agentWorkflow(e2eContext().credential, openAi);
		const { Start, Model } = file.connections as Record<string, object>;
		const toAgent = { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] };

		const { status, json } = await runWorkflow(
			client,
			{
				...file,
				nodes: file.nodes.filter(({ name }) => name !== 'Ask by text'),
				connections: { Start, Model, 'Text the customer': toAgent },
			},
			'Start',
		);

		expect(status).toBe('success');
		expect(JSON.stringify(json('Agent'))).toContain(TOLD);
		expect(await sent()).toBe(1);
	});

	it('is told so to a parent workflow that continues', async () => {
		await loseAnswers();
		const child = workflow([
			node('Called', 'executeWorkflowTrigger', 1.1, { parameters: { inputSource: 'passthrough' } }),
			sending(),
		]);
		const parent = workflow([
			node('Start', 'manualTrigger', 1),
			node('Call', 'executeWorkflow', 1.2, {
				parameters: { source: 'parameter', workflowJson: JSON.stringify(child), options: {} },
				onError: 'continueRegularOutput',
			}),
		]);
		const { status, json } = await runWorkflow(client, parent, 'Start');

		expect(status).toBe('success');
		expect(JSON.stringify(json('Call'))).toContain(TOLD);
		expect(await sent()).toBe(1);
	});

	it('is told so to the error workflow', async () => {
		await loseAnswers();
		const onError = await client.createWorkflow(
			workflow([node('Failed', 'errorTrigger', 1), node('End', 'noOp', 1)]),
		);
		await client.activate(onError);
		const path = 'failing-message';
		const asked = node('Asked', 'webhook', 2, { parameters: { path, options: {} } });
		const failing = await client.createWorkflow(
			workflow([Object.assign(asked, { webhookId: path }), sending()], {
				errorWorkflow: onError.id,
			}),
		);
		await client.activate(failing);
		// n8n registers the address a moment later.
		const url = `${e2eContext().n8nUrl}/webhook/${path}`;
		const answers: string[] = [];
		await until(async () => {
			const response = await fetch(url);
			answers.push(await response.text());
			if (answers.length > 100) throw new Error(answers[0]);
			return response.ok;
		});

		const [{ id }] = await until(async () => {
			const executions = await client.executions(onError.id);
			return executions.length > 0 && executions;
		});

		const { json } = await ended(client, id);
		await client.deactivate(failing.id);
		await client.deactivate(onError.id);
		const [{ execution }] = json('Failed') as Array<{ execution: { error: { message: string } } }>;

		expect(execution.error.message).toContain(TOLD);
		expect(await sent()).toBe(1);
	});
});
