import { docsLink } from '../docs';
import { choice, fieldGroup, flag, type Read, trimmedText } from '../parameters/parameter';
import { MESSAGE } from '../parameters/messageText';
import type { Texts } from './languages';

// Every name here is one of n8n's own send-and-wait nodes, but for `askComment`.
const RESPONSE_TYPE = choice({
	displayName: 'Response Type',
	name: 'responseType',
	default: 'approval',
	description: `What kind of answer to ask for; for several fields, ${docsLink('send-and-wait.md#ask-with-a-form', 'send a form')}`,
	options: [
		{ name: 'Approval', value: 'approval', description: 'The recipient approves or declines' },
		{ name: 'Free Text', value: 'freeText', description: 'The recipient writes an answer' },
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
	description: 'Whether to show an optional comment field',
});

const APPROVAL_OPTIONS = fieldGroup(
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		placeholder: 'Add option',
		default: {},
		displayOptions: { show: { responseType: ['approval'] } },
	},
	[APPROVAL_TYPE, APPROVE_LABEL, DISAPPROVE_LABEL, ASK_COMMENT],
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
	/** The author's label; undefined for the standard one. */
	label?: string;
}

/** Reads the question that the node asks. @throws InputError */
export function readQuestion(read: Read): Question {
	const message = read(MESSAGE);
	if (read(RESPONSE_TYPE) === 'freeText') return { message, field: 'text' };

	const approval = read(APPROVAL_OPTIONS);
	const buttons: Button[] = [{ approved: true, label: approval(APPROVE_LABEL) }];
	if (approval(APPROVAL_TYPE) === 'double') {
		buttons.push({ approved: false, label: approval(DISAPPROVE_LABEL) });
	}
	return { message, buttons, field: approval(ASK_COMMENT) ? 'comment' : undefined };
}

/** Returns the standard label of a button, in the language of the page. */
export function standardLabel({ approved }: Button, { buttons }: Texts): string {
	return approved ? buttons.approve : buttons.decline;
}

/** Returns the label of a button: the author's, or else the standard one. */
export function labelOf(button: Button, texts: Texts): string {
	return button.label ?? standardLabel(button, texts);
}
