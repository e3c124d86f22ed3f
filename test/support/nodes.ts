import type { IDataObject, INode, INodeType, INodeTypes } from 'n8n-workflow';
import { NodeConnectionTypes, Workflow } from 'n8n-workflow';

/** Returns a node of a workflow, with a credential of ours. */
export const aNode = (more: Partial<INode> = {}): INode => ({
	id: 'node-under-test',
	name: 'Node',
	type: 'source',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	credentials: { messagingServiceApi: { id: '1', name: 'Simulator' } },
	...more,
});

/** Returns a type of nodes with one output, which does what a test needs. */
export const aNodeType = (
	name: string,
	execute: NonNullable<INodeType['execute']>,
	inputs: INodeType['description']['inputs'] = [],
): INodeType => ({
	description: {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: 'Exists in the tests alone',
		usableAsTool: true,
		defaults: { name },
		inputs,
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	execute,
});

/** Returns the connections of a node that leads to one node by each of its outputs. */
export const leadsTo = (...names: string[]) => ({
	main: names.map((node) => [{ node, type: NodeConnectionTypes.Main, index: 0 }]),
});

/** Returns the types that a workflow may name: these by their full names, or one for all names. */
export function nodeTypes(types: INodeType | Record<string, INodeType>): INodeTypes {
	const get = (name: string) => {
		const type = 'description' in types ? (types as INodeType) : types[name];
		if (!type) throw new Error(`The tests know no node type "${name}"`);
		return type;
	};
	return { getByName: get, getByNameAndVersion: get, getKnownTypes: () => ({}) };
}

/** Returns a workflow of one node. @param staticData as n8n has saved it */
export const workflowOf = (node: INode, nodeTypes: INodeTypes, staticData?: IDataObject) =>
	new Workflow({
		id: 'test-workflow',
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes,
		staticData,
	});
