import {
	type IDisplayOptions,
	type IExecuteFunctions,
	type INodeProperties,
	updateDisplayOptions,
} from 'n8n-workflow';

import { InputError } from '../errors';
import { collectionField } from '../fields/groups';
import { CONCURRENCY, DRY_RUN, REQUEST_OPTIONS, REQUESTS_PER_SECOND } from '../fields/options';
import { generate, generateAndSend } from './intent';
import { adoptFirstAvailable } from './lease/adoptFirstAvailable';
import { getAll } from './lease/getAll';
import { adopt, getStatus, relinquish } from './lease/oneNumber';
import { send } from './message/send';
import { sendAndWait } from './message/sendAndWait';
import { type Operation, sendsMany } from './operation';
import { send as sendOtp } from './otp/send';
import { verify } from './otp/verify';

/**
 * The registry: every resource with its operations, as the panel lists them, by the values of the parameters `resource`
 * and `operation`. All else derives from it.
 */
const RESOURCES: Record<
	string,
	{ name: string; description: string; operations: Record<string, Operation> }
> = {
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
	},
	otp: {
		name: 'One-Time Password (OTP)',
		description: 'Password sent by SMS to verify a number',
		operations: { send: sendOtp, verify },
	},
};

/** Every operation, with the values of the two parameters, in the order of the panel. */
const OPERATIONS = Object.entries(RESOURCES).flatMap(([resource, { operations }]) =>
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

/** Returns all parameters of the node, as the panel shows them. */
export function nodeProperties(): INodeProperties[] {
	const resources = Object.entries(RESOURCES);
	const resourceField: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		default: 'message',
		options: resources.map(([value, { name, description }]) => ({ name, value, description })),
	};

	const operationFields = resources.map(([resource, { operations }]): INodeProperties => {
		const options = Object.entries(operations);
		// What only reads is chosen at first, where there is such: the others cost money.
		const [first] = options.find(([, { reads }]) => reads) ?? options[0];
		return {
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			default: first,
			displayOptions: { show: { resource: [resource] } },
			options: options.map(([value, { name, action, description }]) => ({
				name,
				value,
				action,
				description,
			})),
		};
	});

	const fields = OPERATIONS.flatMap(({ resource, value, operation }) => {
		const show = { resource: [resource], operation: [value] };
		return updateDisplayOptions({ show }, fieldsOf(operation));
	});
	return [resourceField, ...operationFields, ...fields];
}

/** Returns the fields of an operation, with those that follow from what it does. */
function fieldsOf(operation: Operation): INodeProperties[] {
	const { notice, toolNotice, fields, rules, options, onceKey, asksOnePerson, inOneLane } =
		operation;
	const asTool = { '@tool': [true] };
	const allOptions = [
		...options,
		onceKey,
		sendsMany(operation) && DRY_RUN,
		!asksOnePerson && REQUESTS_PER_SECOND,
		!asksOnePerson && !inOneLane && CONCURRENCY,
		...REQUEST_OPTIONS,
	].filter((option) => !!option);
	return [
		notice && box('notice', notice, { hide: asTool }),
		toolNotice && box('toolNotice', toolNotice, { show: asTool }),
		...fields.map(({ field }) => field),
		rules && collectionField('recipientRules', 'Recipient Rules', 'rule', rules),
		collectionField('options', 'Options', 'option', allOptions),
	].filter((field) => !!field);
}

/** Returns a box with a text. */
const box = (
	name: string,
	displayName: string,
	displayOptions: IDisplayOptions,
): INodeProperties => ({ name, displayName, type: 'notice', default: '', displayOptions });
