import type { INodeTypeDescription } from 'n8n-workflow';

/** Tells n8n's assistant what it cannot see in the parameters of the node. */
export const BUILDER_HINT: INodeTypeDescription['builderHint'] = {
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-base.form',
			relationHint: 'Asks a person for the one-time password between otp send and otp verify',
		},
		{
			nodeType: 'n8n-nodes-base.splitInBatches',
			relationHint: 'Asks several people one after the other with message sendAndWait',
		},
	],
	searchHint:
		'To verify a number: otp send, ask for the password (e.g. with the form node), otp verify with the otp_id of send. message sendAndWait takes one item: loop over several. Sending and lease adopt cost money: if a model chooses the recipient, set recipientRules. lease getAll lists numbers to adopt, not leased ones. Never send again what has errorDetails.mayHaveBeenSent true.',
};

/** Stands above the fields of a tool that sends messages. */
export const SENDING_TOOL =
	"Each call costs money. Set 'Only Send To' if the model chooses the recipient.";

/** Stands above the fields of a tool that adopts numbers. */
export const ADOPTING_TOOL =
	'Each call leases another number and costs money. Let a person review it.';

/** Stands above the fields of a tool that gives numbers back. */
export const RELINQUISHING_TOOL =
	'Each call may give back any number, and you may not get it again. Let a person review it.';

/** Stands above the fields of a tool that asks a person. */
export const ASKING_TOOL =
	"Each call costs money. Enter 'To' yourself, and set 'Type of Approval' to 'Approve or Decline'.";
