import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import {
	enterpriseNotice,
	notice,
	type Parameter,
	REVIEW_TIP,
	toolNotice,
} from '../parameters/parameter';
import { DRY_RUN } from '../parameters/sending';
import { optionsField } from '../parameters/settings';
import { CHANNEL_NAMES } from './channels';
import { OPERATIONS, RESOURCES } from './index';
import type { Operation, Resource } from './operation';

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
		return updateDisplayOptions({ show }, fieldsOf(RESOURCES[resource], operation));
	});

	return [resourceField, ...operationFields, ...fields];
}

function operationField(resource: string, shown: Resource): INodeProperties {
	const { operations, defaultOperation = Object.keys(operations)[0] } = shown;
	const options = Object.entries(operations).map(([value, operation]) => ({
		name: operation.name,
		value,
		action: actionOf(operation),
		description: operation.description,
	}));

	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: defaultOperation,
		displayOptions: { show: { resource: [resource] } },
		options,
	};
}

/** Returns the action. An AI agent hears of it alone, so what buys something says so; a message plainly costs money. */
function actionOf({ action, effect, costsMoney }: Operation): string {
	return costsMoney && effect === 'changes' ? `${action} (costs money)` : action;
}

function fieldsOf({ enterprise }: Resource, operation: Operation): INodeProperties[] {
	const { parameters, oneItemOnly } = operation;
	const plan = enterprise ? [enterpriseNotice(enterprise)] : [];
	const options = parameters.filter(({ isOption }) => isOption);
	const others = parameters.filter(({ isOption }) => !isOption);

	const fields = [...plan, ...costNotices(operation), ...others].map(({ field }) => field);
	return [...fields, optionsField(options, { forManyItems: !oneItemOnly })];
}

/** Tells of costs; where the node is the tool of an AI agent, each call of the model costs money. */
function costNotices(operation: Operation): Array<Parameter<undefined>> {
	const { costsMoney, agentNotice = agentNoticeOf(operation) } = operation;
	if (!costsMoney) return [];

	return [notice('costNotice', costsMoney), toolNotice(agentNotice)];
}

/** Returns the notice for whoever lets an AI agent use the operation. */
function agentNoticeOf({ effect }: Operation): string {
	const calls = 'The AI agent decides how often this runs, and each call costs money.';
	const recipient =
		"Type the recipient into 'To' yourself; if the model must choose it, set 'Only Send To' or 'Allowed Countries' in the options.";
	return effect === 'sends' ? `${calls} ${recipient} ${REVIEW_TIP}` : `${calls} ${REVIEW_TIP}`;
}

/**
 * Returns the expression by which n8n shows what a node does below its name: the operation in words, with
 * the channel. A channel that is an expression of its own is a "Message". A Dry Run says first that it is one,
 * since the canvas cuts off the end of a long subtitle.
 */
export function nodeSubtitle(): string {
	const subtitles = OPERATIONS.map(({ resource, value, operation }) => [
		`${resource}.${value}`,
		(operation.parameters.includes(DRY_RUN) ? '{dryRun}' : '') + operation.subtitle,
	]);
	const subtitle = `${JSON.stringify(Object.fromEntries(subtitles))}[$parameter.resource + "." + $parameter.operation]`;
	const channel = `${JSON.stringify(CHANNEL_NAMES)}[$rawParameter.channel]`;
	const dryRun = '$rawParameter.options?.dryRun === true ? "Dry Run: " : ""';
	return `={{ (${subtitle} || "").replace("{channel}", ${channel} || "Message").replace("{dryRun}", ${dryRun}) }}`;
}
