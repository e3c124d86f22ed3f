import type {
	IDataObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE, readConnection } from '../transport/connection';
import { newPaceMemory, Pace, type PaceSettings } from '../transport/pace';
import type { ServiceRequest } from '../transport/request';
import { type RequestOptions, sendRequest } from '../transport/retry';

/** The places in n8n that reach the service: a node's execution, its lists, its polling. */
export type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export { newPaceMemory, Pace };

/** The service, as an account reaches it. */
export interface Service {
	/** `{base_url}`, without a trailing slash. */
	baseUrl: string;
	/** Carries out a request. Returns its answer, which holds what the endpoint needs. @throws ServiceError */
	send(request: ServiceRequest): Promise<IDataObject>;
}

/** How requests are made. */
export interface RequestSettings extends PaceSettings {
	/** Longest silence of one request, in ms. */
	timeout: number;
	/** Most retries of one request. */
	maxRetries: number;
}

/** What all requests of an execution share. */
export type Shared = Pick<RequestOptions, 'pace' | 'signal' | 'cancelSignal'>;

/**
 * Connects to the service with the credential of an item: n8n resolves the expressions in its fields by the item.
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
	const connection = readConnection(credential);

	const options = { ...settings, ...shared, helpers: context.helpers };
	return {
		baseUrl: connection.baseUrl,
		send: async (request) => await sendRequest(request, connection, options),
	};
}
