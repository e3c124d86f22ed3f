import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import type { CredentialReference, WorkflowFile } from '../../../playground/src/n8nClient';

/** Name of the trigger of the workflows made here. */
export const TRIGGER = 'Start';

/** Name of the node that sends. */
export const SENDER = 'Send';

/** A fictional recipient for each row. */
export const recipient = (index: number) => `+1202555${String(100 + index).padStart(4, '0')}`;

/**
 * A workflow that sends one message for each of so many rows; the text is the row's index.
 * @param options of the node that sends
 * @param settings of the same node, such as n8n's Retry On Fail
 */
export function sendRows(
	count: number,
	credential: CredentialReference,
	options: INodeParameters,
	settings: Partial<INode> = {},
): WorkflowFile {
	const rows = Array.from({ length: count }, (_, index) => ({
		to: recipient(index),
		text: String(index),
	}));
	const node = (
		name: string,
		type: string,
		typeVersion: number,
		parameters: INodeParameters,
	): INode => ({
		// n8n keeps the keys of Send Once Key by the node's id.
		id: `${name} ${Math.random()}`,
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters,
	});
	const sender = node(SENDER, 'n8n-nodes-messaging-service.messagingService', 1, {
		resource: 'message',
		operation: 'send',
		channel: 'sms',
		to: '={{ $json.to }}',
		message: '={{ $json.text }}',
		options,
	});
	const nodes = [
		node(TRIGGER, 'n8n-nodes-base.manualTrigger', 1, {}),
		node('Rows', 'n8n-nodes-base.set', 3.4, {
			mode: 'raw',
			jsonOutput: JSON.stringify({ rows }),
		}),
		node('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'rows' }),
		{ ...sender, credentials: { messagingServiceApi: credential }, ...settings },
	];
	const connections: IConnections = {};
	nodes.slice(1).forEach(({ name }, index) => {
		connections[nodes[index].name] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	});
	return { name: `${count} rows`, nodes, connections };
}
