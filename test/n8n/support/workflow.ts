import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { WorkflowFile, WorkflowNode } from '../../../playground/src/n8nClient';

const OWN = 'n8n-nodes-messaging-service';
const BASE = 'n8n-nodes-base';
const AI = '@n8n/n8n-nodes-langchain';

/** The types of nodes that the tests use, and the version of each. */
const TYPES = {
	messagingService: [OWN, 1],
	messagingServiceTool: [OWN, 1],
	messagingServiceHitlTool: [OWN, 1],
	messagingServiceTrigger: [OWN, 1],
	errorTrigger: [BASE, 1],
	executeWorkflow: [BASE, 1.2],
	executeWorkflowTrigger: [BASE, 1.1],
	httpRequest: [BASE, 4.2],
	if: [BASE, 2.2],
	manualTrigger: [BASE, 1],
	noOp: [BASE, 1],
	postgres: [BASE, 2.6],
	removeDuplicates: [BASE, 2],
	set: [BASE, 3.4],
	splitInBatches: [BASE, 3],
	splitOut: [BASE, 1],
	stopAndError: [BASE, 1],
	webhook: [BASE, 2],
	agent: [AI, 3],
	lmChatOpenAi: [AI, 1.2],
} as const;

/** Returns the name by which n8n knows a type of nodes. */
export const typeName = (type: keyof typeof TYPES) => `${TYPES[type][0]}.${type}`;

/** Returns a node. Its ID is new: n8n remembers used keys by it. */
export function node(
	name: string,
	type: keyof typeof TYPES,
	parameters: INodeParameters = {},
	settings: Partial<INode> = {},
): WorkflowNode {
	return {
		id: crypto.randomUUID(),
		name,
		type: typeName(type),
		typeVersion: TYPES[type][1],
		position: [0, 0],
		parameters,
		...(settings as Partial<WorkflowNode>),
	};
}

/** Names of the nodes that most workflows have. */
export const [START, SEND, ASK] = ['Start', 'Send', 'Ask'];

export const start = () => node(START, 'manualTrigger');

/** Returns nodes that turn the one item of a trigger into these. */
export const split = (items: IDataObject[]) => [
	node('Rows', 'set', { mode: 'raw', jsonOutput: JSON.stringify({ rows: items }) }),
	node('Split', 'splitOut', { fieldToSplitOut: 'rows' }),
];

/** Returns Message → Send, which sends an SMS with `text` to `to` of each item. */
export const sendNode = (parameters: INodeParameters = {}, settings: Partial<INode> = {}) =>
	node(
		SEND,
		'messagingService',
		{
			resource: 'message',
			operation: 'send',
			channel: 'sms',
			to: '={{ $json.to }}',
			message: '={{ $json.text }}',
			...parameters,
		},
		settings,
	);

/** Returns Message → Send and Wait, which asks one fictional recipient by SMS. */
export const askNode = (parameters: INodeParameters = {}, settings: Partial<INode> = {}) =>
	node(
		ASK,
		'messagingService',
		{
			resource: 'message',
			operation: 'sendAndWait',
			channel: 'sms',
			to: '+12025550100',
			message: 'May I?',
			...parameters,
		},
		settings,
	);

/** A connection: from which node to which, of which type, and from which output. */
export type Connection = [from: string, to: string, type?: string, output?: number];

/** Returns a workflow of nodes and their connections. */
export function workflow(nodes: WorkflowNode[], connections: Connection[]): WorkflowFile {
	const made: Record<string, Record<string, object[][]>> = {};
	for (const [from, to, type = 'main', output = 0] of connections) {
		const outputs = ((made[from] ??= {})[type] ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output].push({ node: to, type, index: 0 });
	}
	return {
		name: nodes.map(({ name }) => name).join(', '),
		nodes,
		connections: made,
		settings: { executionOrder: 'v1' },
	};
}

/** Returns a workflow whose nodes run one after the other. */
export const inARow = (...nodes: WorkflowNode[]) =>
	workflow(
		nodes,
		nodes.slice(1).map(({ name }, index) => [nodes[index].name, name]),
	);
