import { LoadOptionsContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeListSearchItems,
	INodeTypes,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { createAdditionalData } from './additionalData';
import { messagingService, messagingServiceApi, NODE_NAME, NODE_TYPE } from './n8nCore';

const nodeTypes: INodeTypes = {
	getByName: () => messagingService,
	getByNameAndVersion: () => messagingService,
	getKnownTypes: () => ({}),
};

/** What the list of numbers offers for what a user types into its search. */
export async function searchNumbers(
	credentials: ICredentialDataDecryptedObject,
	filter?: string,
): Promise<INodeListSearchItems[]> {
	const node = {
		id: 'node',
		name: NODE_NAME,
		type: NODE_TYPE,
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: { resource: 'lease', operation: 'adopt' },
		credentials: { messagingServiceApi: { id: '1', name: 'Simulator' } },
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const context = new LoadOptionsContext(
		workflow,
		workflow.getNode(NODE_NAME) ?? node,
		createAdditionalData(credentials, messagingServiceApi, nodeTypes),
		'',
	);
	const found = await messagingService.methods?.listSearch?.searchNumbers.call(context, filter);
	return found?.results ?? [];
}
