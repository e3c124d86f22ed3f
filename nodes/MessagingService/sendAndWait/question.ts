import { choice, collection, flag, type Read, text, trimmedText } from '../parameters/parameter';
import { MESSAGE } from '../parameters/sms';
import { FIELD_TYPES } from './form/fieldTypes';
import type { FormField } from './form/formField';
import { ignoreMistake, type OnMistake, throwMistake, withDefaults } from './form/onMistake';
import { FORM_PARAMETERS } from './form/panel';
import { readFormFields } from './form/readForm';
import type { Texts } from './languages';

// Every name here is one of n8n's own send-and-wait nodes.
const RESPONSE_TYPE = choice({
	displayName: 'Response Type',
	name: 'responseType',
	default: 'approval',
	description: 'What kind of answer to ask for',
	options: [
		{ name: 'Approval', value: 'approval', description: 'The recipient approves or declines' },
		{ name: 'Free Text', value: 'freeText', description: 'The recipient writes an answer' },
		{
			name: 'Custom Form',
			value: 'customForm',
			description: 'The recipient fills in a form; no approved in its answers',
		},
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

/** Returns the field of a text of several lines, with a standard label. */
const textField = (name: string, standard: keyof Texts['labels']): FormField => ({
	key: name,
	name,
	label: { standard },
	type: FIELD_TYPES.textarea,
	required: false,
	choices: [],
	multiple: false,
	initial: [],
});

/** The field of a free text. */
export const FREE_TEXT = { ...textField('text', 'answer'), required: true };

/** The field for a comment beside an approval. */
export const COMMENT = textField('comment', 'comment');

/** The message as it was typed, for the page. What no message may hold is refused where it is sent. */
const TEXT_OF_PAGE = text(MESSAGE.field);

/** Reads a question that is to be sent. @throws InputError where somebody could not answer it */
export function readNewQuestion(read: Read): Question {
	return readQuestion(read, throwMistake);
}

/** Reads a question that was sent, maybe by an older build that refused less. @throws InputError where it cannot be shown */
export function readSentQuestion(read: Read): Question {
	return readQuestion(read, ignoreMistake);
}

function readQuestion(read: Read, onMistake: OnMistake): Question {
	const message = read(TEXT_OF_PAGE) ?? '';
	const responseType = read(RESPONSE_TYPE);
	if (responseType === 'freeText') return { message, fields: [FREE_TEXT] };
	if (responseType === 'customForm') return { message, fields: readFormFields(read, onMistake) };

	const approval = withDefaults(read(APPROVAL_OPTIONS), onMistake);
	const answers = [{ approved: true, label: approval(APPROVE_LABEL) }];
	if (approval(APPROVAL_TYPE) === 'double') {
		answers.push({ approved: false, label: approval(DISAPPROVE_LABEL) });
	}
	return { message, answers, fields: approval(ASK_COMMENT) ? [COMMENT] : [] };
}

/**
 * Returns the question that a link asks. The first builds sent a link for each answer of an approval, which says so:
 * its page has the button of this answer alone.
 */
export function questionOfLink(question: Question, approved: unknown): Question {
	const answers = question.answers?.filter((answer) => String(answer.approved) === approved);
	return answers?.length ? { ...question, answers } : question;
}

/** Returns the standard label of an answer's button, in the language of the page. */
export function standardLabel({ approved }: ApprovalAnswer, { buttons }: Texts): string {
	return approved ? buttons.approve : buttons.decline;
}

/** Returns the label of an answer's button: the author's, or the standard one. */
export function labelOfAnswer(answer: ApprovalAnswer, texts: Texts): string {
	return answer.label ?? standardLabel(answer, texts);
}
