import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../parameters/itemParameters';
import type { FormField } from './formFields';
import { FORM_FIELD, FREE_TEXT, readFormFields } from './formFields';
import type { Texts } from './languages';
import type { PageSettings } from './pageSettings';
import { readFormTexts, readPageSettings } from './pageSettings';

/** What kind of answer is asked for. Every name is one of n8n's own send-and-wait nodes. */
export const responseFields: INodeProperties[] = [
	{
		displayName:
			'The recipient answers on a page of this n8n, so its address must be one that phones can open: set N8N_WEBHOOK_URL (in older n8n: WEBHOOK_URL)',
		name: 'addressNotice',
		type: 'notice',
		displayOptions: { hideOnCloud: true },
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
						default: '',
						placeholder: 'e.g. Yes, order it',
						description: 'Where this is empty: “Approve”, in the language of the page',
					},
					{
						displayName: 'Disapprove Button Label',
						name: 'disapproveLabel',
						type: 'string',
						default: '',
						placeholder: 'e.g. No, thanks',
						description: 'Where this is empty: “Decline”, in the language of the page',
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

type ResponseType = 'approval' | 'freeText' | 'customForm';

/** What is asked: to approve, or to fill in a form. */
export type Question = Approval | Form;

export interface Approval {
	kind: 'approval';
	message: string;
	/** The answers that can be given, in the order of their buttons. */
	answers: ApprovalAnswer[];
	page: PageSettings;
}

/** An answer to an approval. */
export interface ApprovalAnswer {
	approved: boolean;
	/** Label of its button, where the author gave it one. */
	label?: string;
}

export interface Form {
	kind: 'form';
	/** What stands before the link in the message, where the author says so. */
	linkLabel?: string;
	description: string;
	buttonLabel?: string;
	fields: FormField[];
	page: PageSettings;
}

/**
 * Reads what is asked: for the message that is sent, and again for each page.
 * @throws InputError
 */
export function readQuestion(parameters: ItemParameters): Question {
	const message = parameters.requiredText('message');
	const responseType = parameters.choice<ResponseType>('responseType');
	const page = readPageSettings(parameters);
	if (responseType === 'approval') {
		return { kind: 'approval', message, answers: readAnswers(parameters), page };
	}
	return {
		kind: 'form',
		...readFormTexts(parameters, message),
		fields: responseType === 'freeText' ? [FREE_TEXT] : readFormFields(parameters),
		page,
	};
}

function readAnswers(parameters: ItemParameters): ApprovalAnswer[] {
	const group = parameters.group('approvalOptions.values');
	const label = (name: string) => parameters.asText(name, group[name])?.trim() || undefined;
	const approve = { approved: true, label: label('approveLabel') };
	const type = parameters.choice<'single' | 'double'>(
		'approvalType',
		group.approvalType ?? 'single',
	);
	return type === 'double'
		? [approve, { approved: false, label: label('disapproveLabel') }]
		: [approve];
}

/** Gives the label of an answer's button. */
export function labelOfAnswer({ approved, label }: ApprovalAnswer, texts: Texts): string {
	return label ?? (approved ? texts.approve : texts.decline);
}
