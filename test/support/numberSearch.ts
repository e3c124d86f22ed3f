import { LoadOptionsContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeListSearchItems,
	INodeListSearchResult,
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

/** What the list of numbers offers for what a user types into its search, on all pages. */
export async function searchNumbers(
	credentials: ICredentialDataDecryptedObject,
	filter?: string,
): Promise<INodeListSearchItems[]> {
	const { results, paginationToken } = await searchPage(credentials, filter);
	expect(paginationToken).toBeUndefined();
	return results;
}

/** One page of it: the first one, or that of a token. */
export async function searchPage(
	credentials: ICredentialDataDecryptedObject,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
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
	const search = messagingService.methods?.listSearch?.searchNumbers;

	return (await search?.call(context, filter, paginationToken)) ?? { results: [] };
}
