import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { CREDENTIAL_TYPE, readAccount } from '../request/account';
import type { Endpoint, ServiceRequest } from '../request/endpoint';
import { newPace } from '../request/pace';
import { requestWithRepeats } from '../request/request';
import { isAgentTool, withoutItems } from '../n8n/undocumented';
import type { RequestSettings, Shared } from '../request/settings';

/** The service, as an account reaches it. */
export type Service = Awaited<ReturnType<typeof serviceFor>>;

/**
 * Returns the service as the credential of an item reaches it, in a node's execution, its lists or its polling: n8n resolves the
 * expressions in its fields by the item.
 * @param itemIndex absent where the node has no items
 * @throws InputError, or n8n's own error, where the credential cannot be used
 */
export async function serviceFor(
	context: IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions,
	settings: RequestSettings,
	itemIndex?: number,
	shared: Shared = { helpers: context.helpers, pace: newPace(settings.requestsPerSecond) },
) {
	// In a tool, the items are the model's: no field of the credential may depend on them.
	const asking = isAgentTool(context.getNode()) ? withoutItems(context) : context;
	const credential = await asking.getCredentials(CREDENTIAL_TYPE, itemIndex);
	const account = readAccount(credential);
	return {
		/** `{base_url}`, without a trailing slash. */
		baseUrl: account.baseUrl,
		/** Makes a request. Returns its response, which holds what each success of the endpoint has. @throws ServiceError */
		request: (endpoint: Endpoint, parts?: Partial<ServiceRequest>) =>
			requestWithRepeats({ ...parts, endpoint, account }, { ...settings, ...shared }),
	};
}
