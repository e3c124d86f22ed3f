/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createRequire } from 'node:module';
import path from 'node:path';

import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { MessagingServiceTrigger } from '../../nodes/MessagingService/MessagingServiceTrigger.node';
import type { N8nClient, WorkflowFile } from '../../playground/src/n8nClient';
import { PLAYGROUND } from '../../playground/src/paths';
import { e2eContext, loggedIn, runWorkflow, simulator } from './support/context';

const NODE = 'n8n-nodes-messaging-service.messagingService';
const TRIGGER = `${NODE}Trigger`;

/** The n8n that runs: what its assistant reads and writes comes from its own code. */
const ofN8n = createRequire(path.join(PLAYGROUND, 'package.json'));
const { synthesizeNodeTypeDef } = ofN8n(
	path.join(PLAYGROUND, 'node_modules/n8n/dist/modules/mcp-registry/synthesize-type-def.js'),
) as { synthesizeNodeTypeDef: (description: unknown) => string };
const { parseWorkflowCode, validateWorkflow } = ofN8n('@n8n/workflow-sdk') as {
	parseWorkflowCode: (code: string) => WorkflowFile;
	validateWorkflow: (workflow: WorkflowFile) => { errors: unknown[]; warnings: unknown[] };
};
const { NodeTypeParser, searchCodeBuilderNodes } = ofN8n('@n8n/ai-utilities/node-catalog') as {
	NodeTypeParser: new (types: unknown[]) => unknown;
	searchCodeBuilderNodes: (types: unknown, queries: string[]) => { results: string };
};

const DESCRIPTIONS: Record<string, INodeTypeDescription> = {
	[NODE]: new MessagingService().description,
	[TRIGGER]: new MessagingServiceTrigger().description,
};

let client: N8nClient;
let types: Array<Record<string, unknown> & { name: string }>;

beforeAll(async () => {
	client = await loggedIn();
	types = await client.nodeTypes();
});

beforeEach(async () => await simulator.reset());

/** Returns what n8n hands to a model that wants to use a node: types in TypeScript, with the hints as comments. */
const definitionOf = (type: string) =>
	synthesizeNodeTypeDef(types.find(({ name }) => name === type));

/** Returns the workflow of a pattern that stands in what a model reads. */
function workflowOf(type: string, title: string): WorkflowFile {
	const [, after] = definitionOf(type).split(`<pattern title="${title}">`);
	const [commented] = (after ?? '').split('</pattern>');
	return parseWorkflowCode(commented.replace(/^ *\* ?/gm, ''));
}

/** Returns the same with the credential, and with rows behind its trigger. */
function runnable(workflow: WorkflowFile, rows?: unknown[]): WorkflowFile {
	const nodes = workflow.nodes.map((node) => ({
		...node,
		...(node.type === NODE && {
			credentials: { messagingServiceApi: e2eContext().credential },
		}),
	}));
	if (!rows) return { ...workflow, nodes };

	const jsCode = `return ${JSON.stringify(rows.map((json) => ({ json })))};`;
	const made = {
		...nodes[0],
		id: 'rows',
		name: 'Rows',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode },
	};
	const connections = workflow.connections as Record<string, unknown>;
	return {
		...workflow,
		nodes: [...nodes, made],
		connections: {
			...connections,
			Rows: connections.Start,
			Start: { main: [[{ node: 'Rows', type: 'main', index: 0 }]] },
		},
	};
}

/** Returns the parameters that the node does not have, or not with such a value, and what n8n's panel would mark in red. */
function problemsOf(node: WorkflowFile['nodes'][number]): string[] {
	const description = DESCRIPTIONS[node.type];
	const parameters = node.parameters as INodeParameters;
	const { id, name: ownName, type: ownType, typeVersion, position } = node;
	const tried: INode = { id, name: ownName, type: ownType, typeVersion, position, parameters };

	const shown = description.properties.filter((property) =>
		NodeHelpers.displayParameter(parameters, property, tried, description),
	);
	// n8n adds this one to every trigger that polls.
	const names = ['pollTimes', ...shown.map(({ name }) => name)];
	const unknown = Object.keys(parameters).filter((name) => !names.includes(name));

	const entries = shown.flatMap(({ type, name, options = [] }) => {
		const known = options.map((option) => option.name);
		const given = type === 'collection' ? Object.keys(parameters[name] ?? {}) : [];
		return given.filter((entry) => !known.includes(entry));
	});

	const unchosen = shown.filter(({ type, name, options = [] }) => {
		const values = options.map((option) => 'value' in option && option.value);
		return type === 'options' && name in parameters && !values.includes(String(parameters[name]));
	});

	const issues = NodeHelpers.getNodeParametersIssues(description.properties, tried, description);
	const missing = Object.keys(issues?.parameters ?? {});
	return [...unknown, ...entries, ...unchosen.map(({ name }) => name), ...missing];
}

const PATTERNS: Array<[type: string, title: string, besides: string]> = [
	[NODE, 'Verify a phone number', 'OtpSend'],
	[NODE, 'Approval with its three branches', 'MessageSendAndWait'],
	[NODE, 'Send once, and sort failures by errorDetails', 'MessageSend'],
	[NODE, 'Check leases on a schedule', 'LeaseGetStatus'],
	[TRIGGER, 'Tell somebody when a lease changes', ''],
];

/** What a model asks n8n for: n8n gives it five nodes, and looks for each word by itself. */
const QUERIES = ['otp', '2fa', 'verify phone number', 'lease number', 'text message'];

describe("n8n's assistant", () => {
	it.each(QUERIES)('finds the node for "%s", and hears what it costs', (query) => {
		const found = searchCodeBuilderNodes(new NodeTypeParser(types), [query]);
		expect(found.results).toContain(`${NODE}\n`);
		expect(found.results).toContain('These cost money: ');
	});

	it.each(PATTERNS.filter(([, , beside]) => beside))(
		'reads of %s "%s" beside the operation %s, and nowhere else',
		(type, title, beside) => {
			const parts = definitionOf(type).split(`<pattern title="${title}">`);
			expect(parts).toHaveLength(2);
			const [, following] = /export type \w+V1(\w+)Params/.exec(parts[1]) ?? [];
			expect(following).toBeDefined();
			const [previous] = [...parts[0].matchAll(/export type \w+V1(\w+)Params/g)].slice(-1);
			expect(previous[1]).toBe(beside);
		},
	);

	it.each(PATTERNS)('can write %s "%s", and n8n finds nothing wrong with it', (type, title) => {
		const workflow = workflowOf(type, title);
		expect(validateWorkflow(workflow)).toMatchObject({ errors: [], warnings: [] });

		for (const node of workflow.nodes.filter(({ type: own }) => own in DESCRIPTIONS)) {
			expect(problemsOf(node)).toEqual([]);
		}
	});

	it('checks leases that way: one text names every number with its status', async () => {
		const workflow = runnable(workflowOf(NODE, 'Check leases on a schedule'));
		const { status } = await runWorkflow(client, workflow, 'Every Day');
		expect(status).toBe('success');
		const { messages } = await simulator.state();
		expect(messages).toHaveLength(1);
		expect(messages[0].text).toMatch(/: \w+, \w+; .+: \w+, \w+$/);
	});

	it('sorts failures that way: each comes out where somebody can do something about it', async () => {
		const rows = [
			{ orderId: 'A-1', phone: '+12025550143', text: 'Hello' },
			{ orderId: 'A-2', phone: 'unknown', text: 'Hello' },
			{ orderId: 'A-3', phone: '+18085550103', text: 'Hello' },
			{ orderId: 'A-4', phone: '+12025550112', text: 'Hello' },
		];
		const match = { to: '+12025550112' };
		await simulator.fault({ kind: 'answer', status: 403, body: {}, match, times: 1 });

		const pattern = workflowOf(NODE, 'Send once, and sort failures by errorDetails');
		const { status, json } = await runWorkflow(client, runnable(pattern, rows), 'Start');
		expect(status).toBe('success');
		expect(json('Send Text')).toHaveLength(1);

		const orders = (node: string) => json(node).map(({ orderId }) => orderId);
		expect(orders('Correct the Item')).toEqual(['A-2']);
		expect(orders('Check with the Recipient')).toEqual(['A-3']);
		expect(orders('Tell Whoever Runs It')).toEqual(['A-4']);
		expect(orders('Repeat Later')).toEqual([]);
	});
});
