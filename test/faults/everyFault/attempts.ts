import type { INodeParameters } from 'n8n-workflow';

import type { Simulator } from '../../../simulator';
import { RECIPIENT } from '../../support/simulated';

/** A request that the node makes, as the matrix of faults tries it. */
export interface Attempt {
	name: string;
	/** Decoded path of the request that goes wrong. */
	path: string;
	/** Key of the endpoint in the simulator's counters. */
	endpoint: string;
	retryClass: 'safe' | 'once';
	/** Whether the answer must hold a certain field. */
	needsField: boolean;
	/** Parameters of the operation; may ask the simulator for what has to be there before. */
	parameters(simulator: Simulator): Promise<INodeParameters>;
}

const NUMBER = '+12125550101';
const locator = { __rl: true, mode: 'number', value: NUMBER };
const intent = { resource: 'intent', toNumber: RECIPIENT, fromNumber: NUMBER, companyName: 'Acme' };

const attempt = (
	name: string,
	endpoint: string,
	retryClass: Attempt['retryClass'],
	needsField: boolean,
	parameters: INodeParameters,
): Attempt => ({
	name,
	endpoint,
	path: endpoint.split(' ')[1].replace('{number}', NUMBER),
	retryClass,
	needsField,
	parameters: async () => parameters,
});

/** Leases a number, so that it can be relinquished. */
async function adopt({ baseUrl }: Simulator): Promise<void> {
	await fetch(`${baseUrl}/enterprise/lease/register/${encodeURIComponent(NUMBER)}`, {
		method: 'POST',
		headers: { authorization: 'Bearer demo-enterprise' },
	});
}

/** Sends a one-time password, so that it can be verified. */
async function sendOtp(simulator: Simulator): Promise<INodeParameters> {
	await fetch(`${simulator.baseUrl}/otp/new`, {
		method: 'POST',
		headers: { authorization: 'Bearer demo-enterprise', 'content-type': 'application/json' },
		body: JSON.stringify({ to: RECIPIENT, language: 'en' }),
	});
	const [{ otpId, code }] = simulator.otps;
	return { otpId, otp: code };
}

/** Every endpoint of the service, one row each; the second request of "generate and send" besides. */
export const ATTEMPTS: Attempt[] = [
	attempt('message.send', 'POST /send/text', 'once', false, {
		resource: 'message',
		operation: 'send',
		to: RECIPIENT,
		message: 'Hello',
	}),
	attempt('otp.send', 'POST /otp/new', 'once', true, {
		resource: 'otp',
		operation: 'send',
		to: RECIPIENT,
	}),
	{
		...attempt('otp.verify', 'POST /otp/verify', 'once', true, {}),
		parameters: async (simulator) => ({
			resource: 'otp',
			operation: 'verify',
			...(await sendOtp(simulator)),
		}),
	},
	attempt('intent.generate', 'POST /enterprise/message/generate', 'once', true, {
		...intent,
		operation: 'generate',
	}),
	attempt('intent.generateAndSend', 'POST /send/text', 'once', false, {
		...intent,
		operation: 'generateAndSend',
	}),
	attempt('lease.getAll', 'GET /enterprise/lease/purchasable', 'safe', true, {
		resource: 'lease',
		operation: 'getAll',
	}),
	attempt('lease.getStatus', 'GET /enterprise/lease/status/{number}', 'safe', false, {
		resource: 'lease',
		operation: 'getStatus',
		number: locator,
	}),
	attempt('lease.adopt', 'POST /enterprise/lease/register/{number}', 'once', false, {
		resource: 'lease',
		operation: 'adopt',
		number: locator,
	}),
	{
		...attempt('lease.relinquish', 'POST /enterprise/lease/relinquish/{number}', 'once', false, {}),
		parameters: async (simulator) => {
			await adopt(simulator);
			return { resource: 'lease', operation: 'relinquish', number: locator };
		},
	},
];
