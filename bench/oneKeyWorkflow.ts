import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import type { CredentialReference, WorkflowFile } from '../playground/src/n8nClient';

/** How a message is sent: without a key, behind n8n's Remove Duplicates, or with a Send Once Key. */
export type Way = 'without' | 'removeDuplicates' | 'withKey';

/** Keys that Remove Duplicates remembers: more than are ever used here, since it refuses more. */
const HISTORY = 1_000_000;

/** Returns a workflow that sends each row of a webhook's call, and answers once it has ended. */
export function workflowOf(
	way: Way,
	address: string,
	credential: CredentialReference,
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
		...node('send', 1, {
			resource: 'message',
			operation: 'send',
			channel: 'sms',
			to: '={{ $json.to }}',
			message: '={{ $json.text }}',
			options: way === 'withKey' ? { sendOnceKey: '={{ $json.text }}' } : {},
		}),
		type: 'n8n-nodes-messaging-service.messagingService',
		credentials: { messagingServiceApi: credential },
	};

	const nodes = [
		webhook,
		splitOut,
		...(way === 'removeDuplicates' ? [removeDuplicates] : []),
		send,
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
