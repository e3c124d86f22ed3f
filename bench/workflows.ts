import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import type { CredentialReference, WorkflowFile } from '../playground/src/n8nClient';
import { requestParameters, sendParameters } from './rivals';

/** How messages are sent: by the node, without a key or with one; behind n8n's Remove Duplicates; by HTTP Request. */
export type Way = 'without' | 'withKey' | 'removeDuplicates' | 'httpRequest';

/** The saved credentials of the ways. */
export type Credentials = Record<'messagingServiceApi' | 'httpHeaderAuth', CredentialReference>;

/** Requests that HTTP Request starts at once, and that the node has at the same time. */
const AT_ONCE = 50;

/** Keys that Remove Duplicates remembers: more than are ever used here, since it refuses more. */
const HISTORY = 1_000_000;

/** Returns a workflow that sends each row of a webhook's call, and answers once it has ended. */
export function workflowOf(
	way: Way,
	address: string,
	service: string,
	credentials: Credentials,
): WorkflowFile {
	const node = (name: string, typeVersion: number, parameters: INodeParameters): INode => ({
		id: `${address} ${name}`,
		name,
		type: `n8n-nodes-base.${name}`,
		typeVersion,
		position: [0, 0],
		parameters,
	});

	const webhook: INode = {
		...node('webhook', 2, { httpMethod: 'POST', path: address, responseMode: 'lastNode' }),
		webhookId: address,
	};
	const splitOut = node('splitOut', 1, { fieldToSplitOut: 'body.rows' });
	const removeDuplicates = node('removeDuplicates', 2, {
		operation: 'removeItemsSeenInPreviousExecutions',
		logic: 'removeItemsWithAlreadySeenKeyValues',
		dedupeValue: '={{ $json.text }}',
		options: { historySize: HISTORY },
	});
	const send: INode = {
		...node('send', 1, sendParameters(AT_ONCE, way === 'withKey')),
		type: 'n8n-nodes-messaging-service.messagingService',
	};
	const httpRequest = node('httpRequest', 4.2, requestParameters(service, AT_ONCE));

	const nodes = [
		webhook,
		splitOut,
		...(way === 'removeDuplicates' ? [removeDuplicates] : []),
		{ ...(way === 'httpRequest' ? httpRequest : send), credentials },
	];
	return { name: address, nodes, connections: inARow(nodes) } as unknown as WorkflowFile;
}

/** Connects each node with the next. */
function inARow(nodes: INode[]): IConnections {
	const connections: IConnections = {};
	nodes.slice(1).forEach(({ name }, index) => {
		const before = nodes[index].name;
		connections[before] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	});
	return connections;
}
