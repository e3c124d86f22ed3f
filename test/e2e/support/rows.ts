import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import type { CredentialReference, WorkflowFile } from '../../../playground/src/n8nClient';

/** Name of the trigger of the workflows made here. */
export const TRIGGER = 'Start';

/** Name of the node that sends. */
export const SENDER = 'Send';

/** A recipient for each row; those of the first hundred are fictional. */
export const recipient = (index: number) => `+1${2_025_550_100 + index}`;

/**
 * A workflow that sends one message for each row; the text is the row's index.
 * @param indexes how many rows, or the index of each
 * @param options of the node that sends
 * @param settings of the same node, such as n8n's Retry On Fail
 */
export function sendRows(
	indexes: number | number[],
	credential: CredentialReference,
	options: INodeParameters,
	settings: Partial<INode> = {},
): WorkflowFile {
	const chosen = typeof indexes === 'number' ? [...Array(indexes).keys()] : indexes;
	const rows = chosen.map((index) => ({ to: recipient(index), text: String(index) }));
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

	return { name: `${rows.length} rows`, nodes, connections };
}

/** The same workflow, with its rows sent in rounds of a loop. */
export function inRounds(file: WorkflowFile, batchSize: number): WorkflowFile {
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	const loop: INode = {
		id: 'Loop',
		name: 'Loop',
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		position: [0, 0],
		parameters: { batchSize },
	};
	return {
		...file,
		nodes: [...file.nodes, loop],
		connections: {
			...file.connections,
			Split: { main: [to('Loop')] },
			Loop: { main: [[], to(SENDER)] },
			[SENDER]: { main: [to('Loop')] },
		},
	};
}
