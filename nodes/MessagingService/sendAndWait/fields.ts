import type { INodeProperties } from 'n8n-workflow';

import { FIELD_TYPES } from './formFields';

const options = (displayName: string, singular: string, fieldType: string): INodeProperties => ({
	displayName,
	name: 'fieldOptions',
	type: 'fixedCollection',
	placeholder: `Add ${singular}`,
	default: { values: [{ option: '' }] },
	required: true,
	typeOptions: { multipleValues: true, sortable: true },
	displayOptions: { show: { fieldType: [fieldType] } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [{ displayName: 'Label', name: 'option', type: 'string', default: '' }],
		},
	],
});

const FORM_FIELD: INodeProperties[] = [
	{
		displayName: 'Label',
		name: 'fieldLabel',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. When can you come?',
		description: 'Label that appears above the input field',
	},
	{
		displayName: 'Element Type',
		name: 'fieldType',
		type: 'options',
		default: 'text',
		required: true,
		description: 'The type of field to add to the form',
		options: FIELD_TYPES.map(({ name, value }) => ({ name, value })),
	},
	{
		displayName: 'Custom Field Name',
		name: 'fieldName',
		type: 'string',
		default: '',
		placeholder: 'e.g. appointment',
		description: 'Name of the field in the output; the label where this is empty',
	},
	{
		displayName: 'Placeholder',
		name: 'placeholder',
		type: 'string',
		default: '',
		description: 'Sample text to display inside the field',
		displayOptions: { hide: { fieldType: ['checkbox', 'date', 'dropdown', 'radio'] } },
	},
	options('Checkboxes', 'Checkbox', 'checkbox'),
	options('Field Options', 'Field Option', 'dropdown'),
	options('Radio Buttons', 'Radio Button', 'radio'),
	{
		displayName: 'Required Field',
		name: 'requiredField',
		type: 'boolean',
		default: false,
		description: 'Whether the answer can only be sent with this field filled in',
	},
];

/** What kind of answer is asked for. Every name is one of n8n's own send-and-wait nodes. */
export const responseFields: INodeProperties[] = [
	{
		displayName:
			'The recipient answers on a page of this n8n, so its address (WEBHOOK_URL) must be one that phones can open',
		name: 'addressNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		default: 'approval',
		description: 'What kind of answer to ask for',
		options: [
			{
				name: 'Approval',
				value: 'approval',
				description: 'The recipient approves or declines',
			},
			{ name: 'Free Text', value: 'freeText', description: 'The recipient writes an answer' },
			{ name: 'Custom Form', value: 'customForm', description: 'The recipient fills in a form' },
		],
	},
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		type: 'fixedCollection',
		placeholder: 'Add option',
		default: {},
		displayOptions: { show: { responseType: ['approval'] } },
		options: [
			{
				displayName: 'Values',
				name: 'values',
				values: [
					{
						displayName: 'Type of Approval',
						name: 'approvalType',
						type: 'options',
						default: 'single',
						options: [
							{ name: 'Approve Only', value: 'single' },
							{ name: 'Approve and Disapprove', value: 'double' },
						],
					},
					{
						displayName: 'Approve Button Label',
						name: 'approveLabel',
						type: 'string',
						default: 'Approve',
					},
					{
						displayName: 'Disapprove Button Label',
						name: 'disapproveLabel',
						type: 'string',
						default: 'Decline',
						displayOptions: { show: { approvalType: ['double'] } },
					},
				],
			},
		],
	},
	{
		displayName: 'Define Form',
		name: 'defineForm',
		type: 'options',
		noDataExpression: true,
		default: 'fields',
		displayOptions: { show: { responseType: ['customForm'] } },
		options: [
			{ name: 'Using Fields Below', value: 'fields' },
			{ name: 'Using JSON', value: 'json' },
		],
	},
	{
		displayName: 'Form Elements',
		name: 'formFields',
		type: 'fixedCollection',
		placeholder: 'Add Form Element',
		default: {},
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: { show: { responseType: ['customForm'], defineForm: ['fields'] } },
		options: [{ displayName: 'Values', name: 'values', values: FORM_FIELD }],
	},
	{
		displayName: 'Form Fields',
		name: 'jsonOutput',
		type: 'json',
		typeOptions: { rows: 5 },
		default: JSON.stringify(
			[
				{ fieldLabel: 'Name', requiredField: true },
				{
					fieldLabel: 'When can you come?',
					fieldType: 'dropdown',
					fieldOptions: { values: [{ option: 'Today' }, { option: 'Tomorrow' }] },
				},
			],
			null,
			2,
		),
		description: 'A list of fields, as the Form nodes of n8n take it',
		displayOptions: { show: { responseType: ['customForm'], defineForm: ['json'] } },
	},
];

/** The option that ends the waiting, as n8n's own send-and-wait nodes have it. */
export const limitWaitTimeOption: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	description: 'How long to wait for the answer before the execution goes on without it',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					default: 'afterTimeInterval',
					description: 'When the execution goes on without an answer',
					options: [
						{
							name: 'After Time Interval',
							value: 'afterTimeInterval',
							description: 'Waits for a certain amount of time',
						},
						{
							name: 'At Specified Time',
							value: 'atSpecifiedTime',
							description: 'Waits until the set date and time',
						},
					],
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: 1,
					description: 'The time to wait',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					default: 'hours',
					description: 'Unit of the amount',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					options: [
						{ name: 'Minutes', value: 'minutes' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Days', value: 'days' },
					],
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					description: 'In the time zone of the workflow',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			],
		},
	],
};

const FORM_ONLY = { show: { '/responseType': ['freeText', 'customForm'] } };

/** Options for the link in the message and for the page behind it. */
export const pageOptions = {
	messageButtonLabel: {
		displayName: 'Message Button Label',
		name: 'messageButtonLabel',
		type: 'string',
		default: 'Respond',
		description: 'What stands before the link in the message',
		displayOptions: FORM_ONLY,
	},
	responseFormTitle: {
		displayName: 'Response Form Title',
		name: 'responseFormTitle',
		type: 'string',
		default: '',
		placeholder: 'e.g. Your appointment',
		description: 'Title of the page on which the recipient answers',
		displayOptions: FORM_ONLY,
	},
	responseFormDescription: {
		displayName: 'Response Form Description',
		name: 'responseFormDescription',
		type: 'string',
		default: '',
		description: 'Text of the page on which the recipient answers; the message where this is empty',
		displayOptions: FORM_ONLY,
	},
	responseFormButtonLabel: {
		displayName: 'Response Form Button Label',
		name: 'responseFormButtonLabel',
		type: 'string',
		default: 'Submit',
		description: 'Label of the button that sends the answer',
		displayOptions: FORM_ONLY,
	},
} satisfies Record<string, INodeProperties>;
