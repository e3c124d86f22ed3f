import { choice, collection, flag, type Read, trimmedText } from '../parameters/parameter';
import { MESSAGE } from '../parameters/sms';
import { FIELD_TYPES } from './form/fieldTypes';
import type { FormField } from './form/formField';
import { FORM_PARAMETERS } from './form/panel';
import { readFormFields } from './form/read';
import type { Texts } from './page/languages';

// Every name here is one of n8n's own send-and-wait nodes.
const RESPONSE_TYPE = choice({
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

const APPROVAL_TYPE = choice({
	displayName: 'Type of Approval',
	name: 'approvalType',
	default: 'single',
	options: [
		{ name: 'Approve Only', value: 'single' },
		{ name: 'Approve or Decline', value: 'double' },
	],
});

const APPROVE_LABEL = trimmedText({
	displayName: 'Approve Button Label',
	name: 'approveLabel',
	description: "Defaults to “Approve” in the page's language",
	placeholder: 'e.g. Yes, order it',
});

const DISAPPROVE_LABEL = trimmedText({
	displayName: 'Decline Button Label',
	name: 'disapproveLabel',
	description: "Defaults to “Decline” in the page's language",
	placeholder: 'e.g. No, thanks',
	displayOptions: { show: { approvalType: ['double'] } },
});

const ASK_COMMENT = flag({
	displayName: 'Ask for a Comment',
	name: 'askComment',
	description:
		'Whether the page has an optional field for a comment. An AI agent follows the comment of a person who declines.',
});

const APPROVAL_OPTIONS = collection(
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		type: 'fixedCollection',
		placeholder: 'Add option',
		default: {},
		displayOptions: { show: { responseType: ['approval'] } },
	},
	[APPROVAL_TYPE, APPROVE_LABEL, DISAPPROVE_LABEL, ASK_COMMENT],
);

/** The parameters of a question, in the order of the panel. */
export const RESPONSE_PARAMETERS = [RESPONSE_TYPE, APPROVAL_OPTIONS, ...FORM_PARAMETERS];

/** A question: to approve, or to fill in a form. */
export interface Question {
	/** The text of the message before its link, and of the page above its fields. */
	message: string;
	fields: FormField[];
	/** The answers to an approval, in the order of their buttons; a form has none. */
	answers?: ApprovalAnswer[];
}

/** An answer to an approval. */
export interface ApprovalAnswer {
	approved: boolean;
	/** Label of its button, where the author gave it one. */
	label?: string;
}

/** Returns the field of a text of several lines that a page asks for in its own words. */
const ownText = (name: string, own: keyof Texts['labels']): FormField => ({
	key: name,
	name,
	label: { own },
	type: FIELD_TYPES.textarea,
	required: false,
	choices: [],
	multiple: false,
	typed: [],
});

/** The field of a free text. */
export const FREE_TEXT = { ...ownText('text', 'answer'), required: true };

/** The field for a comment beside an approval. */
export const COMMENT = ownText('comment', 'comment');

/** Reads what is asked: for the message that is sent, and again for each page. @throws InputError */
export function readQuestion(read: Read): Question {
	const message = read(MESSAGE);
	const responseType = read(RESPONSE_TYPE);
	if (responseType === 'freeText') return { message, fields: [FREE_TEXT] };
	if (responseType === 'customForm') return { message, fields: readFormFields(read) };
	const approval = read(APPROVAL_OPTIONS);
	const answers = [{ approved: true, label: approval(APPROVE_LABEL) }];
	if (approval(APPROVAL_TYPE) === 'double') {
		answers.push({ approved: false, label: approval(DISAPPROVE_LABEL) });
	}
	return { message, answers, fields: approval(ASK_COMMENT) ? [COMMENT] : [] };
}

/** Returns the label of an answer's button. */
export function labelOfAnswer({ approved, label }: ApprovalAnswer, texts: Texts): string {
	return label ?? (approved ? texts.buttons.approve : texts.buttons.decline);
}
