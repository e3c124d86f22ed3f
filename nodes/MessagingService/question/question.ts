import type { IDataObject } from 'n8n-workflow';

import { MESSAGE } from '../fields/messageText';
import { fieldGroup } from '../fields/groups';
import { choice, flag, type Read, text } from '../fields/parameter';
import { isBlank, readable } from '../fields/readValues';
import type { Texts } from './languages';

// Every name here is one of n8n's own send-and-wait nodes, but for `askComment`.
const RESPONSE_TYPE = choice({
	displayName: 'Response Type',
	path: 'responseType',
	default: 'approval',
	description: 'What kind of answer to ask for',
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

/**
 * Reads the question that the node asks, as its page shows it: the buttons of an approval, none for a free text, and the name
 * of the field to type into, where there is one.
 * @param texts in the language of its page
 * @throws InputError
 */
export function readQuestion(read: Read, texts: Texts) {
	const message = readable(read(MESSAGE));
	if (read(RESPONSE_TYPE) === 'freeText') return { message, field: 'text' };

	const { type, approve, decline, comment } = read(APPROVAL_OPTIONS) ?? {};
	const buttons = [{ approved: true, label: approve ?? texts.buttons.approve }];
	if (type === 'double') {
		buttons.push({ approved: false, label: decline ?? texts.buttons.decline });
	}
	return { message, buttons, field: comment ? 'comment' : undefined };
}

export type Question = ReturnType<typeof readQuestion>;

/** Name of the buttons of an approval in the form that a page sends. */
export const DECISION = 'approved';

/** Most characters that a browser lets a person type as an answer. */
export const MAX_ANSWER = 10_000;

/**
 * Reads the answer from the form that a page sent: the button that was pressed, and what was typed. Undefined where no button
 * was pressed, or the free text is empty.
 */
export function readAnswer({ buttons, field }: Question, body: IDataObject = {}) {
	const button = buttons?.find(({ approved }) => body[DECISION] === String(approved));
	const typed = field && body[field];
	// A browser sends a line break as two characters. A list, an object and a longer text are what no page sends.
	const isTyped = typeof typed === 'string' && typed.length <= 2 * MAX_ANSWER && !isBlank(typed);
	const text = isTyped ? typed.replace(/\r\n/g, '\n') : undefined;

	const isComplete = buttons ? button : text;
	return isComplete ? { button, text } : undefined;
}

export type Answer = NonNullable<ReturnType<typeof readAnswer>>;

/** Returns the node's output for an answer. */
export function outputOf({ button, text }: Answer) {
	if (!button) return { text };

	const { approved } = button;
	// n8n's AI agents read `chatInput` as what a person who declines wants instead.
	return { approved, comment: text, chatInput: approved ? undefined : text };
}
