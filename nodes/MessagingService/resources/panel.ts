import type { INodeProperties } from 'n8n-workflow';

import { enterpriseNotice } from '../parameters/notice';
import { optionsField } from '../parameters/options';
import { RESOURCES } from './index';
import { CHANNEL_NAMES } from './message/send';
import type { Operation, Resource } from './operation';

/** Returns all parameters of the node, as the panel shows them. */
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

function operationField({
	value,
	operations,
	defaultOperation = operations[0],
}: Resource): INodeProperties {
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
	const { fields, options, oneItemOnly } = operation;
	const notices = resource.enterprise ? [enterpriseNotice(resource.enterprise)] : [];
	return [...notices, ...fields, optionsField(options, !oneItemOnly)].map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: {
				...field.displayOptions?.show,
				resource: [resource.value],
				operation: [operation.value],
			},
		},
	}));
}

/**
 * Returns the expression by which n8n shows what a node does below its name: the operation in words, with
 * the channel. A channel that is an expression of its own is a "message".
 */
export function nodeSubtitle(): string {
	const subtitles = RESOURCES.flatMap(({ value, operations }) =>
		operations.map(({ value: operation, action, subtitle }) => [
			`${value}.${operation}`,
			subtitle ?? action.replace(' (costs money)', ''),
		]),
	);
	const subtitle = `${JSON.stringify(Object.fromEntries(subtitles))}[$parameter.resource + "." + $parameter.operation]`;
	const channel = `${JSON.stringify(CHANNEL_NAMES)}[$rawParameter.channel]`;
	return `={{ (${subtitle} || "").replace("{channel}", ${channel} || "message") }}`;
}
