import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { CONCURRENCY, DRY_RUN, REQUEST_OPTIONS, REQUESTS_PER_SECOND } from '../fields/runOptions';
import { collectionField, type Parameter } from '../fields/parameter';
import { OPERATIONS, RESOURCES } from './index';
import { CHANNEL_NAMES } from './message/messageFields';
import { type Operation, type Resource, sendsMany } from './operation';

/** Returns all parameters of the node, as the panel shows them. */
export function nodeProperties(): INodeProperties[] {
	const resources = Object.entries(RESOURCES);
	const resourceField: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		default: 'message',
		options: resources.map(([value, { name }]) => ({ name, value })),
	};

	const operationFields = resources.map(([value, resource]) => operationField(value, resource));
	const fields = OPERATIONS.flatMap(({ resource, value, operation }) => {
		const show = { resource: [resource], operation: [value] };
		return updateDisplayOptions({ show }, fieldsOf(operation));
	});
	return [resourceField, ...operationFields, ...fields];
}

function operationField(resource: string, shown: Resource): INodeProperties {
	const { operations, defaultOperation = Object.keys(operations)[0] } = shown;
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

function fieldsOf(operation: Operation): INodeProperties[] {
	const { fields, rules } = operation;
	const rulesLabels = { displayName: 'Recipient Rules', placeholder: 'Add rule' };
	const optionsLabels = { displayName: 'Options', placeholder: 'Add option' };
	return [
		...boxes(operation),
		...fields.map(({ field }) => field),
		...(rules ? [collectionField('recipientRules', rulesLabels, rules)] : []),
		collectionField('options', optionsLabels, optionsOf(operation)),
	];
}

/** Returns all options of an operation. */
function optionsOf(operation: Operation): Array<Parameter<unknown>> {
	const { options, onceKey, asksOnePerson, takesTurns } = operation;
	return [
		...options,
		...(onceKey ? [onceKey] : []),
		...(sendsMany(operation) ? [DRY_RUN] : []),
		...(asksOnePerson ? [] : [REQUESTS_PER_SECOND]),
		...(asksOnePerson || takesTurns ? [] : [CONCURRENCY]),
		...REQUEST_OPTIONS,
	];
}

/** Returns the box above the fields: one for people, another where an AI agent uses the node as a tool. */
function boxes(operation: Operation): INodeProperties[] {
	const asTool = { '@tool': [true] };
	return [
		...box('notice', operation.notice, { hide: asTool }),
		...box('toolNotice', operation.toolNotice, { show: asTool }),
	];
}

function box(
	name: string,
	displayName: string | undefined,
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties[] {
	return displayName ? [{ name, displayName, type: 'notice', default: '', displayOptions }] : [];
}

/**
 * Returns the expression by which n8n shows what a node does below its name: the operation in words, with the channel. A
 * Dry Run says first that it is one, since the canvas cuts off the end of a long subtitle.
 */
export function nodeSubtitle(): string {
	const subtitles = OPERATIONS.map(({ resource, value, operation }) => [
		`${resource}.${value}`,
		(sendsMany(operation) ? '{dryRun}' : '') + operation.subtitle,
	]);
	const subtitle = `${JSON.stringify(Object.fromEntries(subtitles))}[$parameter.resource + "." + $parameter.operation]`;
	const channel = `${JSON.stringify(CHANNEL_NAMES)}[$rawParameter.channel]`;
	const dryRun = '$rawParameter.options?.dryRun === true ? "Dry Run: " : ""';
	return `={{ (${subtitle} || "").replace("{channel}", ${channel} || "Message").replace("{dryRun}", ${dryRun}) }}`;
}
