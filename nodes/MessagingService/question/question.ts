import type { IDataObject } from 'n8n-workflow';

import { MESSAGE } from '../fields/messageText';
import { fieldGroup } from '../fields/groups';
import { choice, flag, type Read, text } from '../fields/parameter';
import { docsLink } from '../util/texts';
import { isBlank, readable } from '../fields/readValues';
import type { Texts } from './languages';

// Every name here is one of n8n's own send-and-wait nodes, but for `askComment`.
const RESPONSE_TYPE = choice({
	displayName: 'Response Type',
	path: 'responseType',
	default: 'approval',
	description: `What kind of answer to ask for; for several fields, ${docsLink('send-and-wait.md#ask-with-a-form', 'send a form')}`,
	options: [
		{ name: 'Approval', value: 'approval', description: 'The recipient approves or declines' },
		{ name: 'Free Text', value: 'freeText', description: 'The recipient writes an answer' },
	],
});

const APPROVAL_OPTIONS = fieldGroup(
	{
		displayName: 'Approval Options',
		path: 'approvalOptions',
		placeholder: 'Add option',
		default: {},
		displayOptions: { show: { responseType: ['approval'] } },
	},
	{
		type: choice({
			displayName: 'Type of Approval',
			path: 'approvalOptions.values.approvalType',
			default: 'single',
			options: [
				{ name: 'Approve Only', value: 'single' },
				{ name: 'Approve or Decline', value: 'double' },
			],
		}),
		approve: text({
			displayName: 'Approve Button Label',
			path: 'approvalOptions.values.approveLabel',
			description: "Defaults to “Approve” in the page's language",
			placeholder: 'e.g. Yes, order it',
		}),
		decline: text({
			displayName: 'Decline Button Label',
			path: 'approvalOptions.values.disapproveLabel',
			description: "Defaults to “Decline” in the page's language",
			placeholder: 'e.g. No, thanks',
			displayOptions: { show: { approvalType: ['double'] } },
		}),
		comment: flag({
			displayName: 'Ask for a Comment',
			path: 'approvalOptions.values.askComment',
			default: false,
			description: 'Whether to show an optional comment field',
		}),
	},
);

/** The parameters of a question, in the order of the panel. */
export const RESPONSE_PARAMETERS = [RESPONSE_TYPE, APPROVAL_OPTIONS];

/** A question, as its page shows it. */
export interface Question {
	message: string;
	/** The buttons of an approval, in their order; undefined for a free text. */
	buttons?: Button[];
	/** The field to type into, by its name in the form: the comment beside an approval, or the free text. */
	field?: 'comment' | 'text';
}

/** A button of an approval. */
export interface Button {
	approved: boolean;
	/** The author's label, or else the standard one in the language of the page. */
	label: string;
}

/** Reads the question that the node asks. @param texts in the language of its page @throws InputError */
export function readQuestion(read: Read, texts: Texts): Question {
	const message = readable(read(MESSAGE));
	if (read(RESPONSE_TYPE) === 'freeText') return { message, field: 'text' };

	const approval = read(APPROVAL_OPTIONS);
	const { approve, decline } = texts.buttons;
	const buttons: Button[] = [{ approved: true, label: approval?.approve ?? approve }];
	if (approval?.type === 'double')
		buttons.push({ approved: false, label: approval.decline ?? decline });
	return { message, buttons, field: approval?.comment ? 'comment' : undefined };
}

/** Name of the buttons of an approval in the form that a page sends. */
export const DECISION = 'approved';

/** Most characters that a browser lets a person type as an answer. */
export const MAX_ANSWER = 10_000;

/** An answer to a question. */
export interface Answer {
	/** The button that was pressed; undefined for a free text. */
	button?: Button;
	/** The comment or the free text, as it was typed. */
	text?: string;
}

/** Reads the answer from the form that a page sent; undefined where no button was pressed, or the free text is empty. */
export function readAnswer(
	{ buttons, field }: Question,
	body: IDataObject = {},
): Answer | undefined {
	const button = buttons?.find(({ approved }) => body[DECISION] === String(approved));
	const typed = field && body[field];
	// A browser sends a line break as two characters. A list, an object and a longer text are what no page sends.
	const isTyped = typeof typed === 'string' && typed.length <= 2 * MAX_ANSWER && !isBlank(typed);
	const text = isTyped ? typed.replace(/\r\n/g, '\n') : undefined;

	const isComplete = buttons ? button : text;
	return isComplete ? { button, text } : undefined;
}

/** Returns the node's output for an answer. */
export function outputOf({ button, text }: Answer): IDataObject {
	if (!button) return { text };

	const { approved } = button;
	// n8n's AI agents read `chatInput` as what a person who declines wants instead.
	return { approved, comment: text, chatInput: approved ? undefined : text };
}
