/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @typescript-eslint/no-require-imports -- runs on Node.js itself, and loads built nodes by path */
import path from 'node:path';

import type { INodeParameters, INodeType, IVersionedNodeType } from 'n8n-workflow';

/** Who sends the messages through n8n. */
export type RivalName = 'package' | 'httpRequest' | 'empty';

/** A node that sends one message for each item. */
export interface RivalNode {
	/** n8n decides by the type's name which credentials a node may use. */
	type: string;
	typeVersion: number;
	node: INodeType;
	parameters: INodeParameters;
	credentialType: string;
}

/** What a rival is told. */
export interface Instructions {
	/** `{base_url}` of the simulator. */
	service: string;
	/** Maximum number of requests at the same time. */
	concurrency: number;
	/** Whether each message has a Send Once Key. */
	hasKeys: boolean;
}

/** Returns a rival that follows the instructions. */
export const rivalNode = (name: RivalName, instructions: Instructions): RivalNode =>
	RIVALS[name](instructions);

const RIVALS: Record<RivalName, (instructions: Instructions) => RivalNode> = {
	package: ownNode,

	httpRequest: ({ service, concurrency }) => ({
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		node: load<IVersionedNodeType>(base('HttpRequest/HttpRequest.node.js'), 'HttpRequest')
			.nodeVersions[4.2],
		credentialType: 'httpHeaderAuth',
		parameters: requestParameters(service, concurrency),
	}),

	empty: () => ({
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		node: load(base('NoOp/NoOp.node.js'), 'NoOp'),
		credentialType: 'httpHeaderAuth',
		parameters: {},
	}),
};

/** Returns the built node. */
function ownNode({ concurrency, hasKeys }: Instructions): RivalNode {
	const file = path.join(__dirname, 'dist/nodes/MessagingService/MessagingService.node.js');
	return {
		type: 'n8n-nodes-messaging-service.messagingService',
		typeVersion: 1,
		node: load(file, 'MessagingService'),
		credentialType: 'messagingServiceApi',
		parameters: sendParameters(concurrency, hasKeys),
	};
}

/** Returns the parameters by which the package sends a row. */
export const sendParameters = (concurrency: number, hasKeys: boolean): INodeParameters => ({
	resource: 'message',
	operation: 'send',
	channel: 'sms',
	to: '={{ $json.to }}',
	message: '={{ $json.text }}',
	options: { concurrency, ...(hasKeys && { sendOnceKey: '={{ $json.text }}' }) },
});

/** Returns the same of HTTP Request. It starts a batch each ms, whatever became of the one before. */
export const requestParameters = (service: string, batchSize: number): INodeParameters => ({
	method: 'POST',
	url: `${service}/send/text`,
	authentication: 'genericCredentialType',
	genericAuthType: 'httpHeaderAuth',
	sendBody: true,
	specifyBody: 'json',
	jsonBody: '={{ { to: $json.to, message: $json.text } }}',
	options: { batching: { batch: { batchSize, batchInterval: 1 } } },
});

function load<T>(file: string, className: string): T {
	const exported = require(file) as Record<string, new () => T>;
	return new exported[className]();
}

function base(file: string): string {
	const folder = path.dirname(require.resolve('n8n-nodes-base/package.json'));
	return path.join(folder, 'dist', 'nodes', file);
}
