import fastify, { type FastifyInstance } from 'fastify';
import type { INodeParameters } from 'n8n-workflow';

import type { WorkflowFile, WorkflowNode } from '../../../playground/src/n8nClient';
import type { TestedN8n } from './n8n';
import { node, start, workflow } from './workflow';

interface Completion {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string } }>;
}

/** The number as a model spells it, and in E.164. */
export const SPELLED = '+1 (212) 555-0102';
export const NUMBER = '+12125550102';

/** What the model says to a tool. */
export type Said = Record<string, string>;

/** A language model in the form of OpenAI's, which calls a tool, and then repeats what the tool said. */
export class Model {
	/** Which tool it calls; the first one by default. */
	tool: (name: string) => boolean = () => true;

	/** What it says to the tool, by how often it called it. */
	says: (calls: number) => Said = () => ({ number: SPELLED, text: 'The train is late' });

	/** Whether it calls the tool again after this answer. */
	repeats: (answer: string) => boolean = () => false;

	/** How many calls it makes at the same time. */
	sideBySide = 1;

	/** Every answer of the tool. */
	readonly answers: string[] = [];

	private readonly server: FastifyInstance = fastify();

	/** Starts it, and returns n8n's credential for it. */
	async start(n8n: TestedN8n) {
		this.server.post('/v1/chat/completions', async ({ body }) => this.answer(body as Completion));
		const url = `${await this.server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
		return await n8n.client.saveCredential('Model', 'openAiApi', {
			apiKey: 'none',
			url,
			header: false,
		});
	}

	async stop(): Promise<void> {
		await this.server.close();
	}

	private copies<Call extends { id: string }>(call: Call): Call[] {
		const copies = Array.from({ length: this.sideBySide }, (_, index) => index);
		return copies.map((index) => ({ ...call, id: `${call.id}_${index}` }));
	}

	private answer({ messages, tools }: Completion) {
		const last = messages[messages.length - 1];
		const answer = JSON.stringify(last.content);
		if (last.role === 'tool') this.answers.push(answer);
		const isDone = last.role === 'tool' && !this.repeats(answer);

		const said = this.says(this.answers.length);
		const call = {
			id: `call_${messages.length}`,
			type: 'function',
			function: {
				name: tools?.find((one) => this.tool(one.function.name))?.function.name,
				// A tool behind human review reads it from toolParameters.
				arguments: JSON.stringify({ ...said, toolParameters: said, hitlParameters: {} }),
			},
		};
		const message = isDone
			? { role: 'assistant', content: `The tool said: ${answer}` }
			: { role: 'assistant', content: null, tool_calls: this.copies(call) };
		return {
			id: 'completion',
			object: 'chat.completion',
			created: 0,
			model: 'test',
			choices: [{ index: 0, message, finish_reason: isDone ? 'stop' : 'tool_calls' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	}
}

const TOOL = 'Text the customer';

/** Returns Message → Send as a tool, to which a model says number and text. */
export const tool = (parameters: INodeParameters = {}) =>
	node(TOOL, 'messagingServiceTool', {
		descriptionType: 'manual',
		toolDescription: 'Sends a text to the customer',
		resource: 'message',
		operation: 'send',
		channel: 'sms',
		to: "={{ $fromAI('number', 'whom to send it to', 'string') }}",
		message: "={{ $fromAI('text', 'what to say', 'string') }}",
		...parameters,
	});

/** Returns an agent that has the tool. */
export function agent(parameters: INodeParameters = {}, review?: WorkflowNode): WorkflowFile {
	const model = { model: { __rl: true, mode: 'id', value: 'test' }, options: {} };
	return workflow(
		[
			start(),
			node('Agent', 'agent', { promptType: 'define', text: 'Text the customer' }),
			node('Model', 'lmChatOpenAi', model),
			tool(parameters),
			...(review ? [review] : []),
		],
		[
			['Start', 'Agent'],
			['Model', 'Agent', 'ai_languageModel'],
			[TOOL, review?.name ?? 'Agent', 'ai_tool'],
			...(review ? [[review.name, 'Agent', 'ai_tool'] as [string, string, string]] : []),
		],
	);
}

/** Returns Send and Wait as human review of a tool. */
export const review = (parameters: INodeParameters = {}) =>
	node('Ask by text', 'messagingServiceHitlTool', {
		message:
			'=The agent wants to use {{ $tool.name }}: {{ $tool.parameters.text }} ({{ $tool.parameters.number }})',
		channel: 'sms',
		to: '+12025550122',
		approvalOptions: { values: { approvalType: 'double', askComment: true } },
		...parameters,
	});

/** Opens a session with an MCP server of n8n. Returns the function that calls one of its tools. */
export async function mcpClient(n8n: TestedN8n, path: string, token?: string) {
	let id = 0;
	let session: string | null = null;

	const request = async (message: object) => {
		const response = await n8n.call(path, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session && { 'mcp-session-id': session }),
				...(token && { authorization: `Bearer ${token}` }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', ...message }),
		});
		session ??= response.headers.get('mcp-session-id');
		return await response.text();
	};

	const clientInfo = { name: 'test', version: '1' };
	const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
	await request({ id: id++, method: 'initialize', params });
	await request({ method: 'notifications/initialized' });
	return async (name: string, said: Said) =>
		await request({ id: id++, method: 'tools/call', params: { name, arguments: said } });
}
