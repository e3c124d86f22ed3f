import type { INodeTypeDescription } from 'n8n-workflow';

/** Tells n8n's assistant what it cannot see in the parameters of the node. */
export const BUILDER_HINT: INodeTypeDescription['builderHint'] = {
	searchHint:
		'To verify a number: otp send, ask for the password (e.g. with the form node), otp verify with the otp_id of send. message sendAndWait takes one item: loop over several. Sending and lease adopt cost money: if a model chooses the recipient, set recipientRules. lease getAll lists numbers to adopt, not leased ones. Never send again what has errorDetails.mayHaveBeenSent true.',
};

/** The same for the trigger. */
export const TRIGGER_BUILDER_HINT: INodeTypeDescription['builderHint'] = {
	searchHint:
		"Polls the available phone numbers, or the status of watched numbers; requires the provider's Enterprise plan. It cannot start on incoming messages or delivery reports: the service reports neither. To ask a person and wait for the answer, use messagingService with message sendAndWait.",
};

const REVIEW = 'Let a person review each call.';

/** Stands above the fields of a tool that sends messages. */
export const SENDING_TOOL = `The AI agent decides how often this runs, and each call costs money. Enter 'To' yourself; if the model must choose it, set 'Only Send To' in the recipient rules. ${REVIEW}`;

/** Stands above the fields of a tool that adopts numbers. */
export const ADOPTING_TOOL = `The AI agent decides how often this runs, and each call costs money. ${REVIEW}`;

/** Stands above the fields of a tool that gives numbers back. */
export const RELINQUISHING_TOOL = `The AI agent decides which number this gives back. You may not get it again. ${REVIEW}`;

/** Stands above the fields of a tool that asks a person. */
export const ASKING_TOOL =
	"The AI agent decides how often a person is asked. Enter 'To' yourself. Set 'Type of Approval' to 'Approve or Decline'.";
