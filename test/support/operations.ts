import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { messagingService } from './built';
import { entriesOf, propertiesOf } from './description';

/** A recipient of every test that needs one; reserved for fiction. */
export const RECIPIENT = '+12025550143';

/** A sender of every test that needs one. */
export const SENDER = '+12025550100';

/** A request of the service's interface. */
export interface Endpoint {
	method: 'GET' | 'POST';
	/** `{number}` is a part that the request names. */
	path: string;
	/** The field that every answer of success has. */
	needs: string;
	/** Whether it opens with an Enterprise plan alone. */
	enterprise: boolean;
}

const endpoint = (method: Endpoint['method'], path: string, needs: string): Endpoint => ({
	method,
	path,
	needs,
	enterprise: path.startsWith('/enterprise'),
});

const SEND_TEXT = endpoint('POST', '/send/text', 'crumbs');
const NEW_OTP = endpoint('POST', '/otp/new', 'otp_id');
const VERIFY_OTP = endpoint('POST', '/otp/verify', 'verified');
const GENERATE = endpoint('POST', '/enterprise/message/generate', 'url');
const PURCHASABLE = endpoint('GET', '/enterprise/lease/purchasable', 'data');
const STATUS = endpoint('GET', '/enterprise/lease/status/{number}', 'data');
const REGISTER = endpoint('POST', '/enterprise/lease/register/{number}', 'data');
const RELINQUISH = endpoint('POST', '/enterprise/lease/relinquish/{number}', 'data');

/** Every request of the service's interface. */
export const ENDPOINTS = [
	...[SEND_TEXT, NEW_OTP, VERIFY_OTP, GENERATE],
	...[PURCHASABLE, STATUS, REGISTER, RELINQUISH],
];

/** How an operation is tried. */
interface Example {
	/** Its fields; those of the item hold an expression. */
	fields: INodeParameters;
	/** The requests that it makes, in order. */
	requests: Endpoint[];
	/** The operation that has to come before it; its output is the input of this one. */
	after?: string;
}

const MESSAGE = { channel: 'sms', to: '={{ $json.to }}', message: '={{ $json.text ?? "Hello" }}' };
const INTENT = { to: '={{ $json.to }}', from: SENDER, companyName: 'Acme' };
/** Stands in the simulator's pool. */
export const LEASED = '+12125550101';
const NUMBER = { number: '={{ $json.number }}' };

/** Every operation of the panel, by `resource.operation`. The tests that try all of them begin here. */
const EXAMPLES: Partial<Record<string, Example>> = {
	'message.send': { fields: MESSAGE, requests: [SEND_TEXT] },
	'message.sendAndWait': { fields: MESSAGE, requests: [SEND_TEXT] },
	'intent.generate': { fields: INTENT, requests: [GENERATE] },
	'intent.generateAndSend': { fields: INTENT, requests: [GENERATE, SEND_TEXT] },
	'lease.adopt': { fields: NUMBER, requests: [REGISTER] },
	'lease.adoptFirstAvailable': { fields: {}, requests: [PURCHASABLE, REGISTER] },
	'lease.getAll': { fields: { returnAll: true }, requests: [PURCHASABLE] },
	'lease.getStatus': { fields: NUMBER, requests: [STATUS] },
	'lease.relinquish': { fields: NUMBER, requests: [RELINQUISH], after: 'lease.adopt' },
	'otp.send': { fields: { to: '={{ $json.to }}' }, requests: [NEW_OTP] },
	'otp.verify': {
		fields: { otpId: '={{ $json.otp_id }}', otp: '={{ $json.otp ?? "123456" }}' },
		requests: [VERIFY_OTP],
		after: 'otp.send',
	},
};

/** An operation of the panel, and how it is tried. */
export interface TriedOperation extends Omit<Example, 'fields'> {
	/** `resource.operation` */
	name: string;
	/** As a saved workflow holds them. */
	parameters: INodeParameters;
	/** As the panel names its resource and itself. */
	resourceName: string;
	displayName: string;
	/** Its fields and collections, as the panel has them. */
	properties: INodeProperties[];
	/** What stands in its collections. */
	options: INodeProperties[];
	rules: INodeProperties[];
	filters: INodeProperties[];
	/** Name of the option that keeps an item from being done twice. */
	keyOption?: string;
	/** Whether it sends something to a recipient. */
	sends: boolean;
	/** Whether it takes one item and waits for an answer. */
	waits: boolean;
}

/** Every operation, in the order of the panel. */
export const OPERATIONS: TriedOperation[] = choicesOf('resource').flatMap((resource) =>
	choicesOf('operation', resource.value).map((operation): TriedOperation => {
		const name = `${resource.value}.${operation.value}`;
		const { fields, ...example } = EXAMPLES[name] ?? noExample(name);
		const properties = propertiesOf(messagingService, resource.value, operation.value);
		const options = entriesOf(properties, 'options');
		return {
			...example,
			name,
			parameters: { resource: resource.value, operation: operation.value, ...fields },
			resourceName: resource.name,
			displayName: operation.name,
			properties,
			options,
			rules: entriesOf(properties, 'recipientRules'),
			filters: entriesOf(properties, 'filters'),
			keyOption: options.find((option) => option.name.endsWith('OnceKey'))?.name,
			sends: example.requests.some((request) => request === SEND_TEXT || request === NEW_OTP),
			waits: name === 'message.sendAndWait',
		};
	}),
);

function choicesOf(field: string, resource?: string) {
	const property = messagingService.description.properties.find(
		({ name, displayOptions }) =>
			name === field && (!resource || displayOptions?.show?.resource?.includes(resource)),
	);
	return (property?.options ?? []) as Array<{ name: string; value: string }>;
}

function noExample(name: string): never {
	throw new Error(`test/support/operations.ts has no example of ${name}`);
}

/** Returns an operation by its name, `resource.operation`. */
export function operationOf(name: string): TriedOperation {
	const found = OPERATIONS.find((operation) => operation.name === name);
	if (!found) throw new Error(`There is no operation ${name}`);
	return found;
}

/** The operations that send items to recipients, once each where they have a key. */
export const SENDING = ['message.send', 'otp.send', 'intent.generateAndSend'];

/** Returns what the request line of an endpoint looks like: a number in E.164, as one segment. */
export function requestLine({ method, path }: Endpoint): RegExp {
	const encoded = path.replace('{number}', '%2B[1-9]\\d{1,14}');
	return new RegExp(`^${method} ${encoded}${method === 'GET' ? '(?:\\?[^#\\s]*)?' : ''}$`);
}
