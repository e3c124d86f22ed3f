import { ExecutionLifecycleHooks } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

/**
 * Returns what an execution has of n8n's server, as far as a node sees it.
 * @param credentials data of every credential, as n8n decrypts it
 * @param credentialType signs every request
 * @param address of n8n, without a slash in the end
 */
export function createAdditionalData(
	credentials: ICredentialDataDecryptedObject,
	{ authenticate }: ICredentialType,
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
			getDecrypted: async () => ({ ...credentials }),
			preAuthentication: async () => undefined,
			authenticate: async (
				data: ICredentialDataDecryptedObject,
				_type: string,
				options: IHttpRequestOptions,
			) => (typeof authenticate === 'function' ? await authenticate(data, options) : options),
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
