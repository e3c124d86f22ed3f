import type {
	IDataObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE, readAccount } from '../request/account';
import { Pace, type PaceSettings } from '../request/pace';
import type { Endpoint, RequestParts } from '../request/endpoint';
import { type RequestOptions, requestUntilDone } from '../request/repeat';

/** The places in n8n that reach the service: a node's execution, its lists, its polling. */
type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** The service, as an account reaches it. */
export interface Service {
	/** `{base_url}`, without a trailing slash. */
	baseUrl: string;
	/** Makes a request. Returns its response, which holds what each success of the endpoint has. @throws ServiceError */
	request(endpoint: Endpoint, parts?: RequestParts): Promise<IDataObject>;
}

/** How requests are made. */
export interface RequestSettings extends PaceSettings {
	/** Longest time of one request, in ms. */
	timeout: number;
	/** Most repetitions of one request. */
	maxRetries: number;
}

/** The settings where there are no options to choose, or none is chosen. */
export const DEFAULT_SETTINGS: RequestSettings = {
	concurrency: 10,
	requestsPerSecond: 0,
	timeout: 30_000,
	maxRetries: 3,
};

/** What all requests of a run share. */
export type Shared = Pick<RequestOptions, 'pace' | 'signal' | 'cancelSignal'>;

/**
 * Returns the service as the credential of an item reaches it: n8n resolves the expressions in its fields by the item.
 * @param itemIndex absent where the node has no items
 * @throws InputError, or n8n's own error, where the credential cannot be used
 */
export async function connect(
	context: ServiceContext,
	settings: RequestSettings,
	itemIndex?: number,
	shared: Shared = { pace: new Pace(settings) },
): Promise<Service> {
	const credential = await context.getCredentials(CREDENTIAL_TYPE, itemIndex);
	const account = readAccount(credential);

	const options = { ...settings, ...shared, helpers: context.helpers };
	return {
		baseUrl: account.baseUrl,
		request: async (endpoint, parts) =>
			await requestUntilDone({ ...parts, endpoint, account }, options),
	};
}
