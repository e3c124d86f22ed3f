import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../parameters/itemParameters';
import type { FormField } from './formFields';
import { FORM_FIELD, FREE_TEXT, readFormFields } from './formFields';

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

/** What is asked: to approve, or to fill in a form. */
export type Question = Approval | Form;

export interface Approval {
	kind: 'approval';
	message: string;
	approveLabel: string;
	/** There is no such answer where this is undefined. */
	disapproveLabel?: string;
}

export interface Form {
	kind: 'form';
	/** What stands before the link in the message. */
	linkLabel: string;
	title?: string;
	description: string;
	buttonLabel: string;
	fields: FormField[];
}

/**
 * Reads what is asked: for the message that is sent, and again for each page.
 * @throws InputError
 */
export function readQuestion(parameters: ItemParameters): Question {
	const message = parameters.requiredText('message');
	const responseType = parameters.choice('responseType', [
		'approval',
		'freeText',
		'customForm',
	] as const);
	if (responseType === 'approval') return readApproval(parameters, message);
	const { options } = parameters;
	const text = (name: keyof typeof options) => parameters.asText(name, options[name])?.trim();
	return {
		kind: 'form',
		linkLabel: text('messageButtonLabel') ?? 'Respond',
		title: text('responseFormTitle'),
		description: text('responseFormDescription') ?? message,
		buttonLabel: text('responseFormButtonLabel') ?? 'Submit',
		fields: responseType === 'freeText' ? [FREE_TEXT] : readFormFields(parameters),
	};
}

function readApproval(parameters: ItemParameters, message: string): Approval {
	const group = parameters.group('approvalOptions.values');
	const label = (name: string) => parameters.asText(name, group[name])?.trim();
	return {
		kind: 'approval',
		message,
		approveLabel: label('approveLabel') ?? 'Approve',
		...(group.approvalType === 'double' && {
			disapproveLabel: label('disapproveLabel') ?? 'Decline',
		}),
	};
}
