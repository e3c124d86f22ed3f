import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../errors';

import { generate } from './intent/generate';
import { generateAndSend } from './intent/generateAndSend';
import { adopt } from './lease/adopt';
import { adoptFirstAvailable } from './lease/adoptFirstAvailable';
import { getAll } from './lease/getAll';
import { getStatus } from './lease/getStatus';
import { relinquish } from './lease/relinquish';
import { send } from './message/send';
import { sendAndWait } from './message/sendAndWait';
import type { Operation, Resource } from './operation';
import { send as sendOtp } from './otp/send';
import { verify } from './otp/verify';

/**
 * The registry: every resource with its operations, as the panel lists them, by the values of the parameters `resource`
 * and `operation`. All else derives from it.
 */
export const RESOURCES: Record<string, Resource> = {
	message: {
		name: 'Message',
		description: 'Text, iMessage or WhatsApp message',
		// n8n checks the signature of the links, and makes the human-approval tool, by the name `sendAndWait`.
		operations: { send, sendAndWait },
	},
	intent: {
		name: 'Message Intent',
		description: 'Link that contains the sender, the recipient and a text',
		operations: { generate, generateAndSend },
	},
	lease: {
		name: 'Number Lease',
		description: 'Phone number that you lease',
		operations: { adopt, adoptFirstAvailable, getAll, getStatus, relinquish },
		// The others that come first cost money.
		defaultOperation: 'getAll',
	},
	otp: {
		name: 'One-Time Password (OTP)',
		description: 'Password sent by SMS to verify a number',
		operations: { send: sendOtp, verify },
	},
};

/** Every operation, with the values of the two parameters, in the order of the panel. */
export const OPERATIONS = Object.entries(RESOURCES).flatMap(([resource, { operations }]) =>
	Object.entries(operations).map(([value, operation]) => ({ resource, value, operation })),
);

/** The operation of a node whose own this version does not have: it refuses each item. Nothing is recorded of what reads. */
const NO_SUCH_OPERATION: Operation = {
	name: '',
	action: '',
	description: '',
	reads: true,
	fields: [],
	options: [],
	prepare(_, context) {
		const { resource, operation } = context.getNode().parameters;
		throw new InputError(
			`The operation "${String(operation)}" of the resource "${String(resource)}" does not exist`,
			'Open the node and choose resource and operation again.',
		);
	},
};

/** Returns the operation that is set on the node. */
export function findOperation(context: IExecuteFunctions): Operation {
	// Neither can be an expression, and n8n evaluates nothing where its own address is none.
	const { resource, operation } = context.getNode().parameters;
	const found = OPERATIONS.find((one) => one.resource === resource && one.value === operation);
	return found?.operation ?? NO_SUCH_OPERATION;
}
