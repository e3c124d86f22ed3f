import type { INodeProperties } from 'n8n-workflow';

import { textField } from '../parameters/fields';
import { FORM_FIELD, inValues } from './form/panel';

/** What kind of answer is asked for. Every name is one of n8n's own send-and-wait nodes. */
export const responseFields: INodeProperties[] = [
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		default: 'approval',
		description: 'What kind of answer to ask for',
		options: [
			{ name: 'Approval', value: 'approval', description: 'The recipient approves or declines' },
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
		options: inValues([
			{
				displayName: 'Type of Approval',
				name: 'approvalType',
				type: 'options',
				default: 'single',
				options: [
					{ name: 'Approve Only', value: 'single' },
					{ name: 'Approve or Decline', value: 'double' },
				],
			},
			textField({
				displayName: 'Approve Button Label',
				name: 'approveLabel',
				description: "Defaults to “Approve” in the page's language",
				placeholder: 'e.g. Yes, order it',
			}),
			textField({
				displayName: 'Decline Button Label',
				name: 'disapproveLabel',
				description: "Defaults to “Decline” in the page's language",
				placeholder: 'e.g. No, thanks',
				displayOptions: { show: { approvalType: ['double'] } },
			}),
			{
				displayName: 'Ask for a Comment',
				name: 'askComment',
				type: 'boolean',
				default: false,
				description:
					'Whether the page has an optional field for a comment. An AI agent follows the comment of a person who declines.',
			},
		]),
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
		options: inValues(FORM_FIELD),
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
		description:
			"A list of fields, as for n8n's Form nodes, without files and HTML. Settings that the page does not support are refused.",
		displayOptions: { show: { responseType: ['customForm'], defineForm: ['json'] } },
	},
];
