import type { INodeParameters } from 'n8n-workflow';

import type { Endpoint } from '../../nodes/MessagingService/transport/request';
import { OPERATIONS } from '../support/operations';

/** One column of the matrix: a request that the node makes. */
export interface MatrixEndpoint {
	/** The operation, and which of its requests where it makes several. */
	name: string;
	parameters: INodeParameters;
	/** The operation that has to come before. */
	after?: string;
	method: 'GET' | 'POST';
	/** Decoded path, for the fault. */
	path: string;
	/** Key in the simulator's counters. */
	counter: string;
	/** Key of the request before this one, where the item makes one. */
	counterBefore?: string;
	retryClass: 'safe' | 'once';
	/** Whether the operation needs a field of the answer. */
	needsFields: boolean;
	/** Whether an earlier request of the same item was already acted on. */
	isSecondRequest: boolean;
	/** Whether what is sent is sent by a later request of the same item, so that this one sends nothing. */
	sendsLater: boolean;
	/** Name of the option of the operation that keeps an item from being done twice. */
	keyOption?: string;
}

/** Goes on to the next number after some failures: `workflow/operations` tests it. */
const GOES_ON = 'lease.adoptFirstAvailable';

const counterOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Every request that the node can make (section 4 of the service interface). */
export const ENDPOINTS: MatrixEndpoint[] = OPERATIONS.filter(
	({ name }) => name !== GOES_ON,
).flatMap(({ name, parameters, after, requests, keyOption }) =>
	requests.map(
		(endpoint, index): MatrixEndpoint => ({
			name: requests.length > 1 ? `${name}, request ${index + 1}` : name,
			parameters,
			after,
			method: endpoint.method as 'GET' | 'POST',
			path: endpoint.path.replace(/\{.*/, '*'),
			counter: counterOf(endpoint),
			counterBefore: index > 0 ? counterOf(requests[index - 1]) : undefined,
			// What is more than reading is done once.
			retryClass: endpoint.method === 'GET' ? 'safe' : 'once',
			needsFields: Object.keys(endpoint.needs).length > 0,
			isSecondRequest: index > 0,
			sendsLater: index < requests.length - 1,
			keyOption,
		}),
	),
);
