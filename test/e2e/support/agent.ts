import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';

import type {
	CredentialReference,
	WorkflowFile,
	WorkflowNode,
} from '../../../playground/src/n8nClient';

/** The node as human review. */
export const HUMAN_REVIEW = 'n8n-nodes-messaging-service.messagingServiceHitlTool';

interface Completion {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string } }>;
}

/** What the model says to its tools, whichever it calls: the number in a spelling of its own. */
export const SAID = { text: 'The train is late', number: '1 (212) 555-0102' };
export const NUMBER = '+12125550102';

/** What a person who declines wants instead, and what the model makes of it. */
export const WANTED = 'Use the French number instead';
export const FRENCH = { ...SAID, number: '+33612345678' };

/**
 * A language model in the form of OpenAI's: calls the tool that adopts, or else its first one, again where a
 * person wants it otherwise, and then repeats what came of it.
 * @param saying returns what it says to a tool
 * @param callsAgain tells from a tool's answer whether it calls the tool again
 */
export function languageModel(
	saying = () => SAID,
	callsAgain = (said: string) => said.includes(WANTED),
): FastifyInstance {
	const server = fastify();
	server.post('/v1/chat/completions', async ({ body }) => {
		const { messages, tools } = body as Completion;
		const last = messages[messages.length - 1];
		const said = JSON.stringify(last.content);
		const isWanted = said.includes(WANTED);
		const message =
			last.role === 'tool' && !callsAgain(said)
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
									// A tool behind human review takes what it is told from toolParameters.
									arguments: JSON.stringify({
										...saying(),
										toolParameters: isWanted ? FRENCH : saying(),
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

/** An agent that may send a text, once a person has approved it by text. */
export function agentWorkflow(
	credential: CredentialReference,
	openAiApi: CredentialReference,
): WorkflowFile {
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
			{ openAiApi },
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
