import { type IExecuteFunctions, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { InputError } from '../errors';
import { collectionField } from '../fields/groups';
import { DRY_RUN, SETTINGS } from '../fields/options';
import { generate, generateAndSend } from './intent';
import { adoptFirstAvailable } from './lease/adoptFirstAvailable';
import { getAll } from './lease/getAll';
import { adopt, getStatus, relinquish } from './lease/oneNumber';
import { send } from './message/send';
import { sendAndWait } from './message/sendAndWait';
import { RECIPIENT_RULES } from '../recipients/recipient';
import type { Operation } from './operation';
import { send as sendOtp } from './otp/send';
import { verify } from './otp/verify';

/**
 * The registry: every resource with its operations, as the panel lists them, by the values of the parameters `resource`
 * and `operation`, and the operation that is chosen at first. All else derives from it.
 */
const RESOURCES: Record<
	string,
	{ name: string; description: string; first: string; operations: Record<string, Operation> }
> = {
	message: {
		name: 'Message',
		description: 'Text, iMessage or WhatsApp message',
		first: 'send',
		// n8n checks the signature of the links, and makes the human-approval tool, by the name `sendAndWait`.
		operations: { send, sendAndWait },
	},
	intent: {
		name: 'Message Intent',
		description: 'Link that contains the sender, the recipient and a text',
		first: 'generate',
		operations: { generate, generateAndSend },
	},
	lease: {
		name: 'Number Lease',
		description: 'Phone number that you lease',
		// What only reads: the others cost money.
		first: 'getAll',
		operations: { adopt, adoptFirstAvailable, getAll, getStatus, relinquish },
	},
	otp: {
		name: 'One-Time Password (OTP)',
		description: 'Password sent by SMS to verify a number',
		first: 'send',
		operations: { send: sendOtp, verify },
	},
};

/** Returns the operation that is set on the node. One that this version does not have refuses each item. */
export function findOperation(
	context: IExecuteFunctions,
): Partial<Operation> & Pick<Operation, 'prepare'> {
	// Neither can be an expression, and n8n evaluates nothing where its own address is none.
	const { resource, operation } = context.getNode().parameters;
	return (
		RESOURCES[`${resource}`]?.operations[`${operation}`] ?? {
			// Nothing is recorded of what reads.
			reads: true,
			prepare() {
				throw new InputError(
					`The operation "${operation}" of the resource "${resource}" does not exist`,
					'Open the node and choose resource and operation again.',
				);
			},
		}
	);
}

/** Returns all parameters of the node, as the panel shows them. */
export function nodeProperties() {
	const resources = Object.entries(RESOURCES);
	const properties: INodeProperties[] = [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			default: 'message',
			options: resources.map(([value, { name, description }]) => ({ name, value, description })),
		},
	];

	for (const [resource, { first, operations }] of resources) {
		const ofResource = Object.entries(operations);
		properties.push({
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			default: first,
			displayOptions: { show: { resource: [resource] } },
			options: ofResource.map(([value, { name, action, description }]) => ({
				name,
				value,
				action,
				description,
			})),
		});
		for (const [value, operation] of ofResource) {
			const show = { resource: [resource], operation: [value] };
			properties.push(...updateDisplayOptions({ show }, fieldsOf(operation)));
		}
	}
	return properties;
}

/** Returns the fields of an operation, with those that follow from what it does. */
function fieldsOf({ notice, fields, recipients, options, onceKey, inOneLane }: Operation) {
	const takesManyItems = recipients !== 'one';
	const allOptions = [
		...options,
		onceKey,
		recipients === 'many' && DRY_RUN,
		takesManyItems && SETTINGS.requestsPerSecond,
		takesManyItems && !inOneLane && SETTINGS.concurrency,
		SETTINGS.maxRetries,
		SETTINGS.timeout,
	].filter((option) => !!option);
	return [
		notice && {
			name: 'notice',
			displayName: notice,
			type: 'notice' as const,
			default: '',
			displayOptions: recipients && { show: { '@tool': [true] } },
		},
		...fields.map(({ field }) => field),
		recipients &&
			collectionField('recipientRules', 'Recipient Rules', 'rule', RECIPIENT_RULES[recipients]),
		collectionField('options', 'Options', 'option', allOptions),
	].filter((field) => !!field);
}
