import type { INodeParameters } from 'n8n-workflow';

import { RESOURCES } from '../../nodes/MessagingService/resources';
import { onceKeyOf, type Operation } from '../../nodes/MessagingService/resources/operation';
import {
	GENERATE_INTENT,
	NEW_OTP,
	NUMBER_STATUS,
	PURCHASABLE,
	REGISTER,
	RELINQUISH,
	SEND_TEXT,
	VERIFY_OTP,
} from '../../nodes/MessagingService/service/endpoints';
import type { Endpoint } from '../../nodes/MessagingService/transport/request';

/** A recipient of every test that needs one; reserved for fiction. */
export const RECIPIENT = '+12025550143';

/** How an operation is tried. */
interface Example {
	/** The fields that it needs. */
	fields: INodeParameters;
	/** The requests that it makes, in order. */
	requests: Endpoint[];
	/** The operation that has to come before it; an expression in `fields` reads what that one returned. */
	after?: string;
	/** Texts of the first request's body that are sent as typed, and the field that each comes from. */
	texts?: Record<string, string>;
	/** Phone numbers of the first request's body. */
	phones?: string[];
}

const MESSAGE = { channel: 'sms', to: RECIPIENT, message: 'Hello' };
/** A text as a saved workflow sends it. */
export const SEND = { resource: 'message', operation: 'send', ...MESSAGE };
const INTENT = {
	fields: { toNumber: RECIPIENT, fromNumber: '+12025550100', companyName: 'Acme' },
	texts: {
		embedText: 'embedText',
		imageURL: 'imageUrl',
		companyName: 'companyName',
		option: 'option',
	},
	phones: ['toNumber', 'fromNumber'],
};
/** Stands in the simulator's pool. */
const LEASED = { __rl: true, mode: 'number', value: '+12125550101' };

/** Every operation of the registry, by `resource.operation`. The tests that try all of them begin here. */
const EXAMPLES: Record<string, Example> = {
	'message.send': { fields: MESSAGE, requests: [SEND_TEXT], texts: { message: 'message' } },
	'message.sendAndWait': { fields: MESSAGE, requests: [SEND_TEXT] },
	'intent.generate': { ...INTENT, requests: [GENERATE_INTENT] },
	'intent.generateAndSend': { ...INTENT, requests: [GENERATE_INTENT, SEND_TEXT] },
	'lease.adopt': { fields: { number: LEASED }, requests: [REGISTER] },
	'lease.adoptFirstAvailable': { fields: { filters: {} }, requests: [PURCHASABLE, REGISTER] },
	'lease.getAll': { fields: { returnAll: true }, requests: [PURCHASABLE] },
	'lease.getStatus': { fields: { number: LEASED }, requests: [NUMBER_STATUS] },
	'lease.relinquish': {
		fields: { number: LEASED },
		requests: [RELINQUISH],
		after: 'lease.adopt',
	},
	'otp.send': {
		fields: { to: RECIPIENT },
		requests: [NEW_OTP],
		texts: { language: 'language', name: 'name' },
		phones: ['to'],
	},
	'otp.verify': {
		fields: { otpId: '={{ $json.otp_id }}', otp: '123456' },
		requests: [VERIFY_OTP],
		after: 'otp.send',
	},
};

/** An operation of the registry, and how it is tried. */
export interface TriedOperation extends Omit<Example, 'fields'> {
	/** `resource.operation` */
	name: string;
	/** As a saved workflow holds them. */
	parameters: INodeParameters;
	/** As the panel names its resource. */
	resourceName: string;
	operation: Operation;
	/** Name of the option that holds the key of an item. */
	keyOption?: string;
}

/** Every operation, in the order of the panel. */
export const OPERATIONS: TriedOperation[] = Object.entries(RESOURCES).flatMap(
	([resource, { name: resourceName, operations }]) =>
		Object.entries(operations).map(([value, operation]): TriedOperation => {
			const name = `${resource}.${value}`;
			const { fields, ...example } = exampleOf(name);
			return {
				...example,
				name,
				parameters: { resource, operation: value, ...fields },
				resourceName,
				operation,
				keyOption: onceKeyOf(operation)?.field.name,
			};
		}),
);

function exampleOf(name: string): Example {
	const example = EXAMPLES[name];
	if (!example) throw new Error(`test/support/operations.ts has no example of ${name}`);
	return example;
}

/** Returns an operation by its name, `resource.operation`. */
export function operationOf(name: string): TriedOperation {
	const found = OPERATIONS.find((operation) => operation.name === name);
	if (!found) throw new Error(`There is no operation ${name}`);
	return found;
}

/** Returns the file of what an operation puts out, within the folder `__schema__` beside the built nodes. */
export const schemaOf = ({ name }: TriedOperation): string =>
	`v1.0.0/${name.replace('.', '/')}.json`;

/** The same of the trigger. */
export const TRIGGER_SCHEMA = 'v1.0.0.json';

/** Returns what the request line of an endpoint looks like: a number in E.164, other named parts as one segment. */
export function requestLine({ method, path }: Endpoint): RegExp {
	const parts = path.replace('{number}', '%2B[1-9]\\d{1,14}').replace(/\{\w+\}/g, '[^/?#\\s]+');
	return new RegExp(`^${method} ${parts}${method === 'GET' ? '(?:\\?[^#\\s]*)?' : ''}$`);
}
