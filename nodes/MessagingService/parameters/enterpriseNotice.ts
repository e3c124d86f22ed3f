import type { INodeProperties } from 'n8n-workflow';

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
