import { jsonParse } from 'n8n-workflow';

import { choice, collection, flag, inValues, type Parameter, text } from '../parameters/parameter';
import { asList, unusable } from '../parameters/values';
import { FORM_FIELD } from './form/panel';

/** What kind of answer is asked for. Every name here is one of n8n's own send-and-wait nodes. */
export const RESPONSE_TYPE = choice({
	displayName: 'Response Type',
	name: 'responseType',
	default: 'approval',
	description: 'What kind of answer to ask for',
	options: [
		{ name: 'Approval', value: 'approval', description: 'The recipient approves or declines' },
		{ name: 'Free Text', value: 'freeText', description: 'The recipient writes an answer' },
		{ name: 'Custom Form', value: 'customForm', description: 'The recipient fills in a form' },
	],
});

export const APPROVAL_TYPE = choice({
	displayName: 'Type of Approval',
	name: 'approvalType',
	default: 'single',
	options: [
		{ name: 'Approve Only', value: 'single' },
		{ name: 'Approve or Decline', value: 'double' },
	],
});

export const APPROVE_LABEL = text({
	displayName: 'Approve Button Label',
	name: 'approveLabel',
	description: "Defaults to “Approve” in the page's language",
	placeholder: 'e.g. Yes, order it',
});

export const DISAPPROVE_LABEL = text({
	displayName: 'Decline Button Label',
	name: 'disapproveLabel',
	description: "Defaults to “Decline” in the page's language",
	placeholder: 'e.g. No, thanks',
	displayOptions: { show: { approvalType: ['double'] } },
});

export const ASK_COMMENT = flag({
	displayName: 'Ask for a Comment',
	name: 'askComment',
	description:
		'Whether the page has an optional field for a comment. An AI agent follows the comment of a person who declines.',
});

export const APPROVAL_OPTIONS = collection(
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		type: 'fixedCollection',
		placeholder: 'Add option',
		displayOptions: { show: { responseType: ['approval'] } },
	},
	[APPROVAL_TYPE, APPROVE_LABEL, DISAPPROVE_LABEL, ASK_COMMENT],
);

export const DEFINE_FORM = choice({
	displayName: 'Define Form',
	name: 'defineForm',
	noDataExpression: true,
	default: 'fields',
	displayOptions: { show: { responseType: ['customForm'] } },
	options: [
		{ name: 'Using Fields Below', value: 'fields' },
		{ name: 'Using JSON', value: 'json' },
	],
});

/** The form elements of the panel. */
export const FORM_FIELDS: Parameter<unknown[]> = {
	field: {
		displayName: 'Form Elements',
		name: 'formFields',
		type: 'fixedCollection',
		placeholder: 'Add Form Element',
		default: {},
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: { show: { responseType: ['customForm'], defineForm: ['fields'] } },
		options: inValues(FORM_FIELD),
	},
	read: (value) => asList((value as { values?: unknown } | null)?.values),
};

/** The form elements as a list that the user wrote as JSON, or that an expression returns. */
export const JSON_OUTPUT: Parameter<unknown[]> = {
	field: {
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
	read(value, name) {
		const list =
			typeof value === 'string' ? jsonParse<unknown>(value, { fallbackValue: null }) : value;
		if (Array.isArray(list)) return list;
		throw unusable(name, value, 'Use a list in JSON, e.g. [{ "fieldLabel": "Name" }].');
	},
};

/** What kind of answer is asked for, in the order of the panel. */
export const RESPONSE_PARAMETERS: Array<Parameter<unknown>> = [
	RESPONSE_TYPE,
	APPROVAL_OPTIONS,
	DEFINE_FORM,
	FORM_FIELDS,
	JSON_OUTPUT,
];
