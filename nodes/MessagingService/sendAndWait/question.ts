import type { ItemParameters } from '../parameters/itemParameters';
import { readFormFields } from './formDefinition';
import { COMMENT, type FormField, FREE_TEXT } from './formField';
import type { Texts } from './languages';
import { type PageSettings, readPageSettings } from './pageSettings';

/** What is asked: to approve, or to fill in a form. */
export interface Question {
	/** What the message says before its link, and the page above its fields. */
	message: string;
	fields: FormField[];
	/** The answers to an approval, in the order of their buttons; a form has none. */
	answers?: ApprovalAnswer[];
	page: PageSettings;
}

/** An answer to an approval. */
export interface ApprovalAnswer {
	approved: boolean;
	/** Label of its button, where the author gave it one. */
	label?: string;
}

/** Reads what is asked: for the message that is sent, and again for each page. @throws InputError */
export function readQuestion(parameters: ItemParameters): Question {
	const message = parameters.requiredText('message');
	const responseType = parameters.choice<'approval' | 'freeText' | 'customForm'>('responseType');
	const page = readPageSettings(parameters);
	if (responseType === 'approval') return { message, page, ...readApproval(parameters) };
	const fields = responseType === 'freeText' ? [FREE_TEXT] : readFormFields(parameters);
	return { message, page, fields };
}

function readApproval(parameters: ItemParameters): Pick<Question, 'answers' | 'fields'> {
	const options = parameters.within('approvalOptions.values');
	const answer = (approved: boolean, name: string) => ({
		approved,
		label: options.optionalText(name)?.trim() || undefined,
	});
	const approve = answer(true, 'approveLabel');
	const type = options.choice('approvalType');
	const asksComment = options.flag('askComment');
	return {
		answers: type === 'double' ? [approve, answer(false, 'disapproveLabel')] : [approve],
		fields: asksComment ? [COMMENT] : [],
	};
}

/** Returns the label of an answer's button. */
export function labelOfAnswer({ approved, label }: ApprovalAnswer, texts: Texts): string {
	return label ?? (approved ? texts.approve : texts.decline);
}
