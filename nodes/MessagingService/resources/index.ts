import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from '../parameters/options';
import { intent } from './intent';
import { lease } from './lease';
import { message } from './message';
import type { Operation, Resource } from './operation';
import { otp } from './otp';

/** The registry: every resource with its operations. All else of the node derives from it. */
export const RESOURCES: Resource[] = [message, intent, lease, otp];

/** Gives an operation by the values of the parameters `resource` and `operation`. */
export function findOperation(resource: string, operation: string): Operation | undefined {
	return RESOURCES.find(({ value }) => value === resource)?.operations.find(
		({ value }) => value === operation,
	);
}

/** Gives all parameters of the node. */
export function nodeProperties(): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			default: 'message',
			options: RESOURCES.map(({ name, value }) => ({ name, value })),
		},
		...RESOURCES.map(operationField),
		...RESOURCES.flatMap((resource) =>
			resource.operations.flatMap((operation) => fieldsOf(resource, operation)),
		),
	];
}

const OPERATION: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: '',
	options: [],
};

function operationField({ value, operations, defaultOperation }: Resource): INodeProperties {
	return {
		...OPERATION,
		default: defaultOperation.value,
		displayOptions: { show: { resource: [value] } },
		options: operations.map(({ name, value: operation, action, description }) => ({
			name,
			value: operation,
			action,
			description,
		})),
	};
}

function fieldsOf(resource: Resource, operation: Operation): INodeProperties[] {
	return [...operation.fields, optionsField(operation.options, !operation.oneItemOnly)].map(
		(field) => ({
			...field,
			displayOptions: {
				...field.displayOptions,
				show: {
					...field.displayOptions?.show,
					resource: [resource.value],
					operation: [operation.value],
				},
			},
		}),
	);
}
