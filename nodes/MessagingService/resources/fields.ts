import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { COUNTRIES } from '../phone';
import { limitWaitTimeOption, pageOptions } from '../sendAndWait/fields';
import type { Operation, OperationOption } from './operation';

/** What the description of every phone number field ends with. */
const PHONE_FORMAT =
	'With country code, e.g. +12025550123; without one, set Default Country in the options';

interface PhoneField {
	displayName: string;
	name: string;
	description: string;
	required?: boolean;
	displayOptions?: INodeProperties['displayOptions'];
}

/** A field for a phone number that the user types or maps. */
export function phoneField({ description, ...field }: PhoneField): INodeProperties {
	return {
		...field,
		type: 'string',
		default: '',
		placeholder: 'e.g. +12025550123',
		description: `${description}. ${PHONE_FORMAT}.`,
	};
}

/** The resource locator of a leased number: from the pool's list, or by number. */
export function numberLocator(description: string): INodeProperties {
	return {
		displayName: 'Number',
		name: 'number',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a number...',
				typeOptions: { searchListMethod: 'searchNumbers', searchable: true },
			},
			{
				displayName: 'By Number',
				name: 'number',
				type: 'string',
				placeholder: 'e.g. +12025550123',
			},
		],
	};
}

/** A notice above the fields of what only an Enterprise plan may do (section 5). */
export function enterpriseNotice(
	what: string,
	displayOptions?: INodeProperties['displayOptions'],
): INodeProperties {
	return {
		displayName: `${what} needs an Enterprise plan at the service`,
		name: 'enterpriseNotice',
		type: 'notice',
		default: '',
		...(displayOptions && { displayOptions }),
	};
}

/** The filters of the pool, every one optional (section 4.5). */
export const FILTERS: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Carrier',
			name: 'carrier',
			type: 'options',
			default: 'SERVICE',
			description: 'Only numbers of this carrier',
			options: [
				{ name: 'ATT', value: 'ATT' },
				{ name: "Service (the Service's Own Carrier)", value: 'SERVICE' },
				{ name: 'TMO', value: 'TMO' },
			],
		},
		{
			displayName: 'Country',
			name: 'country',
			type: 'options',
			default: 'US',
			description: 'Only numbers of this country',
			options: [
				{ name: 'Canada', value: 'CA' },
				{ name: 'France', value: 'FR' },
				{ name: 'United Kingdom', value: 'UK' },
				{ name: 'United States', value: 'US' },
			],
		},
		{
			displayName: 'Supports',
			name: 'supports',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Feature' },
			default: [],
			placeholder: 'e.g. sms',
			description: 'Only numbers that support these features, one feature in each entry',
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			default: 'text',
			description: 'Only numbers of this type',
			options: [
				{ name: 'iMessage', value: 'imessage' },
				{ name: 'Text', value: 'text' },
				{ name: 'WhatsApp', value: 'whatsapp' },
			],
		},
	],
};

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
