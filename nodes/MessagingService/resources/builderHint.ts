import type { INodeTypeDescription } from 'n8n-workflow';

import { PATTERNS, TRIGGER_PATTERNS } from './builderPatterns';
import { OPERATIONS } from './index';

/** The operations that cost money, as the assistant names them: "message send". */
const COSTLY = OPERATIONS.filter(({ operation }) => operation.costsMoney).map(
	({ resource, value }) => `${resource} ${value}`,
);

/** Tells n8n's assistant how to build a workflow with the node; older versions of n8n ignore it. */
export const BUILDER_HINT: INodeTypeDescription['builderHint'] = {
	searchHint: `To verify a phone number: resource otp, operation send; then ask the person for the password, e.g. with a form; then operation verify with the otp_id that send returned. Message sendAndWait takes one item at a time: for several questions put it into a loop. These cost money: ${COSTLY.join(', ')}. Where a model or a visitor chooses the recipient, set options.onlySendTo or options.allowedCountries, or let a person approve it first; better, fix the recipient. Let a person approve lease adopt and adoptFirstAvailable first, and set options.adoptOnceKey, so that another run buys no other number. Lease getAll lists numbers to adopt, not those that one has: give lease getStatus one's own. Set onError to continueErrorOutput and sort what failed by errorDetails: never send again what has mayHaveBeenSent true.`,
	extraTypeDefContent: PATTERNS,
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-base.form',
			relationHint: 'Asks for the one-time password between otp send and otp verify',
		},
		{
			nodeType: 'n8n-nodes-base.splitInBatches',
			relationHint: 'Loops over items with batch size 1, for one sendAndWait after the other',
		},
		{
			nodeType: 'n8n-nodes-messaging-service.messagingServiceTrigger',
			relationHint: 'Starts a workflow when a number can be adopted or its status changes',
		},
	],
};

/** The same for the trigger. */
export const TRIGGER_BUILDER_HINT: INodeTypeDescription['builderHint'] = {
	searchHint:
		"Polls the pool of leasable phone numbers, or the status of watched numbers; it requires the provider's Enterprise plan. It cannot start a workflow on incoming messages or delivery reports: the service reports neither. To ask a person and wait for the answer, use the node messagingService with message sendAndWait.",
	extraTypeDefContent: TRIGGER_PATTERNS,
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-messaging-service.messagingService',
			relationHint: 'Sends a text about the number, or adopts it, which costs money',
		},
	],
};
