import { WebhookContext } from 'n8n-core';
import type { IDataObject, INodeParameters, IRunExecutionData, IWebhookData } from 'n8n-workflow';

import { createAdditionalData } from './additionalData';
import { messagingService } from './built';
import { NODE_TYPE } from './n8nCore';
import { aNode, nodeTypes, workflowOf } from './nodes';

/** What came of a visit. */
export interface Visit {
	status: number;
	page: string;
	headers: Record<string, string>;
	/** What stands in n8n's log, as errors. */
	logged: string[];
	/** The answer with which the execution goes on; undefined where it goes on waiting. */
	data?: Record<string, unknown>;
}

interface VisitOptions {
	/** What the page was sent back with; without it, the page is only opened. */
	typed?: Record<string, unknown>;
	acceptLanguage?: string;
	/** The number of the question in the link. */
	question?: string;
	/** The node's memory as n8n has stored it with the execution; by default, that of its first question. */
	memory?: object;
	/** Name of the node that asks. */
	name?: string;
	/** The item that it asks for. */
	item?: IDataObject;
}

const types = nodeTypes(messagingService);

/**
 * Visits the page of a question, as n8n hands the visit to the built node.
 * @param parameters of the node that asks, beside the message
 */
export async function visit(
	parameters: INodeParameters = {},
	options: VisitOptions = {},
): Promise<Visit> {
	const { typed, acceptLanguage, question: q, name = 'Ask', item = {} } = options;
	const memory = options.memory ?? { lastQuestion: 1 };
	const node = aNode({
		id: 'ask',
		name,
		type: NODE_TYPE,
		parameters: {
			resource: 'message',
			operation: 'sendAndWait',
			message: 'Shall we?',
			...parameters,
		},
	});
	const workflow = workflowOf(node, types);
	const run = {
		resultData: { runData: {} },
		executionData: {
			contextData: { [`node:${name}`]: memory },
			nodeExecutionStack: [{ node, data: { main: [[{ json: item }]] }, source: null }],
		},
	} as unknown as IRunExecutionData;

	const visited: Visit = { status: 200, page: '', headers: {}, logged: [] };
	const httpResponse = {
		set: (given: Record<string, string>) => Object.assign(visited.headers, given),
		status(code: number) {
			visited.status = code;
			return httpResponse;
		},
		send: (page: string) => void (visited.page = page),
	};
	const httpRequest = {
		method: typed ? 'POST' : 'GET',
		query: { q },
		headers: { 'accept-language': acceptLanguage },
		body: typed,
	};

	const server = { httpRequest, httpResponse } as unknown as object;
	const context = new WebhookContext(
		workflow,
		workflow.getNode(name) ?? node,
		{ ...createAdditionalData({}, types, 'https://n8n.example.com'), ...server },
		'webhook',
		{} as IWebhookData,
		[],
		run,
	);
	const logger = {
		error: (message: string, { error }: { error: Error }) =>
			visited.logged.push(`${message}: ${error.message}`),
	};
	Object.defineProperty(context, 'logger', { value: logger });

	const { webhookResponse, workflowData } = (await messagingService.webhook?.call(context)) ?? {};
	if (!workflowData) return visited;
	const [[{ json, pairedItem }]] = workflowData;
	expect(pairedItem).toEqual({ item: 0 });
	return { ...visited, page: webhookResponse as string, data: json.data as Visit['data'] };
}
