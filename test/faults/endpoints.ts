import type { INodeParameters } from 'n8n-workflow';

import type { RetryClass } from '../../nodes/MessagingService/transport/request';

const RECIPIENT = '+12025550143';
const SENDER = '+12025550100';
/** Stands in the simulator's pool. */
const LEASED = '+12125550101';

/** One request to the simulated service, made before the cell starts. */
export interface Preparation {
	path: string;
	body?: object;
}

/** One column of the matrix: a request that the node makes. */
export interface MatrixEndpoint {
	/** Operation as the workflow names it. */
	name: string;
	parameters: INodeParameters;
	method: 'GET' | 'POST';
	/** Decoded path, for the fault. */
	path: string;
	/** Key in the simulator's counters. */
	counter: string;
	retryClass: RetryClass;
	/** Whether the operation needs a field of the answer. */
	needsFields: boolean;
	/** What must have happened before. */
	preparations?: Preparation[];
	/** Whether an earlier request of the same item was already acted on. */
	isSecondRequest?: boolean;
	/** Whether what is sent is sent by a later request of the same item, so that this one sends nothing. */
	sendsLater?: boolean;
	/** Whether the operation takes a Send Once Key. */
	takesKey?: boolean;
}

type Described = Pick<MatrixEndpoint, 'name' | 'parameters'> & Partial<MatrixEndpoint>;

/** A request that sends, charges or counts, to a path without a number in it. */
const post = (path: string, { name, ...more }: Described): MatrixEndpoint => ({
	name,
	method: 'POST',
	path,
	counter: `POST ${path}`,
	retryClass: 'once',
	needsFields: false,
	...more,
});

const lease = (operation: string, method: 'GET' | 'POST', path: string): MatrixEndpoint => ({
	name: `lease.${operation}`,
	parameters: {
		resource: 'lease',
		operation,
		number: { __rl: true, mode: 'number', value: LEASED },
	},
	method,
	path: `/enterprise/lease/${path}/${LEASED}`,
	counter: `${method} /enterprise/lease/${path}/{number}`,
	retryClass: method === 'GET' ? 'safe' : 'once',
	needsFields: false,
});

const intent = (operation: string) => ({
	name: `intent.${operation}`,
	parameters: {
		resource: 'intent',
		operation,
		toNumber: RECIPIENT,
		fromNumber: SENDER,
		companyName: 'Acme',
	},
});

/** Every request that the node can make (section 4 of the service interface). */
export const ENDPOINTS: MatrixEndpoint[] = [
	post('/send/text', {
		name: 'message.send',
		parameters: {
			resource: 'message',
			operation: 'send',
			channel: 'sms',
			to: RECIPIENT,
			message: 'Hello',
		},
		takesKey: true,
	}),
	post('/send/text', {
		name: 'message.sendAndWait',
		parameters: {
			resource: 'message',
			operation: 'sendAndWait',
			channel: 'sms',
			to: RECIPIENT,
			message: 'Shall we?',
		},
	}),
	post('/otp/new', {
		name: 'otp.send',
		parameters: { resource: 'otp', operation: 'send', to: RECIPIENT },
		needsFields: true,
		takesKey: true,
	}),
	post('/otp/verify', {
		name: 'otp.verify',
		parameters: { resource: 'otp', operation: 'verify', otpId: '', otp: '123456' },
		needsFields: true,
		preparations: [{ path: '/otp/new', body: { to: RECIPIENT } }],
	}),
	post('/enterprise/message/generate', { ...intent('generate'), needsFields: true }),
	post('/enterprise/message/generate', {
		...intent('generateAndSend'),
		name: 'intent.generateAndSend, first request',
		needsFields: true,
		sendsLater: true,
		takesKey: true,
	}),
	post('/send/text', {
		...intent('generateAndSend'),
		name: 'intent.generateAndSend, second request',
		isSecondRequest: true,
		takesKey: true,
	}),
	{
		name: 'lease.getAll',
		parameters: { resource: 'lease', operation: 'getAll', returnAll: true },
		method: 'GET',
		path: '/enterprise/lease/purchasable',
		counter: 'GET /enterprise/lease/purchasable',
		retryClass: 'safe',
		needsFields: true,
	},
	lease('getStatus', 'GET', 'status'),
	lease('adopt', 'POST', 'register'),
	{
		...lease('relinquish', 'POST', 'relinquish'),
		preparations: [{ path: `/enterprise/lease/register/${encodeURIComponent(LEASED)}` }],
	},
];
