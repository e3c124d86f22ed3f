import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { COUNTRIES } from '../phone';
import { pageOptions } from '../sendAndWait/question';
import { limitWaitTimeOption } from '../sendAndWait/waitLimit';
import type { Operation, OperationOption } from '../resources/operation';

const OWN_OPTIONS: Record<OperationOption, INodeProperties> = {
	defaultCountry: {
		displayName: 'Default Country',
		name: 'defaultCountry',
		type: 'options',
		default: 'US',
		description: 'Country by which phone numbers without a country code are read',
		options: COUNTRIES as INodePropertyOptions[],
	},
	fallback: {
		displayName: 'Fallback',
		name: 'fallback',
		type: 'boolean',
		default: true,
		description: 'Whether to set the fallback delivery flag of the service',
	},
	failOnIncorrect: {
		displayName: 'Fail on Incorrect Password',
		name: 'failOnIncorrect',
		type: 'boolean',
		default: false,
		description:
			'Whether an incorrect one-time password makes the item fail, instead of giving an item with verified: false',
	},
	limitWaitTime: limitWaitTimeOption,
	...pageOptions,
	sendOnceKey: {
		displayName: 'Send Once Key',
		name: 'sendOnceKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.orderId }}',
		description:
			'A value that is different for each message. An item whose key this node has used before is skipped, so that a retry or a second run sends nobody a second message.',
	},
};

/** Options for one request; they hold for the whole execution and are read from its first item. */
const REQUEST_OPTIONS: INodeProperties[] = [
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 10 },
		default: 3,
		description:
			'Most retries of one request. A request is only repeated where that cannot send or charge twice.',
	},
	{
		displayName: 'Timeout (Ms)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 30000,
		description: 'How long to wait for the complete answer to one request, in milliseconds',
	},
];

/** Options for many requests, of the whole execution too. */
const BATCH_OPTIONS: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: 10,
		description: 'Most requests in flight at once, over all input items of the execution',
	},
	{
		displayName: 'Requests per Second',
		name: 'requestsPerSecond',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Most requests started in a second, over all input items; 0 for no limit',
	},
];

/** The collection `options` of an operation. */
export function optionsField({
	options: own,
	waits,
}: Pick<Operation, 'options' | 'waits'>): INodeProperties {
	const options = [
		...own.map((name) => OWN_OPTIONS[name]),
		...REQUEST_OPTIONS,
		...(waits ? [] : BATCH_OPTIONS),
	];
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: options.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}
