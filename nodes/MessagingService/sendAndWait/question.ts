import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../parameters/itemParameters';
import type { Option } from '../parameters/options';
import { textOption } from '../parameters/options';
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

const MESSAGE_BUTTON_LABEL = textOption({
	displayName: 'Message Button Label',
	name: 'messageButtonLabel',
	type: 'string',
	default: 'Respond',
	description: 'What stands before the link in the message',
	displayOptions: FORM_ONLY,
});

const RESPONSE_FORM_TITLE = textOption({
	displayName: 'Response Form Title',
	name: 'responseFormTitle',
	type: 'string',
	default: '',
	placeholder: 'e.g. Your appointment',
	description: 'Title of the page on which the recipient answers',
	displayOptions: FORM_ONLY,
});

const RESPONSE_FORM_DESCRIPTION = textOption({
	displayName: 'Response Form Description',
	name: 'responseFormDescription',
	type: 'string',
	default: '',
	description: 'Text of the page on which the recipient answers; the message where this is empty',
	displayOptions: FORM_ONLY,
});

const RESPONSE_FORM_BUTTON_LABEL = textOption({
	displayName: 'Response Form Button Label',
	name: 'responseFormButtonLabel',
	type: 'string',
	default: 'Submit',
	description: 'Label of the button that sends the answer',
	displayOptions: FORM_ONLY,
});

/** Options for the link in the message and for the page behind it. */
export const PAGE_OPTIONS = [
	MESSAGE_BUTTON_LABEL,
	RESPONSE_FORM_TITLE,
	RESPONSE_FORM_DESCRIPTION,
	RESPONSE_FORM_BUTTON_LABEL,
];

type ResponseType = 'approval' | 'freeText' | 'customForm';

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
	const responseType = parameters.choice<ResponseType>('responseType');
	if (responseType === 'approval') return readApproval(parameters, message);
	const text = (option: Option<string | undefined>) => parameters.option(option)?.trim();
	return {
		kind: 'form',
		linkLabel: text(MESSAGE_BUTTON_LABEL) ?? 'Respond',
		title: text(RESPONSE_FORM_TITLE),
		description: text(RESPONSE_FORM_DESCRIPTION) ?? message,
		buttonLabel: text(RESPONSE_FORM_BUTTON_LABEL) ?? 'Submit',
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
