import type { ItemParameters } from '../parameters/itemParameters';
import type { FormField } from './formFields';
import { FREE_TEXT, readFormFields } from './formFields';

/** What is asked: to approve, or to fill in a form. */
export type Question = Approval | Form;

export interface Approval {
	kind: 'approval';
	message: string;
	approveLabel: string;
	/** There is no such answer where this is undefined. */
	disapproveLabel?: string;
}

export interface Form {
	kind: 'form';
	/** What stands before the link in the message. */
	linkLabel: string;
	title?: string;
	description: string;
	buttonLabel: string;
	fields: FormField[];
}

/**
 * Reads what is asked: for the message that is sent, and again for each page.
 * @throws InputError
 */
export function readQuestion(parameters: ItemParameters): Question {
	const message = parameters.requiredText('message');
	const responseType = parameters.choice('responseType', [
		'approval',
		'freeText',
		'customForm',
	] as const);
	if (responseType === 'approval') return readApproval(parameters, message);
	const { options } = parameters;
	const text = (name: keyof typeof options) => parameters.asText(name, options[name])?.trim();
	return {
		kind: 'form',
		linkLabel: text('messageButtonLabel') ?? 'Respond',
		title: text('responseFormTitle'),
		description: text('responseFormDescription') ?? message,
		buttonLabel: text('responseFormButtonLabel') ?? 'Submit',
		fields: responseType === 'freeText' ? [FREE_TEXT] : readFormFields(parameters),
	};
}

function readApproval(parameters: ItemParameters, message: string): Approval {
	const group = parameters.group('approvalOptions.values');
	const label = (name: string) => parameters.asText(name, group[name])?.trim();
	return {
		kind: 'approval',
		message,
		approveLabel: label('approveLabel') ?? 'Approve',
		...(group.approvalType === 'double' && {
			disapproveLabel: label('disapproveLabel') ?? 'Decline',
		}),
	};
}
