import type { INodeProperties } from 'n8n-workflow';

import { enterpriseNotice } from '../parameters/fields';
import { optionsField } from '../parameters/options';
import { RESOURCES } from './index';
import { CHANNEL_NAMES } from './message/send';
import type { Resource } from './operation';

type Entry = [value: string, resource: Resource];

/** Returns all parameters of the node, as the panel shows them. */
export function nodeProperties(): INodeProperties[] {
	const resources = Object.entries(RESOURCES);
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			default: 'message',
			options: resources.map(([value, { name }]) => ({ name, value })),
		},
		...resources.map(operationField),
		...resources.flatMap(fieldsOf),
	];
}

function operationField([
	resource,
	{ operations, defaultOperation = Object.keys(operations)[0] },
]: Entry): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: defaultOperation,
		displayOptions: { show: { resource: [resource] } },
		options: Object.entries(operations).map(([value, { name, action, description }]) => ({
			name,
			value,
			action,
			description,
		})),
	};
}

function fieldsOf([resource, { enterprise, operations }]: Entry): INodeProperties[] {
	const notices = enterprise ? [enterpriseNotice(enterprise)] : [];
	return Object.entries(operations).flatMap(([operation, { fields, options, oneItemOnly }]) =>
		[...notices, ...fields, optionsField(options, !oneItemOnly)].map((field) => {
			const { displayOptions } = field;
			const show = { ...displayOptions?.show, resource: [resource], operation: [operation] };
			return { ...field, displayOptions: { ...displayOptions, show } };
		}),
	);
}

/**
 * Returns the expression by which n8n shows what a node does below its name: the operation in words, with
 * the channel. A channel that is an expression of its own is a "message".
 */
export function nodeSubtitle(): string {
	const subtitles = Object.entries(RESOURCES).flatMap(([resource, { operations }]) =>
		Object.entries(operations).map(([operation, { action, subtitle }]) => [
			`${resource}.${operation}`,
			subtitle ?? action.replace(' (costs money)', ''),
		]),
	);
	const subtitle = `${JSON.stringify(Object.fromEntries(subtitles))}[$parameter.resource + "." + $parameter.operation]`;
	const channel = `${JSON.stringify(CHANNEL_NAMES)}[$rawParameter.channel]`;
	return `={{ (${subtitle} || "").replace("{channel}", ${channel} || "message") }}`;
}
