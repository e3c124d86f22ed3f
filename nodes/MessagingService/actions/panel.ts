import { type IDisplayOptions, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { CONCURRENCY, DRY_RUN, REQUEST_OPTIONS, REQUESTS_PER_SECOND } from '../fields/options';
import { collectionField } from '../fields/groups';
import type { Parameter } from '../fields/parameter';
import { OPERATIONS, RESOURCES } from './index';
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
		options: resources.map(([value, { name, description }]) => ({ name, value, description })),
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
	const { notice, toolNotice, fields, rules } = operation;
	const asTool = { '@tool': [true] };
	return [
		notice && box('notice', notice, { hide: asTool }),
		toolNotice && box('toolNotice', toolNotice, { show: asTool }),
		...fields.map(({ field }) => field),
		rules && collectionField('recipientRules', 'Recipient Rules', 'rule', rules),
		collectionField('options', 'Options', 'option', optionsOf(operation)),
	].filter((field) => !!field);
}

/** Returns a box with a text. */
const box = (
	name: string,
	displayName: string,
	displayOptions: IDisplayOptions,
): INodeProperties => ({ name, displayName, type: 'notice', default: '', displayOptions });

/** Returns all options of an operation. */
function optionsOf(operation: Operation): Array<Parameter<unknown>> {
	const { options, onceKey, asksOnePerson, inOneLane } = operation;
	return [
		...options,
		onceKey,
		sendsMany(operation) && DRY_RUN,
		!asksOnePerson && REQUESTS_PER_SECOND,
		!asksOnePerson && !inOneLane && CONCURRENCY,
		...REQUEST_OPTIONS,
	].filter((option) => !!option);
}
