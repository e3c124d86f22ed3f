import type {
	INodeParameters,
	INodeType,
	IRunExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { answerVisit } from '../../nodes/MessagingService/question/webhook';

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
	/** What its author wrote, where the parameters are what n8n makes of it. */
	written?: INodeParameters;
}

/**
 * Visits the page of a question, as n8n hands the visit to the node.
 * @param parameters of the node that asks, beside the message
 */
export function visit(parameters: INodeParameters, options: VisitOptions = {}): Visit {
	const {
		typed,
		acceptLanguage,
		question: q,
		name = 'Ask',
		memory = { lastQuestion: 1 },
		written,
	} = options;
	const all: Record<string, unknown> = { message: 'Shall we?', ...parameters };
	const headers: Record<string, string> = {};
	const logged: string[] = [];
	let status = 200;
	let page = '';
	const response = {
		set: (given: Record<string, string>) => Object.assign(headers, given),
		status: (code: number) => {
			status = code;
			return response;
		},
		send: (sent: string) => (page = sent),
	};
	const context = {
		getHeaderData: () => ({ 'accept-language': acceptLanguage }),
		getNodeParameter: (name: string) => valueAt(all, name),
		getNode: () => ({ name, parameters: { ...all, ...written } }),
		getRestApiUrl: () => 'https://n8n.example.com/rest',
		evaluateExpression: (expression: string) => evaluate(expression, name, memory),
		getRequestObject: () => ({
			method: typed ? 'POST' : 'GET',
			query: { q },
		}),
		getResponseObject: () => response,
		getBodyData: () => typed,
		logger: { error: (message: string) => logged.push(message) },
	} as unknown as IWebhookFunctions;
	const { webhookResponse, workflowData } = answerVisit(context);
	const data = workflowData?.[0]?.[0].json.data as Visit['data'];
	return { status, page: data ? (webhookResponse as string) : page, headers, data, logged };
}

/** Evaluates an expression as n8n does for a node that waits. */
function evaluate(expression: string, name: string, memory: object): unknown {
	const type = { description: { properties: [] } } as unknown as INodeType;
	const workflow = new Workflow({
		nodes: [{ id: '1', name, type: 'ask', typeVersion: 1, position: [0, 0], parameters: {} }],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => type,
			getByNameAndVersion: () => type,
			getKnownTypes: () => ({}),
		},
	});
	const run = {
		resultData: { runData: {} },
		executionData: { contextData: { [`node:${name}`]: memory } },
	} as unknown as IRunExecutionData;
	return workflow.expression.resolveSimpleParameterValue(
		`=${expression}`,
		{},
		run,
		0,
		0,
		name,
		[],
		'webhook',
		{},
	);
}

const valueAt = (values: unknown, path: string) =>
	path
		.split('.')
		.reduce<unknown>(
			(value, name) => (value as Record<string, unknown> | undefined)?.[name],
			values,
		);
