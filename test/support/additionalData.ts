import { ExecutionLifecycleHooks } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	INodeParameters,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { aNode, workflowOf } from './nodes';

/**
 * Returns what an execution has of n8n's server, as far as a node sees it.
 * @param credentials data of every credential, as n8n decrypts it; its fields may hold expressions
 * @param address of n8n, without a slash in the end
 */
export function createAdditionalData(
	credentials: ICredentialDataDecryptedObject,
	nodeTypes: INodeTypes,
	address = 'http://127.0.0.1',
): IWorkflowExecuteAdditionalData {
	return {
		executionId: '1',
		hooks: new ExecutionLifecycleHooks('manual', '1', {} as never),
		nodeTypes,
		credentialsHelper: {
			getParentTypes: () => [],
			isCredentialUsableByNode: () => true,
			getCredentialsProperties: () => [],
			getDecrypted: async (...asked: Parameters<ICredentialsHelper['getDecrypted']>) =>
				resolved(credentials, nodeTypes, asked),
			preAuthentication: async () => undefined,
		},
		restApiUrl: `${address}/rest`,
		instanceBaseUrl: `${address}/`,
		formWaitingBaseUrl: `${address}/form-waiting`,
		webhookBaseUrl: `${address}/webhook`,
		webhookWaitingBaseUrl: `${address}/webhook-waiting`,
		webhookTestBaseUrl: `${address}/webhook-test`,
		variables: {},
		setExecutionStatus: () => undefined,
		sendDataToUI: () => undefined,
		logAiEvent: () => undefined,
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** Stands where no node asks: n8n's server takes a node of no workflow, without items. */
const NOWHERE = aNode({ name: '' });

/** Resolves the expressions in a credential as n8n's server does: for an item, where the node has items. */
function resolved(
	credentials: ICredentialDataDecryptedObject,
	nodeTypes: INodeTypes,
	[, , , mode, executeData, , place]: Parameters<ICredentialsHelper['getDecrypted']>,
): ICredentialDataDecryptedObject {
	const data = { ...credentials } as INodeParameters;
	const { expression } = place?.workflow ?? workflowOf(NOWHERE, nodeTypes);
	try {
		return expression.getParameterValue(
			data,
			place?.runExecutionData ?? null,
			place?.runIndex ?? 0,
			place?.itemIndex ?? 0,
			place?.node.name ?? NOWHERE.name,
			place?.connectionInputData ?? [],
			mode,
			{},
			executeData,
			false,
			data,
		) as ICredentialDataDecryptedObject;
	} catch (error) {
		if (error instanceof Error) error.message += ' [Error resolving credentials]';
		// eslint-disable-next-line @n8n/community-nodes/require-node-api-error -- as n8n's server throws it
		throw error;
	}
}
