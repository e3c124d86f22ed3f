import type { Read } from '../parameters/parameter';
import { MESSAGE } from '../parameters/sms';
import { FIELD_TYPES } from './form/fieldTypes';
import type { FormField } from './form/formField';
import { readFormFields } from './form/read';
import type { Texts } from './page/languages';
import {
	APPROVAL_OPTIONS,
	APPROVAL_TYPE,
	APPROVE_LABEL,
	ASK_COMMENT,
	DISAPPROVE_LABEL,
	RESPONSE_TYPE,
} from './responseParameters';

/** What is asked: to approve, or to fill in a form. */
export interface Question {
	/** What the message says before its link, and the page above its fields. */
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
const ownText = (name: string, own: keyof Texts, required: boolean): FormField => ({
	key: name,
	name,
	label: { own },
	type: FIELD_TYPES.textarea,
	required,
	choices: [],
	multiple: false,
	typed: [],
});

/** The field of a free text. */
export const FREE_TEXT = ownText('text', 'answer', true);

/** The field for a comment beside an approval. */
export const COMMENT = ownText('comment', 'comment', false);

/** Reads what is asked: for the message that is sent, and again for each page. @throws InputError */
export function readQuestion(read: Read): Question {
	const message = read(MESSAGE);
	const responseType = read(RESPONSE_TYPE);
	if (responseType === 'freeText') return { message, fields: [FREE_TEXT] };
	if (responseType === 'customForm') return { message, fields: readFormFields(read) };
	const approval = read(APPROVAL_OPTIONS);
	const answer = (approved: boolean, label: typeof APPROVE_LABEL) => ({
		approved,
		label: approval(label)?.trim() || undefined,
	});
	const answers = [answer(true, APPROVE_LABEL)];
	if (approval(APPROVAL_TYPE) === 'double') answers.push(answer(false, DISAPPROVE_LABEL));
	return { message, answers, fields: approval(ASK_COMMENT) ? [COMMENT] : [] };
}

/** Returns the label of an answer's button. */
export function labelOfAnswer({ approved, label }: ApprovalAnswer, texts: Texts): string {
	return label ?? (approved ? texts.approve : texts.decline);
}
