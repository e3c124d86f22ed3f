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
		const isAnswered = last.role === 'tool' && !callsAgain(said);

		const adopting = tools?.find(({ function: { name } }) => /adopt/i.test(name));
		const called = adopting ?? tools?.[0];
		const call = {
			id: `call_${messages.length}`,
			type: 'function',
			function: {
				name: called?.function.name,
				// A tool behind human review takes what it is told from toolParameters.
				arguments: JSON.stringify({
					...saying(),
					toolParameters: said.includes(WANTED) ? FRENCH : saying(),
					hitlParameters: {},
				}),
			},
		};

		const message = isAnswered
			? { role: 'assistant', content: `The tool said: ${said}` }
			: { role: 'assistant', content: null, tool_calls: [call] };
		return {
			id: 'completion',
			object: 'chat.completion',
			created: 0,
			model: 'test',
			choices: [
				{
					index: 0,
					message,
					finish_reason: isAnswered ? 'stop' : 'tool_calls',
				},
			],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});
	return server;
}

/** A node, without its name and place. */
type Part = Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'credentials'>;

/** Returns an agent that may send a text, once a person has approved it by text. */
export function agentWorkflow(
	credential: CredentialReference,
	openAiApi: CredentialReference,
): WorkflowFile {
	const start: Part = { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
	const agent: Part = {
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 3,
		parameters: { promptType: 'define', text: 'Tell the customer that the train is late' },
	};
	const model: Part = {
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'id', value: 'test' }, options: {} },
		credentials: { openAiApi },
	};

	const review: Part = {
		type: HUMAN_REVIEW,
		typeVersion: 1,
		parameters: {
			message:
				'=The agent wants to use {{ $tool.name }}: {{ $tool.parameters.text }} ({{ $tool.parameters.number }})',
			channel: 'sms',
			to: '+12025550122',
			approvalOptions: { values: { approvalType: 'double', askComment: true } },
			options: {},
		},
		credentials: { messagingServiceApi: credential },
	};
	const tool: Part = {
		type: 'n8n-nodes-messaging-service.messagingServiceTool',
		typeVersion: 1,
		parameters: {
			descriptionType: 'manual',
			toolDescription: 'Sends a text to the customer',
			resource: 'message',
			operation: 'send',
			channel: 'sms',
			to: "={{ $fromAI('number', 'whom to send it to', 'string') }}",
			message: "={{ $fromAI('text', 'what to say', 'string') }}",
			options: {},
		},
		credentials: { messagingServiceApi: credential },
	};

	const to = (name: string, type: string) => ({ [type]: [[{ node: name, type, index: 0 }]] });
	return {
		name: 'Agent with human review',
		// As the editor makes workflows; in the older order n8n asks the agent before the person has answered.
		settings: { executionOrder: 'v1' },
		nodes: [
			{ id: 'Start', name: 'Start', position: [0, 0], ...start },
			{ id: 'Agent', name: 'Agent', position: [220, 0], ...agent },
			{ id: 'Model', name: 'Model', position: [160, 220], ...model },
			{ id: 'Ask by text', name: 'Ask by text', position: [400, 220], ...review },
			{ id: 'Text the customer', name: 'Text the customer', position: [400, 440], ...tool },
		],
		connections: {
			Start: to('Agent', 'main'),
			Model: to('Agent', 'ai_languageModel'),
			'Ask by text': to('Agent', 'ai_tool'),
			'Text the customer': to('Ask by text', 'ai_tool'),
		},
	};
}
